"""report.py from records to a page: what the page holds is what the records say, errors are one
line, and equal results give equal pages."""

import base64
import contextlib
import gzip
import io
import json
import os
import re
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import report
from tests import synthetic

PARTS = {"report.js": "alert(1)", "style.css": "b{}", "play.wasm": "wasm"}


class ReportCase(unittest.TestCase):
    """Pages made of stand-ins for what the build makes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "results")
        build = os.path.join(folder.name, "build")
        os.makedirs(os.path.join(build, "report"))
        os.makedirs(self.folder)
        for name, text in PARTS.items():
            with open(os.path.join(build, "report", name), "w", encoding="utf-8") as file:
                file.write(text)
        before = os.environ.get("BITLADDER_BINARY_DIR")
        self.addCleanup(self.set_build, before)
        self.set_build(build)

    def set_build(self, folder):
        os.environ.pop("BITLADDER_BINARY_DIR", None)
        if folder is not None:
            os.environ["BITLADDER_BINARY_DIR"] = folder

    def report(self, *arguments):
        """Exit status, stdout and stderr of report.py."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = report.main(list(arguments))
        return status, out.getvalue(), err.getvalue()

    def page(self):
        with open(os.path.join(self.folder, "report.html"), encoding="utf-8") as file:
            return file.read()

    def data(self, records, tail=""):
        """The JSON value in the page of these records."""
        synthetic.write_lines(self.folder, records, tail)
        status, _, err = self.report(self.folder)
        self.assertEqual(status, 0, err)
        packed = re.search(r'id="data">([^<]*)<', self.page()).group(1)
        return json.loads(gzip.decompress(base64.b64decode(packed)))

    def error(self, *arguments):
        """The one line with which report.py refuses."""
        status, out, err = self.report(*arguments)
        self.assertEqual((status, out), (2, ""))
        self.assertRegex(err, r"\Areport: [^\n]*\n\Z")
        return err


class HoldsWhatTheRecordsSay(ReportCase):
    def test_estimates_of_each_point(self):
        records = synthetic.quickstart()
        data = self.data(records)
        self.assertEqual([axis["path"] for axis in data["axes"]],
                         ["filters.bits_per_key", "filters.allocation"])
        line, low, high, marker, _, _ = data["quantities"]["wasted_ios_per_lookup"]["columns"]
        for record, at, *values in zip(records, data["points"]["at"], line, low, high, marker):
            self.assertEqual([axis["values"][i] for axis, i in zip(data["axes"], at)],
                             list(record["params"].values()))
            predicted = record["predicted"]
            said = [predicted["wasted_ios_per_lookup"], *predicted["wasted_ios_per_lookup_pi95"],
                    record["measured"]["wasted_ios_per_lookup"]]
            for value, expected in zip(values, said):
                self.assertAlmostEqual(value, expected, delta=1e-9 * abs(expected))

    def test_curves_hold_each_level(self):
        records = synthetic.quickstart()
        ladder = self.data(records)["curves"]["ladder"]["rows"]
        for record, rows in zip(records, ladder):
            for run, (level, requested, _, _, spent, _, _) in zip(record["tree"]["runs"], rows):
                self.assertEqual(level, run["level"])
                self.assertAlmostEqual(requested, run["bits_per_key_requested"], places=8)
                self.assertAlmostEqual(spent, run["bits_per_key"], places=8)

    def test_the_table_holds_the_records_own_values(self):
        records = synthetic.quickstart()
        table = {column["path"]: column["values"] for column in self.data(records)["table"]}
        self.assertEqual(table["measured.wasted_ios"], [r["measured"]["wasted_ios"]
                                                        for r in records])
        self.assertEqual(table["filters.allocation"], ["uniform", "monkey"] * 10)

    def test_repetitions_are_one_point_and_several_records(self):
        records = [synthetic.record({"filters.bits_per_key": 5}, repetition=i) for i in range(3)]
        data = self.data(records)
        self.assertEqual((data["summary"]["points"], data["summary"]["records"]), (1, 3))
        pooled = sum(r["measured"]["wasted_ios"] for r in records) / (3 * 16384)
        marker = data["quantities"]["wasted_ios_per_lookup"]["columns"][3]
        self.assertAlmostEqual(marker[0], pooled, places=9)

    def test_failed_points_are_counted_and_told(self):
        records = synthetic.quickstart()
        records[4] = synthetic.record(records[4]["params"], status="failed")
        data = self.data(records)
        self.assertEqual(sum(data["points"]["failed"]), 1)
        self.assertEqual(data["summary"]["failed"], [
            {"place": "bits per key = 3, uniform", "repetition": 0, "reason": "the disk is full"}])

    def test_the_gain_is_of_pairs_that_differ_in_allocation_alone(self):
        records = synthetic.sweep({"filters.bits_per_key": [4, 5],
                                   "filters.allocation": ["uniform", "monkey"]})
        cost = {tuple(r["params"].values()): r["measured"]["wasted_ios"] for r in records}
        ratios = sorted(cost[bits, "uniform"] / cost[bits, "monkey"] for bits in (4, 5))
        pairs, low, high = self.data(records)["summary"]["gain"]
        self.assertEqual(pairs, 2)
        self.assertAlmostEqual(low, ratios[0])
        self.assertAlmostEqual(high, ratios[1])

    def test_manifest_and_config_of_each_file(self):
        records = synthetic.quickstart()
        path = os.path.join(self.folder, "results.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schema_version": 1, "manifest": {"commit": "abc"}, "config": {"name": "n"},
                       "records": records}, file)
        self.assertEqual(self.report(path)[0], 0)
        packed = re.search(r'id="data">([^<]*)<', self.page()).group(1)
        data = json.loads(gzip.decompress(base64.b64decode(packed)))
        self.assertEqual(data["sources"], [{"path": path, "manifest": {"commit": "abc"},
                                            "config": {"name": "n"}}])


class MakesOnePage(ReportCase):
    def test_all_parts_are_inside_and_nothing_is_left_to_load(self):
        self.data(synthetic.quickstart())
        text = self.page()
        for part in ("alert(1)", "b{}", base64.b64encode(gzip.compress(b"wasm", mtime=0)).decode()):
            self.assertIn(part, text)
        self.assertNotRegex(text, r'(?:src|href)="')
        self.assertNotRegex(text, r"@[A-Z]+@")

    def test_equal_results_give_equal_pages(self):
        self.data(synthetic.quickstart())
        first = self.page()
        self.data(synthetic.quickstart())
        self.assertEqual(self.page(), first)

    def test_names_are_text_and_never_markup(self):
        records = synthetic.quickstart()
        for record in records:
            record["experiment"] = "<script>alert(2)</script>"
        self.data(records)
        self.assertNotIn("<script>alert(2)", self.page())

    def test_a_missing_build_says_how_to_make_it(self):
        synthetic.write_lines(self.folder, synthetic.quickstart())
        self.set_build(os.path.join(self.folder, "nowhere"))
        self.assertIn("--target report_page", self.error(self.folder))


class RefusesClearly(ReportCase):
    def test_a_newer_schema(self):
        records = synthetic.quickstart()
        records[3]["schema_version"] = 2
        synthetic.write_lines(self.folder, records)
        self.assertIn("schema_version 2", self.error(self.folder))

    def test_an_empty_sweep(self):
        synthetic.write_lines(self.folder, [])
        self.assertIn("no records", self.error(self.folder))

    def test_records_without_any_value(self):
        record = synthetic.record({"filters.bits_per_key": 5})
        for part in ("predicted", "measured", "comparison", "filter_memory", "tree"):
            record[part] = None
        synthetic.write_lines(self.folder, [record])
        self.assertIn("no record has", self.error(self.folder))

    def test_a_path_that_is_not_there(self):
        self.assertIn("nowhere", self.error(os.path.join(self.folder, "nowhere")))


class ForgivesWhatIsAbsent(ReportCase):
    def test_a_torn_last_line(self):
        data = self.data(synthetic.quickstart(), tail='{"schema_version": 1, "exp')
        self.assertEqual(data["summary"]["records"], 20)
        self.assertRegex(data["notes"][0], "the last line is torn")

    def test_any_one_part_of_a_record(self):
        for part in ("tree", "filter_memory", "predicted", "measured", "comparison", "config",
                     "repetition", "point_id", "backend", "seed_data"):
            records = synthetic.quickstart()
            for record in records[::2]:
                del record[part]
            self.assertEqual(self.data(records)["summary"]["records"], 20, part)

    def test_every_point_failed(self):
        records = [synthetic.record({"filters.bits_per_key": b}, status="failed") for b in (1, 2)]
        for record in records:
            record["tree"], record["predicted"], record["filter_memory"] = None, None, None
        data = self.data(records)
        self.assertEqual((data["quantities"], len(data["summary"]["failed"])), ({}, 2))

    def test_a_field_that_is_a_number_in_one_record_and_text_in_another(self):
        records = synthetic.quickstart()
        records[0]["measured"]["kernel_read_bytes"] = "page cache"
        records[1]["measured"]["kernel_read_bytes"] = 5
        self.assertNotIn("kernel_read_bytes", self.data(records)["quantities"])


if __name__ == "__main__":
    unittest.main()

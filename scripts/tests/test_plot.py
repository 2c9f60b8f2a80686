"""plot.py from records to files: what is drawn is what the records say, and errors are one line."""

import contextlib
import csv
import io
import json
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import plot
from tests import synthetic

BITS = "filter memory (bits per key)"


class PlotCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def plot(self, *arguments):
        """Exit status, stdout and stderr of plot.py."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = plot.main(list(arguments))
        return status, out.getvalue(), err.getvalue()

    def sweep(self, *arguments):
        """As plot, of this folder's main figure only, and as SVG unless said otherwise."""
        return self.plot(self.folder, "--figure", "sweep", "--formats", "svg", *arguments)

    def rows(self, name="wasted_ios_per_lookup"):
        path = os.path.join(self.folder, "figures", name + ".csv")
        with open(path, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


class DrawsWhatTheRecordsSay(PlotCase):
    def test_quickstart_gives_svg_png_and_csv_of_each_figure(self):
        synthetic.write_lines(self.folder, synthetic.quickstart())
        status, out, err = self.plot(self.folder)
        self.assertEqual((status, err), (0, ""))
        names = ("fpr_by_level", "ios_per_lookup", "ladder", "latency", "wasted_ios_per_lookup")
        folder = os.path.join(self.folder, "figures")
        self.assertEqual(sorted(os.listdir(folder)),
                         [f"{n}.{e}" for n in names for e in ("csv", "png", "svg")])
        self.assertEqual(sorted(out.split()), [os.path.join(folder, n)
                                               for n in sorted(os.listdir(folder))])

    def test_csv_holds_the_values_of_every_record(self):
        records = synthetic.quickstart()
        synthetic.write_lines(self.folder, records)
        self.sweep()
        rows = self.rows()
        self.assertEqual(len(rows), len(records))
        for record in records:
            row, = [r for r in rows if r["series"] == record["params"]["filters.allocation"]
                    and r[BITS] == str(record["params"]["filters.bits_per_key"])]
            measured, predicted = record["measured"], record["predicted"]
            self.assertEqual(float(row["measured"]), measured["wasted_ios_per_lookup"])
            self.assertEqual(float(row["predicted"]), predicted["wasted_ios_per_lookup"])
            self.assertEqual([float(row["predicted_low"]), float(row["predicted_high"])],
                             predicted["wasted_ios_per_lookup_pi95"])
            self.assertLess(float(row["measured_low"]), float(row["measured"]))
            self.assertGreater(float(row["measured_high"]), float(row["measured"]))

    def test_failed_points_are_marked_and_listed(self):
        records = synthetic.quickstart()
        records[4] = synthetic.record(records[4]["params"], status="failed")
        synthetic.write_lines(self.folder, records)
        status, _, err = self.sweep()
        self.assertEqual(status, 0)
        self.assertIn("the disk is full", err)
        failed = [r for r in self.rows() if r["failed_repetitions"] == "1"]
        self.assertEqual([(r["series"], r["measured"]) for r in failed], [("uniform", "")])

    def test_all_points_failed_still_draws_the_prediction(self):
        synthetic.write_lines(self.folder, [synthetic.record(r["params"], status="failed")
                                            for r in synthetic.quickstart()])
        status, _, _ = self.sweep()
        self.assertEqual(status, 0)

    def test_repetitions_become_one_point(self):
        params = {"filters.bits_per_key": 5}
        records = [synthetic.record(params, repetition=i) for i in range(3)]
        synthetic.write_lines(self.folder, records)
        self.assertEqual(self.sweep()[0], 0)
        row, = self.rows()
        wasted = sum(r["measured"]["wasted_ios"] for r in records)
        lookups = sum(r["measured"]["lookups"] for r in records)
        self.assertAlmostEqual(float(row["measured"]), wasted / lookups, places=12)

    def test_another_quantity_and_axes_by_name(self):
        synthetic.write_lines(self.folder, synthetic.quickstart())
        status, _, err = self.sweep("--x", "filters.allocation", "--y",
                                    "measured.latency_us.p90", "--series",
                                    "filters.bits_per_key")
        self.assertEqual((status, err), (0, ""))
        rows = self.rows("latency_us_p90")
        self.assertEqual({r["allocation"] for r in rows}, {"uniform", "monkey"})
        self.assertEqual(len({r["series"] for r in rows}), 10)

    def test_where_narrows_the_records(self):
        synthetic.write_lines(self.folder, synthetic.quickstart())
        self.sweep("--where", "filters.allocation=monkey")
        self.assertEqual(len(self.rows()), 10)

    def test_zero_counts_are_drawn_on_a_log_axis(self):
        records = synthetic.quickstart()
        records[-1]["measured"].update(wasted_ios=0, wasted_ios_per_lookup=0,
                                       ios_per_lookup_histogram=[16384])
        synthetic.write_lines(self.folder, records)
        self.assertEqual(self.sweep("--logy")[0], 0)
        self.assertEqual(self.rows()[-1]["measured"], "0.0")

    def test_equal_records_give_equal_bytes(self):
        synthetic.write_lines(self.folder, synthetic.quickstart())
        drawn = []
        for _ in range(2):
            self.sweep("--formats", "svg,pdf,png")
            folder = os.path.join(self.folder, "figures")
            for name in sorted(os.listdir(folder)):
                with open(os.path.join(folder, name), "rb") as file:
                    drawn.append(file.read())
        self.assertEqual(len(drawn), 8)
        self.assertEqual(drawn[:4], drawn[4:])

    def test_fonts_are_in_the_files(self):
        synthetic.write_lines(self.folder, synthetic.quickstart())
        self.sweep("--formats", "svg,pdf", "--style", "paper")
        base = os.path.join(self.folder, "figures", "wasted_ios_per_lookup")
        with open(base + ".svg", encoding="utf-8") as file:
            self.assertNotIn("<text", file.read())
        with open(base + ".pdf", "rb") as file:
            self.assertIn(b"/FontFile2", file.read())


class SaysWhatIsWrongInOneLine(PlotCase):
    def assert_refused(self, words, *arguments):
        status, out, err = self.plot(*(arguments or (self.folder,)))
        self.assertEqual((status, out), (2, ""))
        self.assertEqual(len(err.splitlines()), 1, err)
        self.assertIn(words, err)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "figures")))

    def test_newer_schema(self):
        records = synthetic.quickstart()
        records[3]["schema_version"] = 2
        synthetic.write_lines(self.folder, records)
        self.assert_refused("points.jsonl:4: written with schema_version 2")

    def test_newer_results_document(self):
        path = os.path.join(self.folder, "results.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"schema_version": 7, "entries": {}}')
        self.assert_refused("schema_version 7")

    def test_empty_sweep(self):
        synthetic.write_lines(self.folder, [])
        self.assert_refused("no records")

    def test_missing_and_mistyped_fields(self):
        for name, value, words in (("params", None, "has no params"),
                                   ("status", 3, "mistyped status"),
                                   ("schema_version", None, "has no schema_version")):
            record = {**synthetic.record({}), name: value}
            synthetic.write_lines(self.folder, [record])
            self.assert_refused(words)

    def test_quantity_that_no_record_has(self):
        synthetic.write_lines(self.folder, synthetic.quickstart())
        self.assert_refused("measured.wasted_io", self.folder, "--y", "measured.wasted_io")

    def test_quantity_that_is_no_number(self):
        synthetic.write_lines(self.folder, synthetic.quickstart())
        self.assert_refused("should be a number", self.folder, "--y", "ios_per_lookup_pmf")

    def test_parameter_that_no_record_has(self):
        synthetic.write_lines(self.folder, synthetic.quickstart())
        self.assert_refused("filters.bits", self.folder, "--x", "filters.bits")

    def test_value_that_no_record_has(self):
        synthetic.write_lines(self.folder, synthetic.quickstart())
        self.assert_refused("no such record", self.folder, "--where", "filters.allocation=monky")

    def test_broken_line_in_the_middle(self):
        path = synthetic.write_lines(self.folder, synthetic.quickstart())
        with open(path, "a", encoding="utf-8") as file:
            file.write('{"half\n')
        self.assert_refused("points.jsonl:21: not valid JSON")

    def test_nan_is_not_json(self):
        synthetic.write_lines(self.folder, [], '{"schema_version": NaN}\n')
        self.assert_refused("NaN")

    def test_only_a_torn_line(self):
        synthetic.write_lines(self.folder, [], '{"schema_')
        self.assert_refused("no records")

    def test_no_such_path_and_no_results_there(self):
        self.assert_refused("No such file", os.path.join(self.folder, "gone.jsonl"))
        self.assert_refused("neither results.json nor points.jsonl")

    def test_bytes_that_are_not_text(self):
        with open(os.path.join(self.folder, "points.jsonl"), "wb") as file:
            file.write(b"\xff\xfe\n")
        self.assert_refused("not UTF-8")

    def test_output_that_cannot_be_written(self):
        path = synthetic.write_lines(self.folder, synthetic.quickstart())
        self.assert_refused("Not a directory", path, "-o", os.path.join(path, "figures"))


class ReadsSeveralResults(PlotCase):
    def test_shards_of_one_experiment_become_one_figure(self):
        records = synthetic.quickstart()
        paths = []
        for name, shard in (("a", records[:12]), ("b", records[8:])):
            os.mkdir(os.path.join(self.folder, name))
            paths.append(synthetic.write_lines(os.path.join(self.folder, name), shard))
        out = os.path.join(self.folder, "figures")
        status, _, err = self.plot(*paths, "-o", out, "--figure", "sweep", "--formats", "svg")
        self.assertEqual((status, err, len(self.rows())), (0, "", 20))


class ReadsWhatWasWrittenLast(PlotCase):
    def test_points_that_go_beyond_the_results_are_drawn(self):
        path = synthetic.write_lines(self.folder, synthetic.quickstart())
        with open(os.path.join(self.folder, "results.json"), "w", encoding="utf-8") as file:
            json.dump({"schema_version": 1, "records": synthetic.quickstart()[:4]}, file)
        os.utime(path, (1, 1))
        self.sweep()
        self.assertEqual(len(self.rows()), 4)
        os.utime(path)
        os.utime(os.path.join(self.folder, "results.json"), (1, 1))
        self.sweep()
        self.assertEqual(len(self.rows()), 20)


class ForgivesOnlyATornLastLine(PlotCase):
    def test_torn_last_line_is_left_out_with_a_note(self):
        synthetic.write_lines(self.folder, synthetic.quickstart(), '{"schema_version": 1, "exp')
        status, _, err = self.sweep()
        self.assertEqual(status, 0)
        self.assertEqual(len(err.splitlines()), 1)
        self.assertIn("points.jsonl:21: the last line is torn", err)
        self.assertEqual(len(self.rows()), 20)


if __name__ == "__main__":
    unittest.main()

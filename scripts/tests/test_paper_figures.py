"""The papers' figures: configs, series beside the papers' points, rendering."""

import contextlib
import io
import json
import os
import subprocess
import tempfile
import unittest

import paper_results
from paper import beside, claims, draw, figures, guide, published, question, table
from plots import render_paper, style
from plots.estimates import Estimate
from plots.records import ResultsError
from tests import synthetic

CONFIGS = question.configs(paper_results.CONFIGS)
FULL = question.configs(os.path.join(paper_results.CONFIGS, "full"))
NO_FIGURE = {"monkey_setup"}  # a table


def eleven_c(failed=()):
    """Figure 11C and made-up records of it; points of these bits fail."""
    records = [synthetic.record({"filters.bits_per_key": bits, "filters.allocation": allocation},
                                status="failed" if bits in failed else "ok")
               for bits in figures.BITS for allocation in ("uniform", "monkey")]
    return figures.figure_named("monkey_11c"), records


class Configs(unittest.TestCase):
    def test_each_says_its_figure_question_set_up_and_departures(self):
        for path in [*CONFIGS.values(), *FULL.values()]:
            with self.subTest(path):
                self.assertTrue(question.of_config(path).departs)

    def test_those_of_full_size_take_the_place_of_another(self):
        self.assertLessEqual(set(FULL), set(CONFIGS))

    def test_a_question_of_another_form_is_refused(self):
        for text in ("M17 figure 7. Why? Set-up: x.", "Why? Set-up: x. Departs: y."):
            with self.assertRaises(ValueError):
                question.parts(text)

    def test_each_has_a_figure_of_its_name_and_each_figure_a_config(self):
        self.assertEqual({figure.name for figure in figures.FIGURES}, set(CONFIGS) - NO_FIGURE)
        for name, path in CONFIGS.items():
            with self.subTest(name), open(path, encoding="utf-8") as file:
                self.assertEqual(json.load(file)["name"], name)

    def test_their_page_is_current(self):
        with open(os.path.join(paper_results.CONFIGS, "README.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), paper_results.configs_page(),
                             "run: scripts/paper_results.py --configs")

    def test_gains_of_zero_result_figures_rest_on_as_many_lookups_as_they_need(self):
        for figure in figures.FIGURES:
            with self.subTest(figure.name), open(CONFIGS[figure.name], encoding="utf-8") as file:
                if figure.zero:
                    self.assertEqual(json.load(file)["workload"]["lookups"], "auto")

    def test_a_figure_has_an_x_for_each_point_of_the_paper(self):
        data = published.load()
        for figure in figures.FIGURES:
            for series in figure.series if figure.kind != "frontier" else ():
                for key in filter(None, (series.points, series.model)):
                    values = data.get(figure.place[0], {}).get(figure.place[1], {}).get(key)
                    if isinstance(values, list):
                        with self.subTest(figure.name):
                            self.assertEqual(len(values), len(figure.paper_x))


class Beside(unittest.TestCase):
    def test_the_papers_times_become_ios_and_meet_our_points(self):
        figure, records = eleven_c()
        drawing = draw.drawing_of(figure, records, published.load())
        uniform = drawing.panels[0].series[0]
        self.assertAlmostEqual(dict(uniform.paper)[5].value, 5.525 / 7.751)
        self.assertEqual([x for x, _ in uniform.measured], list(figures.BITS))
        self.assertAlmostEqual(dict(uniform.predicted)[0].value, synthetic.LEVELS)

    def test_a_lookup_that_finds_its_key_costs_one_io_more(self):
        record = synthetic.record({"filters.bits_per_key": 5, "filters.allocation": "uniform"},
                                  config={"workload": {"existing_fraction": 1}})
        record["measured"]["block_reads"] = (record["measured"]["wasted_ios"]
                                             + record["measured"]["lookups"])
        wasted = record["predicted"]["wasted_ios_per_lookup"]
        self.assertAlmostEqual(beside.predicted_ios([record]).value, wasted + 1)
        counted = record["measured"]["wasted_ios_per_lookup"]
        self.assertAlmostEqual(beside.measured_ios([record]).value, counted + 1)

    def test_records_of_another_figure_are_refused(self):
        figure, _ = eleven_c()
        other = [synthetic.record({"filters.bits_per_key": 1, "filters.allocation": "hill_climb"})]
        with self.assertRaisesRegex(ResultsError, "no record belongs"):
            draw.drawing_of(figure, other, published.load())

    def test_errors_of_a_ratio_add_in_quadrature(self):
        ratio = beside.ratio(Estimate(10, 10 / 1.03, 10 * 1.03), Estimate(5, 5 / 1.04, 5 * 1.04))
        self.assertAlmostEqual(ratio.value, 2)
        self.assertAlmostEqual(ratio.high / 2, 1.05, places=2)
        self.assertAlmostEqual(2 / ratio.low, ratio.high / 2)


    def test_behind_a_block_cache_there_is_no_prediction(self):
        _, records = eleven_c()
        self.assertIsNotNone(beside.predicted_ios(records[:1]))
        records[0]["config"].setdefault("storage", {})["block_cache_bytes"] = 4096
        self.assertIsNone(beside.predicted_ios(records[:1]))


class Render(unittest.TestCase):
    def drawn(self, failed=()):
        figure, records = eleven_c(failed)
        style.use("screen")
        drawing = draw.drawing_of(figure, records, published.load())
        return drawing, render_paper.render(drawing, "screen")

    def test_shows_prediction_measurement_and_the_papers_points(self):
        _, fig = self.drawn()
        axis = fig.axes[0]
        hollow = [line for line in axis.lines if line.get_markerfacecolor() == "none"]
        self.assertEqual([len(line.get_xdata()) for line in hollow], [11, 11])
        texts = [text.get_text() for text in axis.get_legend().get_texts()]
        self.assertIn("paper's points", texts)
        self.assertNotIn("failed", texts)

    def test_a_failed_point_is_drawn_as_such_and_stands_in_the_table(self):
        drawing, fig = self.drawn(failed=(4,))
        axis = fig.axes[0]
        crosses = [line for line in axis.lines if line.get_marker() == "x"]
        self.assertEqual([list(line.get_xdata()) for line in crosses], [[4], [4]])
        predicted = dict(drawing.panels[0].series[0].predicted)[4].value
        self.assertAlmostEqual(crosses[0].get_ydata()[0], predicted)
        self.assertIn("failed", [text.get_text() for text in axis.get_legend().get_texts()])
        failed = [row for row in drawing.rows() if row[2] == "failed"]
        self.assertEqual([row[3] for row in failed], [4, 4])


class Claims(unittest.TestCase):
    def test_each_is_about_a_figure_and_series_that_exist(self):
        for claim in claims.CLAIMS:
            with self.subTest(claim.says):
                figure = figures.figure_named(claim.figure)
                self.assertIsNotNone(figure)
                part = {s.name: () for s in figure.series}
                self.assertIsNone(claim.measure([part for _ in claim.panels] or part))

    def test_a_figure_that_was_not_run_leaves_its_claims_unjudged(self):
        finding = claims.find(claims.CLAIMS[0], None)
        self.assertEqual(finding.verdict, claims.UNKNOWN)

    def test_made_up_records_of_the_theory_hold_the_claim_on_memory(self):
        figure, records = eleven_c()
        claim = next(c for c in claims.CLAIMS if c.figure == figure.name)
        finding = claims.find(claim, draw.drawing_of(figure, records, published.load()))
        self.assertEqual(finding.verdict, claims.HOLDS)
        # One bit for uniform costs 6.185; Monkey is there between 0 and 1 bits per key.
        self.assertGreater(finding.predicted.value, 0.6)


class Counts(unittest.TestCase):
    def runs(self, **changes):
        """Two runs of one figure; the second has other times and `changes` in its counts."""
        folders = []
        for times, changed in ((1.0, {}), (2.0, changes)):
            _, records = eleven_c()
            for record in records:
                record["measured"]["latency_us"]["mean"] = times
            records[3]["measured"].update(changed)
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            os.makedirs(os.path.join(folder.name, "records", "monkey_11c"))
            synthetic.write_lines(os.path.join(folder.name, "records", "monkey_11c"), records)
            folders.append(folder.name)
        return folders

    def compare(self, folders):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            status = paper_results.main([folders[0], "--same-counts-as", folders[1]])
        return status, out.getvalue()

    def test_times_may_differ(self):
        self.assertEqual(self.compare(self.runs()), (0, "22 points, the same counts in both\n"))

    def test_a_count_that_differs_is_named(self):
        status, out = self.compare(self.runs(wasted_ios=7))
        self.assertEqual(status, 1)
        self.assertIn("monkey_11c: filters.bits_per_key=1 filters.allocation=\"monkey\": "
                      "measured.wasted_ios\n", out)

    def test_a_point_that_one_run_lacks_is_named(self):
        first, second = self.runs()
        path = os.path.join(second, "records", "monkey_11c", "points.jsonl")
        with open(path, encoding="utf-8") as file:
            lines = file.readlines()
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(lines[1:])
        status, out = self.compare((first, second))
        self.assertEqual((status, out.count("only in the first")), (1, 1))


class Committed(unittest.TestCase):
    """results/paper as it stands in the repository."""

    @classmethod
    def setUpClass(cls):
        cls.folder = os.path.join(paper_results.ROOT, "results", "paper")
        cls.records = paper_results.read_all(os.path.join(cls.folder, "records"))
        cls.drawings = paper_results.drawings_of(cls.records)

    def test_every_figure_was_run_and_no_point_failed(self):
        self.assertEqual(set(self.records), set(CONFIGS))
        self.assertEqual({r["status"] for members in self.records.values() for r in members},
                         {"ok"})

    def test_its_pages_are_what_its_records_say(self):
        for name, text in paper_results.pages(self.folder, self.records, self.drawings).items():
            with self.subTest(name):
                with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                    self.assertEqual(file.read(), text, "run: scripts/paper_results.py")

    def test_the_default_set_up_lies_inside_the_prediction_of_both_allocations(self):
        rows = table.setup_rows(self.records["monkey_setup"])
        self.assertEqual({(row[0], row[2], row[5]) for row in rows},
                         {("uniform", "0.9051", "inside"), ("monkey", "0.3593", "inside")})

    def test_gains_of_zero_result_figures_lie_within_a_tenth_of_the_predicted_ones(self):
        for figure in figures.FIGURES:
            if figure.zero:
                drawing = self.drawings[figure.name]
                offs = table.off_prediction(drawing)
                self.assertEqual(len(offs), len(table.gains(drawing, "predicted")), figure.name)
                for off in offs:
                    self.assertLessEqual(abs(off - 1), table.RATIO_MARGIN, figure.name)


class Errata(unittest.TestCase):
    FOLDER = os.path.join(paper_results.ROOT, "results", "paper", "errata")
    PROGRAM = os.path.join(os.environ.get("BITLADDER_BINARY_DIR", ""), "bitladder_errata")

    def committed(self, name):
        with open(os.path.join(self.FOLDER, name + ".md"), encoding="utf-8") as file:
            return file.read()

    def test_the_guide_reads_a_gain_of_five_where_the_figure_has_4_3(self):
        page = guide.figure_11a(published.load())
        self.assertIn("| LevelDB over Monkey | 5 | 4.34 |", page)
        self.assertEqual(page, self.committed("guide_figure_11a"))

    @unittest.skipUnless(os.path.isfile(PROGRAM), "the program is not built")
    def test_committed_pages_are_what_the_program_prints(self):
        names = subprocess.run([self.PROGRAM], capture_output=True, text=True, check=True).stdout
        for name in names.split():
            with self.subTest(name):
                page = subprocess.run([self.PROGRAM, name], capture_output=True, text=True,
                                      check=True).stdout
                self.assertEqual(page, self.committed(name), "run: scripts/reproduce.sh")


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""The bitladder command as people and scripts use it: what it prints, where, and its exit status.

    cli_test.py BITLADDER SOURCE_DIR
"""

import glob
import json
import os
import subprocess
import sys
import tempfile
import unittest

import jsonschema

BITLADDER = ""
SOURCE_DIR = ""

WORKED_EXAMPLE = ["allocate", "--entries-per-level", "9000,90000,900000,9000000", "--policy",
                  "uniform,monkey"]


def run(*arguments, directory=None):
    return subprocess.run([BITLADDER, *arguments], capture_output=True, cwd=directory, timeout=60,
                          check=False)


def answer(*arguments):
    result = run(*arguments)
    assert result.returncode == 0, result.stderr
    assert result.stderr == b"", result.stderr
    return result.stdout.decode()


def configs():
    """Every experiment in configs/; folders named data hold what figures are compared with."""
    everything = glob.glob(os.path.join(SOURCE_DIR, "configs", "*", "**", "*.json"), recursive=True)
    found = sorted(path for path in everything
                   if os.path.basename(os.path.dirname(path)) != "data")
    assert len(found) >= 5, found
    return found


class Allocate(unittest.TestCase):
    def reference(self):
        with open(os.path.join(SOURCE_DIR, "sim", "reference_values.json"), encoding="utf-8") as f:
            return json.load(f)["seed_tree_T10_L4_h10"]

    def near(self, value, expected):
        self.assertLessEqual(abs(value - expected), 1e-9 * abs(expected), (value, expected))

    def test_gives_the_worked_example_to_all_digits_of_the_reference(self):
        out = answer(*WORKED_EXAMPLE, "--bits-per-key", "10", "--json")
        self.assertEqual(out.count("\n"), 1)
        uniform, monkey = json.loads(out)["policies"]
        reference = self.reference()
        for ladder, name in ((uniform, "uniform"), (monkey, "monkey")):
            self.assertEqual(list(ladder), ["policy", "budget_bits", "spent_bits",
                                            "wasted_ios_per_lookup", "levels"])
            self.assertEqual(ladder["policy"], name)
            self.assertEqual(ladder["budget_bits"], 99990000)
            self.near(ladder["spent_bits"], 99990000)
            self.near(ladder["wasted_ios_per_lookup"], reference["R_" + name])
            for level, row in zip(ladder["levels"], reference["rows"], strict=True):
                self.assertEqual(list(level), ["level", "runs", "entries", "bits_per_key", "fpr"])
                for key in ("level", "runs", "entries"):
                    self.assertEqual(level[key], row[key])
                self.near(level["bits_per_key"], row["bits_" + name])
                self.near(level["fpr"], row["fpr_" + name])

    def test_gives_the_digits_that_the_papers_readers_compute_by_hand(self):
        uniform, monkey = json.loads(answer(*WORKED_EXAMPLE, "--bits-per-key", "10",
                                            "--json"))["policies"]
        self.assertEqual(f"{uniform['wasted_ios_per_lookup']:.7f}", "0.0327702")
        self.assertEqual(f"{monkey['wasted_ios_per_lookup']:.7f}", "0.0117448")
        self.assertEqual([f"{level['bits_per_key']:.4f}" for level in monkey["levels"]],
                         ["23.8470", "19.0545", "14.2619", "9.4694"])
        ratio = uniform["wasted_ios_per_lookup"] / monkey["wasted_ios_per_lookup"]
        self.assertEqual(f"{ratio:.4f}", "2.7902")

    def test_reaches_uniforms_cost_with_the_memory_that_the_optimum_needs(self):
        ladder = json.loads(answer(*WORKED_EXAMPLE[:3], "--policy", "monkey", "--memory-bits",
                                   "78634955", "--json"))["policies"][0]
        self.assertLess(abs(ladder["wasted_ios_per_lookup"] - 0.0327702), 5e-8)

    def test_says_how_much_less_memory_the_optimum_needs_for_uniforms_cost(self):
        out = answer(*WORKED_EXAMPLE, "--bits-per-key", "10")
        needed = self.reference()["M_monkey_same_R"]
        saved = self.reference()["memory_saving"]
        self.assertIn(f"monkey needs {needed / 1e6:.6g} Mbit for the cost of uniform: "
                      f"{100 * saved:.2f} % less.", out)
        self.assertIn("uniform wastes 2.7902 times the I/Os of monkey.", out)

    def test_lets_the_mix_of_lookups_move_bits_only_where_it_is_asked_for(self):
        mixed = ["--existing-per-missing", "2", "--bits-per-key", "10"]
        monkey, general = json.loads(answer(*WORKED_EXAMPLE[:3], "--policy",
                                            "monkey,monkey_general", *mixed, "--json"))["policies"]
        self.assertEqual(monkey["levels"], json.loads(answer(
            *WORKED_EXAMPLE[:3], "--policy", "monkey", "--bits-per-key", "10",
            "--json"))["policies"][0]["levels"])
        self.assertLess(general["wasted_ios_per_lookup"], monkey["wasted_ios_per_lookup"])

    def test_takes_a_designed_tree_and_numbers_with_exponents(self):
        listed = json.loads(answer(*WORKED_EXAMPLE, "--memory-bits", "99.99e6", "--json"))
        designed = json.loads(answer("allocate", "--entries", "9999e3", "--size-ratio", "10",
                                     "--levels", "4", "--bits-per-key", "1e1", "--json"))
        for a, b in zip(listed["policies"], designed["policies"], strict=True):
            self.near(a["wasted_ios_per_lookup"], b["wasted_ios_per_lookup"])

    def test_gives_the_lazy_leveling_reference(self):
        # T=4, L=5, h=10: four levels of three runs, one run at the largest.
        policies = json.loads(answer("allocate", "--entries-per-level", "3,12,48,192,768",
                                     "--runs-per-level", "3,3,3,3,1", "--bits-per-key", "10",
                                     "--json"))["policies"]
        self.assertEqual([f"{p['wasted_ios_per_lookup']:.6f}" for p in policies],
                         ["0.106503", "0.022626"])

    def test_counts_the_newer_runs_of_lookups_that_find_their_key(self):
        # Two runs of 1 and 3 entries, p each, one existing lookup a missing one: (2p + 3/4 p) / 2.
        ladder = json.loads(answer("allocate", "--entries-per-level", "100,300", "--bits-per-key",
                                   "5", "--policy", "uniform", "--existing-per-missing", "1",
                                   "--json"))["policies"][0]
        self.near(ladder["wasted_ios_per_lookup"], ladder["levels"][0]["fpr"] * 2.75 / 2)

    def test_prices_levels_by_their_weights(self):
        ladder = json.loads(answer("allocate", "--entries-per-level", "100,300", "--bits-per-key",
                                   "5", "--policy", "uniform", "--weights", "0,3",
                                   "--json"))["policies"][0]
        self.near(ladder["wasted_ios_per_lookup"], 3 * ladder["levels"][1]["fpr"])

    def test_prints_tables_of_at_most_80_columns(self):
        for arguments in (["--bits-per-key", "10"], ["--bits-per-key", "0"],
                          ["--bits-per-key", "0.01", "--filter", "bloom"]):
            out = answer(*WORKED_EXAMPLE, *arguments)
            self.assertIn("monkey: ", out)
            self.assertLessEqual(max(len(line) for line in out.splitlines()), 80)


class WrongInput(unittest.TestCase):
    COMMANDS = [
        ([], "subcommand is required"),
        (["chek"], 'did you mean "check"?'),
        (["check"], "CONFIG is required"),
        (["check", "a", "b"], "b"),
        (["check", "/no/such.json"], "/no/such.json: cannot be read: No such file"),
        (["check", "."], ".: is a directory"),
        (["check", "{config}", "--set", "tree.size_ratio=1"], "/tree/size_ratio: 1 "),
        (["check", "{config}", "--set", "tree.size_ratio"], "expected path=value"),
        (["check", "{config}", "--sett", "a=b"], "--sett"),
        (["check", "{config}", "--set", "question=a\nb"], "one line of text"),
        (["plan", "/no/such.json"], "/no/such.json: "),
        (["run", "/no/such.json"], "/no/such.json: "),
        (["run", "{config}", "--set", "filters.kind=blom"], 'did you mean "bloom"?'),
        (["run", "{config}", "-o", "/dev/null/x"], "/dev/null/x"),
        (["describe", "tree.size"], "tree.size_ratio"),
        (["dump", "/no/such.ldb"], "/no/such.ldb"),
        (["dump"], "TABLE is required"),
        (["schema"], "OF is required"),
        (["schema", "confg"], "confg"),
        (["allocate"], "a tree is missing"),
        (["allocate", "--entries-per-level", "9,90"], "one of --bits-per-key and --memory-bits"),
        (["allocate", "--entries-per-level", "9,90", "--bits-per-key", "1", "--memory-bits", "9"],
         "give one of"),
        (["allocate", "--entries-per-level", "9,x", "--bits-per-key", "1"], '"x"'),
        (["allocate", "--entries-per-level", "9,", "--bits-per-key", "1"], '""'),
        (["allocate", "--entries-per-level", "9.5", "--bits-per-key", "1"], "whole number"),
        (["allocate", "--entries-per-level", "-9", "--bits-per-key", "1"], '"-9"'),
        (["allocate", "--entries-per-level", "0,0", "--bits-per-key", "1"], "no entries"),
        (["allocate", "--entries-per-level", "9,90", "--bits-per-key", "99990000"],
         "--memory-bits"),
        (["allocate", "--entries-per-level", "9,90", "--bits-per-key", "nan"], '"nan"'),
        (["allocate", "--entries-per-level", "9,90", "--runs-per-level", "1", "--bits-per-key",
          "1"], "--runs-per-level: 1 levels, but 2"),
        (["allocate", "--entries-per-level", "9,90", "--weights", "1", "--bits-per-key", "1"],
         "--weights: 1 levels"),
        (["allocate", "--entries-per-level", "9,90", "--bits-per-key", "1", "--policy", "monky"],
         "did you mean monkey?"),
        (["allocate", "--entries-per-level", "9,90", "--bits-per-key", "1", "--policy",
          "monkey,monkey"], "twice"),
        (["allocate", "--entries-per-level", "9,90", "--bits-per-key", "1", "--filter", "blom"],
         "--filter"),
        (["allocate", "--entries-per-level", "9,91", "--bits-per-key", "1", "--policy",
          "monkey_closed_form"], "give --size-ratio"),
        (["allocate", "--entries", "99", "--bits-per-key", "1"], "--size-ratio and --levels"),
        (["allocate", "--entries", "99", "--size-ratio", "4", "--levels", "3", "--merge-policy",
          "4,1", "--bits-per-key", "1"], "from 1 to T-1 = 3"),
        (["allocate", "--entries", "99", "--entries-per-level", "9", "--bits-per-key", "1"],
         "--entries-per-level lists one"),
        (["allocate", "--entries-per-level", "9,90", "--bits-per-key", "1", "--policy",
          "explicit"], "explicit"),
    ]

    def test_is_one_line_on_stderr_and_status_2_and_leaves_nothing_behind(self):
        config = os.path.join(SOURCE_DIR, "configs", "quickstart", "quickstart.json")
        for arguments, mention in self.COMMANDS:
            with self.subTest(arguments), tempfile.TemporaryDirectory() as directory:
                result = run(*[a.format(config=config) for a in arguments], directory=directory)
                self.assertEqual(result.returncode, 2, result)
                self.assertEqual(result.stdout, b"")
                line = result.stderr.decode()
                self.assertEqual(line.count("\n"), 1, line)
                self.assertTrue(line.startswith("bitladder: "), line)
                self.assertIn(mention, line)
                self.assertEqual(os.listdir(directory), [])

    def test_is_refused_in_a_file_with_its_pointer(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "bad.json")
            with open(path, "w", encoding="utf-8") as file:
                file.write('{"tree": {"entries": -1}}')
            result = run("check", path)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"{path}: /tree/entries: -1 is not allowed", result.stderr.decode())

    def test_includes_a_standard_output_that_cannot_be_written(self):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([BITLADDER, "describe"], stdout=full, stderr=subprocess.PIPE,
                                    timeout=60, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("standard output", result.stderr.decode())


class Answers(unittest.TestCase):
    def test_every_config_in_the_repository_is_right(self):
        for path in configs():
            with self.subTest(path):
                self.assertIn(": ok, ", answer("check", path))

    def test_help_of_every_command_ends_in_examples_and_goes_to_stdout(self):
        for command in ("", "run", "plan", "check", "allocate", "dump", "describe", "schema"):
            out = answer(*command.split(), "--help")
            self.assertIn("Example", out)
            self.assertIn("  bitladder ", out)

    def test_plan_lists_points_with_ids_and_what_they_need(self):
        out = answer("plan", os.path.join(SOURCE_DIR, "configs/quickstart/quickstart.json"))
        self.assertIn('filters.bits_per_key=10 filters.allocation="monkey"', out)
        self.assertIn("20 points on 1 dataset", out)
        self.assertIn("disk:", out)
        self.assertIn("memory:", out)
        self.assertRegex(out, r"time:   \d+ s .* for \d+ lookups")

    def test_set_changes_fields_and_axes(self):
        path = os.path.join(SOURCE_DIR, "configs/quickstart/quickstart.json")
        self.assertIn("ok, 2 points", answer("check", path, "--set", "filters.bits_per_key=5"))
        self.assertIn("ok, 6 points",
                      answer("check", path, "--set", "sweep.filters.bits_per_key=[1,2,3]"))
        self.assertIn("ok, 4 points",
                      answer("check", path, "--set", "filters.bits_per_key=5", "--set",
                             "sweep.tree.size_ratio=[2,4]"))

    def test_describe_tells_defaults_units_and_ranges(self):
        self.assertIn("tree.buffer_bytes = 1048576 bytes", answer("describe"))


class Stores(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        config = os.path.join(SOURCE_DIR, "configs", "smoke", "engine.json")
        run("run", config, "-o", cls.directory.name, "--keep-datasets", "--set",
            "workload.lookups=10")
        cls.store = glob.glob(os.path.join(cls.directory.name, "datasets", "*"))[0]

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def test_dump_prints_every_entry_of_a_table_unless_told_otherwise(self):
        tables = glob.glob(os.path.join(self.store, "*.ldb"))
        self.assertEqual(len(tables), 5)
        smallest = min(tables, key=os.path.getsize)
        everything, blocks = answer("dump", smallest), answer("dump", smallest, "--no-entries")
        bare = answer("dump", smallest, "--no-blocks")
        self.assertGreaterEqual(everything.count("\n"), blocks.count("\n") + 256)
        self.assertGreater(blocks.count("\n"), bare.count("\n"))

    def test_dump_of_a_damaged_table_is_status_1_and_names_the_file(self):
        path = os.path.join(self.directory.name, "damaged.ldb")
        with open(path, "wb") as file:
            file.write(b"no table" * 100)
        result = run("dump", path)
        self.assertEqual(result.returncode, 1)
        self.assertIn(path, result.stderr.decode())


class Schema(unittest.TestCase):
    def test_committed_config_schema_is_the_one_that_the_code_writes(self):
        with open(os.path.join(SOURCE_DIR, "configs/experiment.schema.json"),
                  encoding="utf-8") as file:
            self.assertEqual(file.read(), answer("schema", "config"),
                             "run: bitladder schema config > configs/experiment.schema.json")

    def test_committed_record_schema_is_the_one_that_the_code_writes(self):
        with open(os.path.join(SOURCE_DIR, "results/record.schema.json"), encoding="utf-8") as file:
            self.assertEqual(file.read(), answer("schema", "record"),
                             "run: bitladder schema record > results/record.schema.json")

    def validator(self, of="config"):
        schema = json.loads(answer("schema", of))
        jsonschema.Draft202012Validator.check_schema(schema)
        return jsonschema.Draft202012Validator(schema)

    def test_accepts_every_record_and_the_config_in_it(self):
        records, configs_of_records = self.validator("record"), self.validator()
        engine = os.path.join(SOURCE_DIR, "configs", "smoke", "engine.json")
        model = os.path.join(SOURCE_DIR, "configs", "smoke", "model.json")
        changes = ["workload.existing_fraction=0.5", "workload.timing=none", "filters.kind=none",
                   "tree.load_order=sequential", "workload.filter_audit_probes=1000",
                   "tree.merge_policy=tiering", "storage.block_cache_bytes=65536"]
        for config, change in [(model, "repetitions=2"), *((engine, change) for change in changes)]:
            with self.subTest(change), tempfile.TemporaryDirectory() as directory:
                result = run("run", config, "-o", directory, "--set", "workload.lookups=2000",
                             "--set", change)
                self.assertEqual(result.returncode, 0, result.stderr)
                with open(os.path.join(directory, "points.jsonl"), encoding="utf-8") as file:
                    lines = file.readlines()
                self.assertGreaterEqual(len(lines), 6)
                for line in lines:
                    record = json.loads(line)
                    records.validate(record)
                    configs_of_records.validate(record["config"])

    def test_refuses_records_with_strangers_gaps_and_nulls_without_a_reason(self):
        validator = self.validator("record")
        model = os.path.join(SOURCE_DIR, "configs", "smoke", "model.json")
        with tempfile.TemporaryDirectory() as directory:
            run("run", model, "-o", directory)
            with open(os.path.join(directory, "points.jsonl"), encoding="utf-8") as file:
                record = json.loads(file.readline())
        self.assertTrue(validator.is_valid(record))
        self.assertFalse(validator.is_valid({**record, "stranger": 1}))
        self.assertFalse(validator.is_valid({k: v for k, v in record.items() if k != "point_id"}))
        self.assertFalse(validator.is_valid({k: v for k, v in record.items()
                                             if k != "measured_status"}))
        self.assertFalse(validator.is_valid({**record, "repetition": -1}))

    def test_accepts_every_config_in_the_repository(self):
        validator = self.validator()
        for path in configs():
            with self.subTest(path), open(path, encoding="utf-8") as file:
                validator.validate(json.load(file))

    def test_refuses_what_the_parser_refuses(self):
        validator = self.validator()
        for document in ({"tre": {}}, {"tree": {"size_ration": 4}}, {"tree": {"entries": -1}},
                         {"tree": {"entries": 1.5}}, {"filters": {"bits_per_key": 5237760}},
                         {"filters": {"allocation": "monky"}}, {"tree": {"size_ratio": 1}},
                         {"workload": {"lookups": "atuo"}}, {"workload": {"lookups": 0}},
                         {"tree": {"merge_policy": {"inner_runs": 2}}}, {"device": {}},
                         {"schema_version": 2}, {"sweep": {"filters.bits": [1]}},
                         {"sweep": {"tree.size_ratio": [1]}}, {"sweep": {"name": ["a"]}},
                         {"sweep": {"filters.kind": {"from": 1, "to": 2, "steps": 2}}}, []):
            with self.subTest(document):
                self.assertFalse(validator.is_valid(document))
                with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                    json.dump(document, file)
                    file.flush()
                    self.assertEqual(run("check", file.name).returncode, 2)


if __name__ == "__main__":
    BITLADDER, SOURCE_DIR = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=1)

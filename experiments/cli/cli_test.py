#!/usr/bin/python3
"""The bitladder command as people and scripts use it: what it prints, where, and its exit status.

    cli_test.py BITLADDER SOURCE_DIR
"""

import glob
import json
import os
import shutil
import subprocess
import tempfile
import unittest

import cli_runner

from cli_runner import answer, configs, main, run, source


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
        (["run", "{config}", "--shard", "3/2"], '"3/2"'),
        (["run", "{config}", "--jobs", "0"], "--jobs"),
        (["merge", "/no/such", "-o", "merged"], "/no/such: "),
        (["merge", "-o", "merged"], "DIR is required"),
        (["describe", "tree.size"], "tree.size_ratio"),
        (["tune"], "--entries is missing"),
        (["tune", "--entries", "1e9", "--memory-bytes", "1e9", "--workload", "0.5,0.5"],
         "2 shares are given"),
        (["tune", "--entries", "1e9", "--memory-bytes", "1e9", "--workload", "0.5,0,0,0.4"],
         "sum to 0.9"),
        (["tune", "--entries", "1e9", "--memory-bytes", "1", "--workload", "1,0,0,0"],
         "memory_bytes"),
        (["tune", "--entries", "1e9", "--memory-bytes", "1e9", "--workload", "1,0,0,0",
          "--policies", "fluidd"], "did you mean fluid?"),
        (["verify", "/no/such"], "/no/such"),
        (["verify"], "STORE is required"),
        (["dump", "/no/such.ldb"], "/no/such.ldb"),
        (["selftest", "--directory", "/no/such"], "/no/such: No such file"),
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
        config = source("configs", "quickstart", "quickstart.json")
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
            result = subprocess.run([cli_runner.BITLADDER, "describe"], stdout=full,
                                    stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("standard output", result.stderr.decode())


class Answers(unittest.TestCase):
    def test_every_config_in_the_repository_is_right(self):
        for path in configs():
            with self.subTest(path):
                self.assertIn(": ok, ", answer("check", path))

    def test_help_of_every_command_ends_in_examples_and_goes_to_stdout(self):
        for command in ("", "run", "plan", "check", "allocate", "tune", "verify", "dump",
                        "merge", "describe", "schema", "selftest"):
            out = answer(*command.split(), "--help")
            self.assertIn("Example", out)
            self.assertIn("  bitladder ", out)

    def test_plan_lists_points_with_ids_and_what_they_need(self):
        out = answer("plan", source("configs/quickstart/quickstart.json"))
        self.assertIn('filters.bits_per_key=10 filters.allocation="monkey"', out)
        self.assertIn("20 points on 1 dataset", out)
        self.assertIn("disk:", out)
        self.assertIn("memory:", out)
        self.assertRegex(out, r"time:   \d+ s .* for \d+ lookups")

    def test_plan_counts_the_updates_between_the_lookups(self):
        out = answer("plan", source("configs/paper/monkey_11f.json"))
        self.assertIn("26 points on 6 datasets", out)
        self.assertRegex(out, r"time:   \d+ s .* for \d+ lookups")

    def test_set_changes_fields_and_axes(self):
        path = source("configs/quickstart/quickstart.json")
        self.assertIn("ok, 2 points", answer("check", path, "--set", "filters.bits_per_key=5"))
        self.assertIn("ok, 6 points",
                      answer("check", path, "--set", "sweep.filters.bits_per_key=[1,2,3]"))
        self.assertIn("ok, 4 points",
                      answer("check", path, "--set", "filters.bits_per_key=5", "--set",
                             "sweep.tree.size_ratio=[2,4]"))

    def test_describe_tells_defaults_units_and_ranges(self):
        self.assertIn("tree.buffer_bytes = 1048576 bytes", answer("describe"))


class SmokeExperiments(unittest.TestCase):
    def test_run_to_the_end_without_a_failed_point(self):
        for path in glob.glob(source("configs", "smoke", "*.json")):
            with self.subTest(path), tempfile.TemporaryDirectory() as directory:
                result = run("run", path, "-o", directory)
                self.assertEqual(result.returncode, 0, result.stderr)
                with open(os.path.join(directory, "points.jsonl"), encoding="utf-8") as file:
                    records = [json.loads(line) for line in file]
                points = int(answer("check", path).split(", ")[1].split()[0])
                self.assertEqual(len(records), points)
                self.assertEqual({record["status"] for record in records}, {"ok"})
                again = run("run", path, "-o", directory)
                self.assertEqual(again.returncode, 0, again.stderr)
                with open(os.path.join(directory, "points.jsonl"), encoding="utf-8") as file:
                    self.assertEqual([json.loads(line) for line in file], records)


class Gate(unittest.TestCase):
    def run_gate(self, directory, *more):
        return run("run", source("configs", "smoke", "engine.json"), "-o", directory, "--gate",
                   *more)

    def test_passes_what_was_measured_and_fails_a_record_with_another_count(self):
        with tempfile.TemporaryDirectory() as directory:
            honest = self.run_gate(directory)
            self.assertEqual(honest.returncode, 0, honest)
            self.assertIn("Gate: passed", honest.stdout.decode())
            path = os.path.join(directory, "points.jsonl")
            with open(path, encoding="utf-8") as file:
                records = [json.loads(line) for line in file]
            records[1]["measured"]["wasted_ios"] *= 3
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(record) + "\n" for record in records)
            falsified = self.run_gate(directory)
            self.assertEqual(falsified.returncode, 1, falsified)
            out = falsified.stdout.decode()
            self.assertIn("Gate: FAILED", out)
            blamed = out.split("part at\n")[1].splitlines()
            self.assertEqual(len(blamed), 1, out)
            for name, value in records[1]["params"].items():
                self.assertIn(f"{name}={value}", blamed[0])

    def test_is_no_pass_where_nothing_is_measured(self):
        with tempfile.TemporaryDirectory() as directory:
            result = self.run_gate(directory, "--set", "backend=model")
            self.assertEqual(result.returncode, 1, result)
            self.assertIn("nothing could be judged", result.stdout.decode())


class SelfTest(unittest.TestCase):
    def test_exits_by_its_verdicts_and_leaves_nothing_behind(self):
        with tempfile.TemporaryDirectory() as directory:
            result = run("selftest", directory=directory)
            out = result.stdout.decode()
            for check in ("hash: ", "bloom: ", "counters: ", "O_DIRECT", "clock: "):
                self.assertIn(check, out)
            self.assertEqual(result.returncode, 1 if "FAILED" in out else 0, result)
            self.assertEqual(os.listdir(directory), [])


class Stores(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        config = source("configs", "smoke", "engine.json")
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

    def test_verify_finds_the_store_of_an_experiment_sound(self):
        out = answer("verify", self.store)
        self.assertIn("sound; 7936 entries in 5 runs", out)

    def test_verify_of_a_store_with_one_flipped_byte_is_status_1_and_names_the_file(self):
        copy = os.path.join(self.directory.name, "copy")
        shutil.copytree(self.store, copy)
        table = max(glob.glob(os.path.join(copy, "*.ldb")), key=os.path.getsize)
        with open(table, "r+b") as file:
            file.seek(1000)
            byte = file.read(1)
            file.seek(1000)
            file.write(bytes([byte[0] ^ 1]))
        result = run("verify", copy)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout, b"")
        self.assertIn(os.path.basename(table), result.stderr.decode())

    def test_dump_of_a_damaged_table_is_status_1_and_names_the_file(self):
        path = os.path.join(self.directory.name, "damaged.ldb")
        with open(path, "wb") as file:
            file.write(b"no table" * 100)
        result = run("dump", path)
        self.assertEqual(result.returncode, 1)
        self.assertIn(path, result.stderr.decode())


if __name__ == "__main__":
    main()

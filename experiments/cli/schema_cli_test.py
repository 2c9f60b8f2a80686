#!/usr/bin/python3
"""The JSON Schemas: committed ones are current, and an independent validator uses them.

    schema_cli_test.py BITLADDER SOURCE_DIR
"""

import json
import os
import tempfile
import unittest

import jsonschema

from cli_runner import answer, configs, main, run, source


class Schema(unittest.TestCase):
    def test_committed_config_schema_is_the_one_that_the_code_writes(self):
        with open(source("configs/experiment.schema.json"),
                  encoding="utf-8") as file:
            self.assertEqual(file.read(), answer("schema", "config"),
                             "run: bitladder schema config > configs/experiment.schema.json")

    def test_committed_record_schema_is_the_one_that_the_code_writes(self):
        with open(source("results/record.schema.json"), encoding="utf-8") as file:
            self.assertEqual(file.read(), answer("schema", "record"),
                             "run: bitladder schema record > results/record.schema.json")

    def validator(self, of="config"):
        schema = json.loads(answer("schema", of))
        jsonschema.Draft202012Validator.check_schema(schema)
        return jsonschema.Draft202012Validator(schema)

    def test_accepts_every_record_and_the_config_in_it(self):
        records, configs_of_records = self.validator("record"), self.validator()
        engine = source("configs", "smoke", "engine.json")
        model = source("configs", "smoke", "model.json")
        simulation = source("configs", "smoke", "simulation.json")
        changes = ["workload.existing_fraction=0.5", "workload.timing=none", "filters.kind=none",
                   "tree.load_order=sequential", "workload.filter_audit_probes=1000",
                   "tree.merge_policy=tiering", "storage.block_cache_bytes=65536"]
        for config, change in [(model, "repetitions=2"), (simulation, "repetitions=2"),
                               *((engine, change) for change in changes)]:
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
        model = source("configs", "smoke", "model.json")
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
    main()

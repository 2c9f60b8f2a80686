// The typed form of an experiment: one struct for each section of the JSON config, every field with
// its default and unit. The table of fields (names, ranges, documentation) is config/fields.cc;
// parser, `describe` and the JSON Schema are all written from that table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bitladder::experiments {

struct TreeConfig {
  std::uint64_t entries = 1047552;
  std::uint32_t key_bytes = 16;  // 8..1024
  std::uint32_t value_bytes = 992;
  std::uint64_t buffer_bytes = 1048576;
  int size_ratio = 2;                     // T, 2..1000
  std::string merge_policy = "leveling";  // leveling, tiering, lazy_leveling, fluid
  int inner_runs = 1;                     // K, only for fluid: {"inner_runs": K, "last_runs": Z}
  int last_runs = 1;                      // Z, only for fluid
  std::string levels_rule = "eq1";        // eq1, log_t: for the closed forms on the designed tree
  std::string loader = "insert";          // insert, bulk
  std::string load_order = "random";      // random, sequential
  bool operator==(const TreeConfig&) const = default;
};

struct FiltersConfig {
  std::string kind = "bloom";
  std::string allocation = "monkey";
  // For allocation "explicit": {"explicit": [bits of level 1, 2, ...]}.
  std::vector<double> explicit_bits;
  // Budget M = bits_per_key * entries on disk, unless memory_bytes is set.
  double bits_per_key = 10;
  std::uint64_t memory_bytes = 0;       // M in bytes; 0: bits_per_key counts
  std::string assigned = "after_load";  // after_load, at_creation
  std::string layout = "run";           // run, block (leveldb_bloom only)
  bool operator==(const FiltersConfig&) const = default;
};

struct WorkloadConfig {
  std::uint64_t lookups = 0;     // 0 stands for "auto"
  double existing_fraction = 0;  // 0..1
  double range_fraction = 0;
  double updates_fraction = 0;
  std::string distribution = "uniform";  // uniform, zipf, temporality, target_level
  double distribution_parameter = 0;     // zipf exponent, temporality c, or level
  std::uint64_t filter_audit_probes = 0;
  std::string timing = "per_lookup";  // none, per_lookup
  bool operator==(const WorkloadConfig&) const = default;
};

struct StorageConfig {
  std::string io = "buffered";  // buffered, mmap, direct
  std::uint32_t block_bytes = 4096;
  bool block_align = true;
  std::uint64_t block_cache_bytes = 0;
  std::string compression = "none";  // none, snappy
  bool operator==(const StorageConfig&) const = default;
};

// What an I/O costs: measured on this machine, a device by name, or prices in microseconds
// ("custom").
struct DeviceConfig {
  std::string model = "measured";
  double read_us = 0;              // one random block read
  double sequential_read_us = 0;   // one block of a merge's input
  double sequential_write_us = 0;  // one block of a merge's output
  double sync_us = 0;
  bool operator==(const DeviceConfig&) const = default;
};

// One fully resolved point: what a backend runs. `name` and `question` are left out of its id.
struct ExperimentConfig {
  std::string name;
  std::string question;
  std::string backend = "engine";  // model, simulation, engine, rocksdb, leveldb
  std::uint64_t seed_data = 1;
  std::uint64_t seed_lookups = 1;
  int repetitions = 1;
  TreeConfig tree;
  FiltersConfig filters;
  WorkloadConfig workload;
  StorageConfig storage;
  DeviceConfig device;
  bool operator==(const ExperimentConfig&) const = default;
};

}  // namespace bitladder::experiments

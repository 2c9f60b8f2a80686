#include "experiments/config/fields.h"

namespace bitladder::experiments {
namespace {

template <auto Member>
auto& Top(ExperimentConfig& config) {
  return config.*Member;
}

template <auto Section, auto Member>
auto& In(ExperimentConfig& config) {
  return config.*Section.*Member;
}

constexpr auto kTree = &ExperimentConfig::tree;
constexpr auto kFilters = &ExperimentConfig::filters;
constexpr auto kWorkload = &ExperimentConfig::workload;
constexpr auto kStorage = &ExperimentConfig::storage;
constexpr auto kDevice = &ExperimentConfig::device;

constexpr std::uint64_t kMaxEntries = 10'000'000'000'000;  // 10^13
constexpr std::uint64_t kMaxSeed = ~std::uint64_t{0};
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 50;
constexpr double kMaxBitsPerKey = 128;
constexpr double kMaxMicroseconds = 1e9;

bool BudgetIsPerKey(const ExperimentConfig& config) { return config.filters.memory_bytes == 0; }

std::vector<Field> HeadFields() {
  return {
      {"name", "", TextType{&Top<&ExperimentConfig::name>, 64, true},
       "Name of the experiment in records and figures; the file's own name when left out."},
      {"question", "", TextType{&Top<&ExperimentConfig::question>, 400},
       "The question that the experiment answers, for people."},
      {"backend", "",
       ChoiceType{&Top<&ExperimentConfig::backend>,
                  {"model", "simulation", "engine", "rocksdb", "leveldb"}},
       "What answers the points: closed forms, Monte Carlo, our store on disk, or another store."},
      {"seed_data", "", IntegerType{&Top<&ExperimentConfig::seed_data>, 0, kMaxSeed},
       "Fixes keys, tree and filters."},
      {"seed_lookups", "", IntegerType{&Top<&ExperimentConfig::seed_lookups>, 0, kMaxSeed},
       "Fixes the lookups; each point salts it with its id, each repetition with its number."},
      {"repetitions", "", IntegerType{&Top<&ExperimentConfig::repetitions>, 1, 10000},
       "How often each point is measured; repetitions change the lookups only."},
  };
}

std::vector<Field> TreeFields() {
  return {
      {"tree.entries", "entries", IntegerType{&In<kTree, &TreeConfig::entries>, 1, kMaxEntries},
       "N, distinct keys on disk; a full tree has buffer x (T^L - 1) of them."},
      {"tree.key_bytes", "bytes", IntegerType{&In<kTree, &TreeConfig::key_bytes>, 8, 1024},
       "Length of every key."},
      {"tree.value_bytes", "bytes", IntegerType{&In<kTree, &TreeConfig::value_bytes>, 0, 1 << 20},
       "Length of every value. An entry counts key + value + 16 bytes (E)."},
      {"tree.buffer_bytes", "bytes",
       IntegerType{&In<kTree, &TreeConfig::buffer_bytes>, 512, std::uint64_t{1} << 40},
       "Memory that collects inserts before a flush (M_buf)."},
      {"tree.size_ratio", "", IntegerType{&In<kTree, &TreeConfig::size_ratio>, 2, 1000},
       "T, how many times larger each level is than the one before it."},
      {"tree.merge_policy", "",
       ChoiceType{&In<kTree, &TreeConfig::merge_policy>,
                  {"leveling", "tiering", "lazy_leveling"},
                  {{"fluid",
                    "Dostoevsky's fluid LSM-tree",
                    {{"inner_runs", "runs", "K, runs at every level but the largest, 1..T-1",
                      IntegerType{&In<kTree, &TreeConfig::inner_runs>, 1, 999}},
                     {"last_runs", "runs", "Z, runs at the largest level, 1..T-1",
                      IntegerType{&In<kTree, &TreeConfig::last_runs>, 1, 999}}}}}},
       "Runs a level: 1; T-1; T-1 but 1 at the largest level; or K and Z."},
      {"tree.levels_rule", "", ChoiceType{&In<kTree, &TreeConfig::levels_rule>, {"eq1", "log_t"}},
       "L of the designed tree, for closed forms: Monkey Eq. 1, or ceil(log_T(N E / M_buf))."},
      {"tree.loader", "", ChoiceType{&In<kTree, &TreeConfig::loader>, {"insert", "bulk"}},
       "Insert through buffer and merges, or write each run of the full tree once in key order."},
      {"tree.load_order", "",
       ChoiceType{&In<kTree, &TreeConfig::load_order>, {"random", "sequential"}},
       "Order of the inserted keys; sequential runs are disjoint in key space."},
  };
}

std::vector<Field> FilterFields() {
  return {
      {"filters.kind", "",
       ChoiceType{
           &In<kFilters, &FiltersConfig::kind>,
           {"bloom", "leveldb_bloom", "blocked_bloom", "ribbon", "binary_fuse", "none", "ideal"}},
       "The filter of every run; ideal (p = e^(-b ln2^2)) only where nothing is built."},
      {"filters.allocation", "",
       ChoiceType{&In<kFilters, &FiltersConfig::allocation>,
                  {"uniform", "monkey", "monkey_closed_form", "monkey_asymptotic", "monkey_general",
                   "monkey_general_closed_form", "hill_climb", "filters_for_hits", "curve_aware"},
                  {{"explicit",
                    "bits per key by hand",
                    {{"explicit", "bits per key", "of level 1 (smallest), 2, ...",
                      NumberListType{&In<kFilters, &FiltersConfig::explicit_bits>, 0,
                                     kMaxBitsPerKey, 64}}}}}},
       "How the budget is divided among the runs."},
      {"filters.bits_per_key", "bits per key",
       NumberType{&In<kFilters, &FiltersConfig::bits_per_key>, 0, kMaxBitsPerKey},
       "Budget h: filter memory M = h x entries on disk.",
       "a total belongs into filters.memory_bytes", &BudgetIsPerKey,
       "filters.memory_bytes gives the budget; keep one of the two"},
      {"filters.memory_bytes", "bytes",
       IntegerType{&In<kFilters, &FiltersConfig::memory_bytes>, 0, kMaxBytes},
       "Budget M as a total, in place of bits_per_key; 0: bits_per_key counts."},
      {"filters.assigned", "",
       ChoiceType{&In<kFilters, &FiltersConfig::assigned>, {"after_load", "at_creation"}},
       "For the tree as it stands, or each run keeps what it got when it was written."},
      {"filters.layout", "", ChoiceType{&In<kFilters, &FiltersConfig::layout>, {"run", "block"}},
       "One filter a run, or (leveldb_bloom) one for each 2 KiB of data as LevelDB lays them out."},
  };
}

std::vector<Field> WorkloadFields() {
  return {
      {"workload.lookups", "lookups",
       IntegerType{&In<kWorkload, &WorkloadConfig::lookups>, 1, 10'000'000'000, "auto"},
       "Point lookups; auto: 16384 or more, for 2.5 % on uniform against Monkey if no key "
       "repeats."},
      {"workload.existing_fraction", "fraction",
       NumberType{&In<kWorkload, &WorkloadConfig::existing_fraction>, 0, 1},
       "Share of lookups whose key exists (v)."},
      {"workload.range_fraction", "fraction",
       NumberType{&In<kWorkload, &WorkloadConfig::range_fraction>, 0, 1},
       "Share of operations that are range lookups (q)."},
      {"workload.updates_fraction", "fraction",
       NumberType{&In<kWorkload, &WorkloadConfig::updates_fraction>, 0, 1},
       "Share of operations that put a new entry (w), spread evenly between the lookups."},
      {"workload.distribution", "",
       ChoiceType{
           &In<kWorkload, &WorkloadConfig::distribution>,
           {"uniform"},
           {{"zipf",
             "skewed popularity of absent and of existing keys, whatever their age",
             {{"zipf", "exponent", "s of rank^-s",
               NumberType{&In<kWorkload, &WorkloadConfig::distribution_parameter>, 0, 10}}}},
            {"temporality",
             "recent entries are read more (Monkey Fig. 11D)",
             {{"temporality", "fraction", "c: the newest c of the entries get 1-c of the lookups",
               NumberType{&In<kWorkload, &WorkloadConfig::distribution_parameter>, 0, 1}}}},
            {"target_level",
             "existing keys of one level (TODS Fig. 13B)",
             {{"target_level", "level", "1 is the smallest",
               NumberType{&In<kWorkload, &WorkloadConfig::distribution_parameter>, 1, 64,
                          true}}}}}},
       "Which keys the lookups ask for."},
      {"workload.filter_audit_probes", "probes",
       IntegerType{&In<kWorkload, &WorkloadConfig::filter_audit_probes>, 0, 10'000'000'000},
       "Filter-only probes of every run, so that rates of 1e-5 are measured too."},
      {"workload.timing", "",
       ChoiceType{&In<kWorkload, &WorkloadConfig::timing>, {"none", "per_lookup"}},
       "Counters only, or a clock reading around each lookup."},
  };
}

std::vector<Field> StorageFields() {
  return {
      {"storage.io", "",
       ChoiceType{&In<kStorage, &StorageConfig::io>, {"buffered", "mmap", "direct"}},
       "pread with random-access advice, memory map, or O_DIRECT."},
      {"storage.block_bytes", "bytes",
       IntegerType{&In<kStorage, &StorageConfig::block_bytes>, 256, 1 << 20},
       "Data block size: what one wasted I/O reads."},
      {"storage.block_align", "", FlagType{&In<kStorage, &StorageConfig::block_align>},
       "Pad blocks so that block and trailer lie within one block_bytes page."},
      {"storage.block_cache_bytes", "bytes",
       IntegerType{&In<kStorage, &StorageConfig::block_cache_bytes>, 0, kMaxBytes},
       "LRU cache over data blocks; 0: none."},
      {"storage.compression", "",
       ChoiceType{&In<kStorage, &StorageConfig::compression>, {"none", "snappy"}},
       "Of data blocks."},
      {"device", "",
       ChoiceType{
           &In<kDevice, &DeviceConfig::model>,
           {"measured", "hdd", "sata_ssd", "nvme", "cloud_volume", "object_store"},
           {{"custom",
             "prices by value",
             {{"read_us", "us", "one random block read",
               NumberType{&In<kDevice, &DeviceConfig::read_us>, 0, kMaxMicroseconds}},
              {"sequential_read_us", "us", "one block of a merge's input",
               NumberType{&In<kDevice, &DeviceConfig::sequential_read_us>, 0, kMaxMicroseconds},
               false},
              {"sequential_write_us", "us", "one block of a merge's output",
               NumberType{&In<kDevice, &DeviceConfig::sequential_write_us>, 0, kMaxMicroseconds},
               false},
              {"sync_us", "us", "one sync",
               NumberType{&In<kDevice, &DeviceConfig::sync_us>, 0, kMaxMicroseconds}, false}}}}},
       "What an I/O costs: measured here, a modelled device, or prices; models never sleep."},
  };
}

std::vector<Field> MakeFields() {
  std::vector<Field> all;
  for (auto* make : {HeadFields, TreeFields, FilterFields, WorkloadFields, StorageFields}) {
    for (Field& field : make()) all.push_back(std::move(field));
  }
  return all;
}

}  // namespace

std::span<const Field> Fields() {
  static const std::vector<Field> fields = MakeFields();
  return fields;
}

const Field* FindField(std::string_view path) {
  for (const Field& field : Fields()) {
    if (field.path == path) return &field;
  }
  return nullptr;
}

std::string_view SectionOf(const Field& field) {
  const std::size_t dot = field.path.find('.');
  return dot == std::string_view::npos ? std::string_view() : field.path.substr(0, dot);
}

std::string_view NameOf(const Field& field) {
  const std::size_t dot = field.path.find('.');
  return dot == std::string_view::npos ? field.path : field.path.substr(dot + 1);
}

}  // namespace bitladder::experiments

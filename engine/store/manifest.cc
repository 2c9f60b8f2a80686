#include "engine/store/manifest.h"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "engine/store/file_names.h"
#include "engine/table/format.h"

namespace bitladder::engine {
namespace {

constexpr std::string_view kMagic = "bitladder manifest 1\n";
constexpr std::uint64_t kMaxLevel = 64;  // T >= 2 fills no more with 64-bit counts

void AppendSpec(std::string* out, const FilterSpec& spec) {
  out->push_back(static_cast<char>(spec.kind));
  AppendVarint32(out, spec.bits_per_key_1024);
}

void AppendAssignment(std::string* out, const FilterAssignment& assignment) {
  AppendSpec(out, assignment.spec);
  out->push_back(static_cast<char>(assignment.layout));
}

void AppendRun(std::string* out, const RunMeta& run) {
  AppendVarint64(out, static_cast<std::uint64_t>(run.level));
  for (const std::uint64_t number :
       {run.file_number, run.buffers, run.table.entries, run.table.distinct_keys,
        run.table.deletions, run.table.logical_bytes, run.table.file_bytes, run.table.data_blocks,
        run.table.filter_block_bytes}) {
    AppendVarint64(out, number);
  }
  AppendSpec(out, run.table.filter);
  AppendLengthPrefixed(out, run.table.smallest);
  AppendLengthPrefixed(out, run.table.largest);
  out->push_back(run.assigned ? 1 : 0);
  if (run.assigned) {
    AppendAssignment(out, *run.assigned);
  }
}

// Takes fields off the front of a record. After the first malformed one every field reads as zero
// and ok() is false, so that callers check once.
class FieldReader {
 public:
  explicit FieldReader(std::string_view record) : rest_(record) {}

  bool ok() const { return ok_; }
  bool finished() const { return ok_ && rest_.empty(); }
  void Require(bool condition) { ok_ = ok_ && condition; }

  std::uint64_t Number() {
    std::uint64_t value = 0;
    Require(ok_ && GetVarint64(&rest_, &value));
    return ok_ ? value : 0;
  }
  bool Flag() {
    const unsigned char byte = Byte();
    Require(byte <= 1);
    return byte == 1;
  }
  FilterSpec Spec() {
    FilterSpec spec;
    const unsigned char kind = Byte();
    Require(kind <= static_cast<unsigned char>(FilterKind::kBinaryFuse));
    spec.kind = static_cast<FilterKind>(kind);
    const std::uint64_t bits = Number();
    Require(bits <= kMaxBitsPerKey1024);
    spec.bits_per_key_1024 = static_cast<std::uint32_t>(bits);
    return spec;
  }
  FilterAssignment Assignment() {
    FilterAssignment assignment;
    assignment.spec = Spec();
    assignment.layout = Flag() ? FilterLayout::kBlock : FilterLayout::kRun;
    return assignment;
  }
  std::string InternalKey() {
    std::string_view key;
    Require(ok_ && GetLengthPrefixed(&rest_, &key) && key.size() >= 8);
    return ok_ ? std::string(key) : std::string();
  }
  void Magic(std::string_view magic) {
    Require(rest_.starts_with(magic));
    rest_.remove_prefix(ok_ ? magic.size() : 0);
  }
  // At most as many as there are bytes left, so that a damaged count cannot ask for much memory.
  std::uint64_t Count() {
    const std::uint64_t count = Number();
    Require(count <= rest_.size());
    return ok_ ? count : 0;
  }

 private:
  unsigned char Byte() {
    Require(!rest_.empty());
    if (!ok_) {
      return 0;
    }
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }

  std::string_view rest_;
  bool ok_ = true;
};

RunMeta ReadRun(FieldReader& fields) {
  RunMeta run;
  const std::uint64_t level = fields.Number();
  fields.Require(level >= 1 && level <= kMaxLevel);
  run.level = fields.ok() ? static_cast<int>(level) : 1;
  for (std::uint64_t* number :
       {&run.file_number, &run.buffers, &run.table.entries, &run.table.distinct_keys,
        &run.table.deletions, &run.table.logical_bytes, &run.table.file_bytes,
        &run.table.data_blocks, &run.table.filter_block_bytes}) {
    *number = fields.Number();
  }
  fields.Require(run.buffers >= 1 && run.table.distinct_keys >= 1 &&
                 run.table.distinct_keys <= run.table.entries &&
                 run.table.deletions <= run.table.entries);
  run.table.filter = fields.Spec();
  run.table.smallest = fields.InternalKey();
  run.table.largest = fields.InternalKey();
  fields.Require(!fields.ok() || CompareInternalKeys(run.table.smallest, run.table.largest) <= 0);
  if (fields.Flag()) {
    run.assigned = fields.Assignment();
  }
  return run;
}

Status CheckState(const StoreState& state) {
  std::unordered_set<std::uint64_t> numbers;
  int level = 1;
  for (const RunMeta& run : state.version.runs) {
    if (run.level < level) {
      return Fail(ErrorCode::kCorruption,
                  fmt::format("run {} of level {} follows a run of level {}", run.file_number,
                              run.level, level));
    }
    level = run.level;
    if (run.file_number >= state.next_file_number || !numbers.insert(run.file_number).second) {
      return Fail(
          ErrorCode::kCorruption,
          fmt::format("file number {} occurs twice or was never given out", run.file_number));
    }
  }
  if (state.log_number >= state.next_file_number || state.next_file_number > kMaxFileNumber ||
      state.last_sequence > kMaxSequence) {
    return Fail(
        ErrorCode::kCorruption,
        fmt::format("log number {}, file number {} or sequence number {} was never given out",
                    state.log_number, state.next_file_number, state.last_sequence));
  }
  return {};
}

}  // namespace

Result<StoreState> Apply(const StoreState& state, const ManifestEdit& edit) {
  const auto& runs = state.version.runs;
  const bool fits = edit.newest_removed <= runs.size() &&
                    edit.last_sequence >= state.last_sequence &&
                    edit.next_file_number >= state.next_file_number &&
                    (!edit.added || edit.newest_removed == runs.size() ||
                     edit.added->level <= runs[edit.newest_removed].level);
  if (!fits) {
    return Fail(ErrorCode::kCorruption, "an edit does not fit the edits before it");
  }
  StoreState next{Replace(state.version, edit.newest_removed, edit.added), edit.log_number,
                  edit.next_file_number, edit.last_sequence, std::nullopt};
  if (!edit.assigned.empty()) {
    if (edit.assigned.size() != next.version.runs.size()) {
      return Fail(ErrorCode::kCorruption,
                  fmt::format("filters for {} runs assigned to {} runs", edit.assigned.size(),
                              next.version.runs.size()));
    }
    for (std::size_t i = 0; i < edit.assigned.size(); ++i) {
      next.version.runs[i].assigned = edit.assigned[i];
    }
  }
  ENGINE_TRY(CheckState(next));
  return next;
}

std::string EncodeState(const StoreState& state) {
  std::string record(kMagic);
  AppendVarint64(&record, state.log_number);
  AppendVarint64(&record, state.next_file_number);
  AppendVarint64(&record, state.last_sequence);
  record.push_back(state.sealed_log_bytes ? 1 : 0);
  if (state.sealed_log_bytes) {
    AppendVarint64(&record, *state.sealed_log_bytes);
  }
  AppendVarint64(&record, state.version.runs.size());
  for (const RunMeta& run : state.version.runs) {
    AppendRun(&record, run);
  }
  return record;
}

Result<StoreState> DecodeState(std::string_view record) {
  FieldReader fields(record);
  fields.Magic(kMagic);
  if (!fields.ok()) {
    return Fail(ErrorCode::kCorruption, "not a manifest of this program");
  }
  StoreState state;
  state.log_number = fields.Number();
  state.next_file_number = fields.Number();
  state.last_sequence = fields.Number();
  if (fields.Flag()) {
    state.sealed_log_bytes = fields.Number();
  }
  const std::uint64_t runs = fields.Count();
  for (std::uint64_t i = 0; i < runs && fields.ok(); ++i) {
    state.version.runs.push_back(ReadRun(fields));
  }
  if (!fields.finished()) {
    return Fail(ErrorCode::kCorruption, "a state is malformed");
  }
  ENGINE_TRY(CheckState(state));
  return state;
}

std::string EncodeEdit(const ManifestEdit& edit) {
  std::string record;
  AppendVarint64(&record, edit.log_number);
  AppendVarint64(&record, edit.next_file_number);
  AppendVarint64(&record, edit.last_sequence);
  AppendVarint64(&record, edit.newest_removed);
  record.push_back(edit.added ? 1 : 0);
  if (edit.added) {
    AppendRun(&record, *edit.added);
  }
  AppendVarint64(&record, edit.assigned.size());
  for (const FilterAssignment& assignment : edit.assigned) {
    AppendAssignment(&record, assignment);
  }
  return record;
}

Result<ManifestEdit> DecodeEdit(std::string_view record) {
  FieldReader fields(record);
  ManifestEdit edit;
  edit.log_number = fields.Number();
  edit.next_file_number = fields.Number();
  edit.last_sequence = fields.Number();
  edit.newest_removed = fields.Number();
  if (fields.Flag()) {
    edit.added = ReadRun(fields);
  }
  const std::uint64_t assigned = fields.Count();
  for (std::uint64_t i = 0; i < assigned && fields.ok(); ++i) {
    edit.assigned.push_back(fields.Assignment());
  }
  if (!fields.finished()) {
    return Fail(ErrorCode::kCorruption, "an edit is malformed");
  }
  return edit;
}

}  // namespace bitladder::engine

// points.jsonl: every record that an experiment has written, one a line, across interruptions.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "experiments/config/json.h"
#include "experiments/result/durable_file.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

// The members of a record by which it is found again; nullopt where they are missing or mistyped.
struct RecordKey {
  std::string point_id;
  std::uint64_t repetition = 0;
  auto operator<=>(const RecordKey&) const = default;
};
std::optional<RecordKey> KeyOf(const Json& record);

class Journal {
 public:
  // Reads what is there. A last line without its line break was torn by a crash and is dropped,
  // from the file too; any other line that is no record is an error naming file and line. `fresh`
  // forgets all earlier records.
  static Result<Journal> Open(const std::string& path, bool fresh);

  bool empty() const { return records_.empty(); }

  // The last record of that key; null when there is none.
  const Json* Find(const RecordKey& key) const;

  // Durable on return.
  Status Append(const RecordKey& key, Json record);

 private:
  Journal() = default;
  void Keep(const RecordKey& key, Json record);

  std::unique_ptr<LineFile> file_;
  std::map<RecordKey, Json> records_;  // the last of each key
  std::uint64_t lines_ = 0;
};

}  // namespace bitladder::experiments

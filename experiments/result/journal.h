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

// What a points.jsonl holds.
struct JournalContents {
  std::map<RecordKey, Json> records;  // the last of each key
  std::uint64_t whole_bytes = 0;      // without a torn last line
};

// Nothing where there is no file. A last line without its line break was torn by a crash and is
// left out; any other line that is no record is a kConfig error naming file and line.
Result<JournalContents> ReadJournal(const std::string& path);

class Journal {
 public:
  // Locks the file and reads what is there; a torn last line goes from the file too. `fresh`
  // forgets all earlier records. kConfig while another run has it open.
  static Result<Journal> Open(const std::string& path, bool fresh);

  bool empty() const { return records_.empty(); }

  // The last record of that key; null when there is none.
  const Json* Find(const RecordKey& key) const;

  // Durable on return.
  Status Append(const RecordKey& key, Json record);

 private:
  Journal() = default;

  std::unique_ptr<LineFile> file_;
  std::map<RecordKey, Json> records_;  // the last of each key
};

}  // namespace bitladder::experiments

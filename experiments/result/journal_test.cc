#include "experiments/result/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/result/temporary_directory_for_test.h"

namespace bitladder::experiments {
namespace {

using ::testing::HasSubstr;

Json RecordOf(const std::string& id, std::uint64_t repetition, const std::string& status) {
  return Json(JsonObject{
      {"point_id", Json(id)}, {"repetition", Json(repetition)}, {"status", Json(status)}});
}

std::string StatusIn(const Journal& journal, const RecordKey& key) {
  const Json* record = journal.Find(key);
  return record == nullptr ? "none" : *record->Find("status")->text();
}

TEST(Journal, FindsWhatAnEarlierRunAppended) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("points.jsonl");
  {
    auto journal = Journal::Open(path, false);
    ASSERT_TRUE(journal.has_value());
    EXPECT_TRUE(journal->empty());
    ASSERT_TRUE(journal->Append({"a", 0}, RecordOf("a", 0, "ok")).has_value());
    ASSERT_TRUE(journal->Append({"a", 1}, RecordOf("a", 1, "failed")).has_value());
    ASSERT_TRUE(journal->Append({"a", 1}, RecordOf("a", 1, "ok")).has_value());
  }
  const auto journal = Journal::Open(path, false);
  ASSERT_TRUE(journal.has_value());
  EXPECT_EQ(StatusIn(*journal, {"a", 0}), "ok");
  EXPECT_EQ(StatusIn(*journal, {"a", 1}), "ok") << "the last record of a key counts";
  EXPECT_EQ(StatusIn(*journal, {"a", 2}), "none");
  EXPECT_EQ(StatusIn(*journal, {"b", 0}), "none");
}

// Cut at every length: whole lines are found, the torn one is gone, and the next record starts a
// line.
TEST(Journal, ForgivesATornLastLineWhereverItWasTorn) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("points.jsonl");
  const std::string first = WriteJson(RecordOf("a", 0, "ok")) + "\n";
  const std::string second = WriteJson(RecordOf("b", 0, "ok")) + "\n";
  for (std::size_t bytes = 0; bytes <= second.size(); ++bytes) {
    WriteText(path, first + second.substr(0, bytes));
    {
      auto journal = Journal::Open(path, false);
      ASSERT_TRUE(journal.has_value()) << bytes;
      EXPECT_EQ(StatusIn(*journal, {"a", 0}), "ok");
      EXPECT_EQ(StatusIn(*journal, {"b", 0}), bytes == second.size() ? "ok" : "none") << bytes;
      ASSERT_TRUE(journal->Append({"c", 0}, RecordOf("c", 0, "ok")).has_value());
    }
    const std::string kept = bytes == second.size() ? first + second : first;
    EXPECT_EQ(ReadText(path), kept + WriteJson(RecordOf("c", 0, "ok")) + "\n") << bytes;
  }
}

TEST(Journal, NamesFileAndLineOfAnyOtherDamage) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("points.jsonl");
  const std::string good = WriteJson(RecordOf("a", 0, "ok")) + "\n";
  for (const std::string bad : {"{\"point_id\":\n", "7\n", "\n", "{\"point_id\":\"a\"}\n",
                                "{\"point_id\":\"a\",\"repetition\":-1}\n"}) {
    WriteText(path, good + bad + good);
    const auto journal = Journal::Open(path, false);
    ASSERT_FALSE(journal.has_value()) << bad;
    EXPECT_EQ(journal.error().kind, ErrorKind::kConfig);
    EXPECT_THAT(journal.error().message, HasSubstr(path + ": line 2"));
    EXPECT_EQ(ReadText(path), good + bad + good) << "nothing is thrown away";
  }
}

TEST(Journal, ForgetsEarlierRecordsWhenItStartsFresh) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("points.jsonl");
  WriteText(path, "no record at all\n");
  const auto journal = Journal::Open(path, true);
  ASSERT_TRUE(journal.has_value());
  EXPECT_TRUE(journal->empty());
  EXPECT_EQ(ReadText(path), "");
}

}  // namespace
}  // namespace bitladder::experiments

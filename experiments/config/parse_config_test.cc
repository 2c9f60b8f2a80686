// The table of fields against the struct: every field is read, written, described and in the
// schema.
#include "experiments/config/parse_config.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "experiments/config/describe.h"
#include "experiments/config/field_value.h"
#include "experiments/config/fields.h"
#include "experiments/config/schema.h"
#include "experiments/config/strict_json.h"
#include "sim/allocate/allocation.h"
#include "sim/filter/fpr_model.h"

namespace bitladder::experiments {
namespace {

using ::testing::HasSubstr;

// For each field a value that is not its default, as a config file would give it, by hand.
const std::map<std::string, std::string>& OtherValues() {
  static const std::map<std::string, std::string> values = {
      {"name", R"("fig11c")"},
      {"question", R"("Why – and \"how\"?")"},
      {"backend", R"("model")"},
      {"seed_data", "18446744073709551615"},
      {"seed_lookups", "0"},
      {"repetitions", "3"},
      {"tree.entries", "10000000000000"},
      {"tree.key_bytes", "8"},
      {"tree.value_bytes", "0"},
      {"tree.buffer_bytes", "65536"},
      {"tree.size_ratio", "10"},
      {"tree.merge_policy", R"({"inner_runs":3,"last_runs":2})"},
      {"tree.levels_rule", R"("log_t")"},
      {"tree.loader", R"("bulk")"},
      {"tree.load_order", R"("sequential")"},
      {"filters.kind", R"("ribbon")"},
      {"filters.allocation", R"({"explicit":[16.5,10,0]})"},
      {"filters.bits_per_key", "0.1"},
      {"filters.memory_bytes", "12498750"},
      {"filters.assigned", R"("at_creation")"},
      {"filters.layout", R"("block")"},
      {"workload.lookups", "16384"},
      {"workload.existing_fraction", "0.25"},
      {"workload.range_fraction", "0.5"},
      {"workload.updates_fraction", "1e-07"},
      {"workload.distribution", R"({"zipf":0.99})"},
      {"workload.filter_audit_probes", "1000000"},
      {"workload.timing", R"("none")"},
      {"storage.io", R"("direct")"},
      {"storage.block_bytes", "512"},
      {"storage.block_align", "false"},
      {"storage.block_cache_bytes", "1048576"},
      {"storage.compression", R"("snappy")"},
      {"device",
       R"({"read_us":7751,"sequential_read_us":40,"sequential_write_us":80.5,"sync_us":0})"},
  };
  return values;
}

std::string DocumentWith(const Field& field, const std::string& value) {
  const std::string member = fmt::format("\"{}\":{}", NameOf(field), value);
  if (SectionOf(field).empty()) return fmt::format("{{{}}}", member);
  return fmt::format("{{\"{}\":{{{}}}}}", SectionOf(field), member);
}

Result<ExperimentConfig> Parse(const std::string& text) {
  const Result<Json> json = ParseStrictJson(text);
  if (!json) return tl::unexpected<Error>(json.error());
  return ConfigFromJson(*json);
}

TEST(ConfigFields, AreReadAndWrittenBackAsTheyWereGiven) {
  ASSERT_EQ(OtherValues().size(), Fields().size());
  for (const Field& field : Fields()) {
    SCOPED_TRACE(std::string(field.path));
    const std::string& value = OtherValues().at(std::string(field.path));
    Result<ExperimentConfig> config = Parse(DocumentWith(field, value));
    ASSERT_TRUE(config.has_value()) << config.error().message;
    EXPECT_NE(*config, ExperimentConfig());
    EXPECT_EQ(WriteJson(WriteField(field, *config)), value);
    const Result<ExperimentConfig> again = Parse(CanonicalConfigJson(*config));
    ASSERT_TRUE(again.has_value()) << again.error().message;
    EXPECT_EQ(*again, *config);
  }
}

TEST(ConfigFields, ChangeTheirOwnMemberAlone) {
  for (const Field& field : Fields()) {
    Result<ExperimentConfig> config =
        Parse(DocumentWith(field, OtherValues().at(std::string(field.path))));
    ASSERT_TRUE(config.has_value());
    for (const Field& other : Fields()) {
      if (other.path == field.path) continue;
      EXPECT_EQ(WriteField(other, *config), DefaultOf(other)) << field.path << " " << other.path;
    }
  }
}

TEST(ConfigFields, ReadTheEndsOfTheirRangesAndNothingBeyond) {
  for (const Field& field : Fields()) {
    SCOPED_TRACE(std::string(field.path));
    if (const auto* type = std::get_if<IntegerType>(&field.type)) {
      EXPECT_TRUE(Parse(DocumentWith(field, std::to_string(type->min))).has_value());
      EXPECT_TRUE(Parse(DocumentWith(field, std::to_string(type->max))).has_value());
      EXPECT_FALSE(Parse(DocumentWith(field, "-1")).has_value());
      if (type->min > 0) {
        EXPECT_FALSE(Parse(DocumentWith(field, std::to_string(type->min - 1))).has_value());
      }
      if (type->max < ~std::uint64_t{0}) {
        EXPECT_FALSE(Parse(DocumentWith(field, std::to_string(type->max + 1))).has_value());
      }
    }
    if (const auto* type = std::get_if<ChoiceType>(&field.type)) {
      for (const std::string_view word : type->words) {
        EXPECT_TRUE(Parse(DocumentWith(field, fmt::format("\"{}\"", word))).has_value());
      }
    }
  }
}

TEST(ConfigFields, HaveDefaultsThatTheyAllow) {
  for (const Field& field : Fields()) {
    ExperimentConfig config;
    const Status read = ReadField(field, DefaultOf(field), "", &config);
    EXPECT_TRUE(read.has_value()) << field.path << read.error().message;
  }
  EXPECT_EQ(Parse(CanonicalConfigJson(ExperimentConfig())).value(), ExperimentConfig());
}

TEST(ConfigFields, HaveDocumentationOnOneLineAndUniquePaths) {
  std::set<std::string_view> paths;
  for (const Field& field : Fields()) {
    EXPECT_TRUE(paths.insert(field.path).second) << field.path;
    EXPECT_FALSE(field.doc.empty()) << field.path;
    EXPECT_TRUE(field.doc.ends_with('.')) << field.path;
    EXPECT_LE(field.doc.size(), 100u) << field.path;
    EXPECT_EQ(field.applies != nullptr, !field.idle_because.empty()) << field.path;
  }
}

TEST(ConfigFields, ReadWholeNumbersInAnyNotation) {
  const Result<ExperimentConfig> config = Parse(R"({"tree":{"entries":9e6,"size_ratio":4.0}})");
  ASSERT_TRUE(config.has_value()) << config.error().message;
  EXPECT_EQ(config->tree.entries, 9000000u);
  EXPECT_EQ(config->tree.size_ratio, 4);
}

TEST(ConfigFields, ReadEveryObjectForm) {
  EXPECT_EQ(Parse(R"({"workload":{"distribution":{"target_level":3}}})")->workload.distribution,
            "target_level");
  EXPECT_EQ(Parse(R"({"workload":{"distribution":{"temporality":0.1}}})")
                ->workload.distribution_parameter,
            0.1);
  const ExperimentConfig fluid =
      Parse(R"({"tree":{"merge_policy":{"last_runs":2,"inner_runs":5}}})").value();
  EXPECT_EQ(fluid.tree.merge_policy, "fluid");
  EXPECT_EQ(fluid.tree.inner_runs, 5);
  EXPECT_EQ(fluid.tree.last_runs, 2);
  EXPECT_EQ(Parse(R"({"device":{"read_us":7751}})")->device.model, "custom");
}

TEST(ConfigFields, KnowEveryPolicyAndFilterKindOfTheTheory) {
  for (const sim::AllocationPolicy& policy : sim::AllocationPolicies()) {
    if (policy.name == "explicit") continue;  // an object with the bits
    ExperimentConfig config;
    EXPECT_TRUE(ReadField(*FindField("filters.allocation"), Json(policy.name), "", &config));
  }
  for (const std::string_view kind : sim::FprModelNames()) {
    ExperimentConfig config;
    EXPECT_TRUE(ReadField(*FindField("filters.kind"), Json(kind), "", &config)) << kind;
  }
}

TEST(CanonicalConfig, IsTheSameForEveryWayOfWritingAConfig) {
  const ExperimentConfig a =
      Parse(R"({"tree":{"entries":4096,"size_ratio":2},"filters":{"bits_per_key":5.0}})").value();
  const ExperimentConfig b =
      Parse(R"({ "filters" : {"bits_per_key": 50e-1}, "tree": {"entries": 4.096e3} })").value();
  EXPECT_EQ(CanonicalConfigJson(a), CanonicalConfigJson(b));
  EXPECT_THAT(CanonicalConfigJson(a), HasSubstr(R"("bits_per_key":5,)"));
  EXPECT_THAT(CanonicalConfigJson(a), HasSubstr(R"({"backend":"engine","device":"measured",)"));
}

TEST(CanonicalConfig, LeavesOutABudgetThatDoesNotCount) {
  const ExperimentConfig config = Parse(R"({"filters":{"memory_bytes":4096}})").value();
  EXPECT_THAT(CanonicalConfigJson(config), ::testing::Not(HasSubstr("bits_per_key")));
}

TEST(Describe, ListsEveryFieldWithDefaultAllowedValuesAndDocumentation) {
  const std::string text = DescribeFields().value();
  for (const Field& field : Fields()) {
    EXPECT_THAT(text, HasSubstr(fmt::format("{} = {}", field.path, WriteJson(DefaultOf(field)))));
  }
  EXPECT_THAT(text, HasSubstr("tree.size_ratio = 2\n"));
  EXPECT_THAT(text, HasSubstr("Allowed: an integer from 2 to 1000\n"));
  EXPECT_THAT(text, HasSubstr("storage.block_bytes = 4096 bytes\n"));
}

TEST(Describe, KeepsToOneFieldOrSectionAndNamesTheNearest) {
  EXPECT_THAT(DescribeFields("tree").value(), ::testing::Not(HasSubstr("filters.kind")));
  EXPECT_THAT(DescribeFields("filters.kind").value(), HasSubstr("filters.kind = \"bloom\""));
  EXPECT_THAT(DescribeFields("filter.kind").error().message, HasSubstr("\"filters.kind\""));
}

TEST(ConfigSchema, HasEveryFieldAndIsJson) {
  const Result<Json> schema = ParseStrictJson(ConfigSchema());
  ASSERT_TRUE(schema.has_value()) << schema.error().message;
  for (const Field& field : Fields()) {
    const Json* node = schema->Find("properties");
    if (!SectionOf(field).empty()) {
      node = node->Find(SectionOf(field));
      ASSERT_NE(node, nullptr) << field.path;
      node = node->Find("properties");
    }
    node = node->Find(NameOf(field));
    ASSERT_NE(node, nullptr) << field.path;
    EXPECT_EQ(*node->Find("default"), DefaultOf(field)) << field.path;
  }
}

}  // namespace
}  // namespace bitladder::experiments

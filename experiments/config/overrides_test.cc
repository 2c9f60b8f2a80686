// --set: what it changes in the document, and what it refuses.
#include "experiments/config/overrides.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "experiments/config/load_plan.h"

namespace bitladder::experiments {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;

Plan Load(const std::string& text, const std::vector<std::string>& overrides) {
  Result<Plan> plan = PlanFromText(text, "test", overrides);
  EXPECT_TRUE(plan.has_value()) << plan.error().message;
  return plan ? *plan : Plan();
}

TEST(Override, SetsAFieldAsJsonOrAsAWord) {
  const Plan plan = Load("{}", {"tree.size_ratio=4", "filters.allocation=uniform",
                                "tree.merge_policy={\"inner_runs\":2,\"last_runs\":1}",
                                "question=Why 5 = 5?", "name=5"});
  const ExperimentConfig& config = plan.points.at(0).config;
  EXPECT_EQ(config.tree.size_ratio, 4);
  EXPECT_EQ(config.filters.allocation, "uniform");
  EXPECT_EQ(config.tree.inner_runs, 2);
  EXPECT_EQ(config.question, "Why 5 = 5?");
  EXPECT_EQ(config.name, "5");
}

TEST(Override, OfASweptFieldTakesItsAxisOut) {
  const Plan plan = Load(R"({"sweep":{"seed_data":[1,2],"seed_lookups":[3,4]}})", {"seed_data=9"});
  EXPECT_THAT(plan.axes, ElementsAre("seed_lookups"));
  ASSERT_EQ(plan.points.size(), 2u);
  EXPECT_EQ(plan.points[1].config.seed_data, 9u);
}

TEST(Override, GivesAnAxisOrReplacesOne) {
  const Plan plan =
      Load(R"({"sweep":{"seed_data":[1,2]}})", {"sweep.seed_data=[5]", "sweep.seed_lookups=[6]"});
  ASSERT_EQ(plan.points.size(), 1u);
  EXPECT_THAT(plan.points[0].params,
              ElementsAre(Pair("seed_data", "5"), Pair("seed_lookups", "6")));
}

struct RefusedSet {
  const char* behaviour;
  std::vector<std::string> overrides;
  std::vector<std::string> mentions;
};

void PrintTo(const RefusedSet& refused, std::ostream* out) { *out << refused.behaviour; }

class RefusedOverride : public ::testing::TestWithParam<RefusedSet> {};

TEST_P(RefusedOverride, BeginsWithTheOverrideAndNamesTheMend) {
  const Result<Plan> plan = PlanFromText("{}", "test", GetParam().overrides);
  ASSERT_FALSE(plan.has_value());
  EXPECT_THAT(plan.error().message, StartsWith("--set " + GetParam().overrides.back()));
  for (const std::string& mention : GetParam().mentions) {
    EXPECT_THAT(plan.error().message, HasSubstr(mention));
  }
}

INSTANTIATE_TEST_SUITE_P(
    , RefusedOverride,
    ::testing::Values(
        RefusedSet{"WithoutAValue", {"tree.size_ratio"}, {"expected path=value"}},
        RefusedSet{"WithoutAPath", {"=4"}, {"expected path=value"}},
        RefusedSet{"OfAMisspeltPath", {"tree.size_ratoi=4"}, {"\"tree.size_ratio\""}},
        RefusedSet{"OutOfRange", {"tree.size_ratio=1"}, {"/tree/size_ratio: 1 ", "from 2 to 1000"}},
        RefusedSet{"OfAMisspeltWord", {"filters.kind=bloon"}, {"did you mean \"bloom\"?"}},
        RefusedSet{"GivenTwice", {"seed_data=1", "seed_data=2"}, {"set twice"}},
        RefusedSet{"OfAnAxisWithoutField", {"sweep.x=[1]"}, {"/sweep/x"}},
        RefusedSet{"OfInvalidUtf8", {"question=\xff"}, {"ill-formed UTF-8"}}),
    [](const auto& test) { return std::string(test.param.behaviour); });

}  // namespace
}  // namespace bitladder::experiments

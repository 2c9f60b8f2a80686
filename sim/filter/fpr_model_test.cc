// What every kind of model promises, checked over every kind.
#include "sim/filter/fpr_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace bitladder::sim {
namespace {

class EveryFprModel : public testing::TestWithParam<std::string_view> {
 protected:
  const std::unique_ptr<FprModel> model_ = MakeFprModel(GetParam()).value();
};

TEST_P(EveryFprModel, BearsTheNameThatItWasAskedFor) { EXPECT_EQ(model_->name(), GetParam()); }

TEST_P(EveryFprModel, SaysMaybeToEverythingWithoutBits) {
  for (const double entries : {1.0, 1000.0, 1e13}) {
    EXPECT_EQ(model_->Fpr(0, entries), 1);
    EXPECT_EQ(model_->FprSd(0, entries), 0);
    EXPECT_EQ(model_->SpentBits(0, entries), 0);
    EXPECT_EQ(model_->BitsPerKeyFor(1, entries), 0);
  }
}

TEST_P(EveryFprModel, NeverSpendsMoreThanTheRequestButForLevelDb) {
  for (double entries = 1; entries < 1e14; entries *= 1.7) {
    for (double bits = 0.001; bits < 200; bits *= 1.13) {
      const double spent = model_->SpentBits(bits, entries);
      EXPECT_GE(spent, 0);
      const bool is_leveldb = GetParam() == "leveldb_bloom";  // rounds up to bytes and to 64 bits
      EXPECT_LE(spent, is_leveldb ? std::max(64.0, bits * entries + 7) : bits * entries)
          << bits << " " << entries;
    }
  }
}

TEST_P(EveryFprModel, ExpectedFilterTakesTheBitsThatTheKindSpends) {
  for (const double entries : {1.0, 77.0, 20000.0}) {
    for (const double bits : {0.01, 0.5, 3.0, 10.0, 40.0}) {
      const ExpectedFilter filter = model_->Expect(bits, entries);
      EXPECT_EQ(filter.spent_bits, model_->SpentBits(bits, entries));
      if (filter.spent_bits == 0) {
        EXPECT_EQ(filter.fpr, 1);
        EXPECT_EQ(filter.fpr_sd, 0);
      }
    }
  }
}

TEST_P(EveryFprModel, RatesAreProbabilitiesAndTheirDeviationsFinite) {
  for (double entries = 1; entries < 1e14; entries *= 7) {
    for (double bits = 0.01; bits < 200; bits *= 1.3) {
      const double rate = model_->Fpr(bits, entries);
      EXPECT_TRUE(rate > 0 && rate <= 1) << bits << " " << entries << " " << rate;
      const double sd = model_->FprSd(bits, entries);
      EXPECT_TRUE(sd >= 0 && sd < 1) << bits << " " << entries << " " << sd;
    }
  }
}

TEST_P(EveryFprModel, BitsForARateReachIt) {
  for (double entries = 1; entries < 1e14; entries *= 31) {
    for (double fpr = 0.9; fpr > 1e-6; fpr *= 0.37) {
      const double bits = model_->BitsPerKeyFor(fpr, entries);
      if (std::isinf(bits)) continue;
      EXPECT_LE(model_->Fpr(bits, entries), fpr * (1 + 1e-12)) << entries;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryFprModel, testing::ValuesIn(FprModelNames()),
                         [](const auto& kind) { return std::string(kind.param); });

TEST(FprModels, UnknownNameListsTheKnownOnes) {
  const auto model = MakeFprModel("blom");
  ASSERT_FALSE(model.has_value());
  EXPECT_NE(model.error().message.find("\"blom\""), std::string::npos);
  for (const std::string_view name : FprModelNames()) {
    EXPECT_NE(model.error().message.find(name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace bitladder::sim

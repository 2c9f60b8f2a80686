#include "sim/filter/ideal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "sim/filter/reference_values_for_test.h"

namespace bitladder::sim {
namespace {

TEST(IdealModel, MeetsTheReferenceRates) {
  const auto model = MakeIdealModel();
  for (const auto& row : ReferenceValues()["bloom_integer_k"]) {
    const double ideal = row["ideal"];
    EXPECT_NEAR(model->Fpr(row["bits"], 1000) / ideal, 1, 1e-14) << row;
  }
}

TEST(IdealModel, HalvingTheRateCosts1Point4427BitsFromAnywhere) {
  const auto model = MakeIdealModel();
  for (const double fpr : {1.0, 0.5, 0.01, 1e-6}) {
    const double step = model->BitsPerKeyFor(fpr / 2, 10) - model->BitsPerKeyFor(fpr, 10);
    EXPECT_NEAR(step, 1.4426950408889634, 1e-12) << fpr;
  }
}

TEST(IdealModel, SpendsEveryBitAndHasNoSpread) {
  const auto model = MakeIdealModel();
  EXPECT_EQ(model->SpentBits(3.7, 11), 3.7 * 11);
  EXPECT_EQ(model->FprSd(3.7, 11), 0);
}

}  // namespace
}  // namespace bitladder::sim

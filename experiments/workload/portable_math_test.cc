#include "experiments/workload/portable_math.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bitladder::experiments {
namespace {

void ExpectClose(double value, double expected, double relative, double x) {
  EXPECT_NEAR(value, expected, relative * std::abs(expected) + 1e-300) << x;
}

// The C library as the other computation: its results are within an ulp or so of the true ones.
TEST(PortableMath, AgreesWithTheLibraryFarBeyondWhatADrawCanShow) {
  for (double x = 1e-6; x < 1e18; x *= 1.0173) {
    EXPECT_NEAR(PortableLog(x), std::log(x), 1e-14 * std::abs(std::log(x)) + 1e-16) << x;
  }
  EXPECT_EQ(PortableLog(1), 0);
  for (double x = -690; x < 690; x += 0.317) ExpectClose(PortableExp(x), std::exp(x), 1e-13, x);
  EXPECT_EQ(PortableExp(0), 1);
  for (double x = 1e-9; x < 300; x *= 1.09) {
    ExpectClose(PortableExpm1OverX(x), std::expm1(x) / x, 1e-12, x);
    ExpectClose(PortableExpm1OverX(-x), std::expm1(-x) / -x, 1e-12, -x);
    ExpectClose(PortableLog1pOverX(x), std::log1p(x) / x, 1e-12, x);
    if (x < 1) ExpectClose(PortableLog1pOverX(-x), std::log1p(-x) / -x, 1e-12, -x);
  }
  EXPECT_EQ(PortableExpm1OverX(0), 1);
  EXPECT_EQ(PortableLog1pOverX(0), 1);
}

}  // namespace
}  // namespace bitladder::experiments

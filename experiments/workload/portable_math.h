// Logarithm and exponential from the four operations alone. The last digit of std::log and std::exp
// differs between C libraries; these give every machine the same double, so that a seed draws the
// same keys everywhere.
#pragma once

namespace bitladder::experiments {

double PortableLog(double x);         // natural; x > 0 and finite; relative error below 1e-14
double PortableExp(double x);         // |x| <= 700; relative error below 1e-13
double PortableExpm1OverX(double x);  // (e^x - 1) / x, 1 at 0; relative error below 1e-12
double PortableLog1pOverX(double x);  // ln(1 + x) / x, 1 at 0; x > -1; relative error below 1e-12

}  // namespace bitladder::experiments

// Numbers on the command line, strictly: 9000000 and 9e6 are the same whole number, 9.5 is none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/result_type.h"

namespace bitladder::experiments {

// A number as JSON writes it, in min..max. The error is kConfig and names `option`, text and range.
Result<double> NumberFromText(std::string_view option, std::string_view text, double min,
                              double max);

// The same, whole and exact: at most 2^53.
Result<double> WholeFromText(std::string_view option, std::string_view text, double min,
                             double max);

// Comma-separated numbers, e.g. "9e3,9e4": each as above. At most 1000 of them.
Result<std::vector<double>> NumbersFromText(std::string_view option, std::string_view text,
                                            double min, double max);
Result<std::vector<double>> WholesFromText(std::string_view option, std::string_view text,
                                           double min, double max);

// "a,b" -> a, b. An empty text is one empty name.
std::vector<std::string> SplitAtCommas(std::string_view text);

}  // namespace bitladder::experiments

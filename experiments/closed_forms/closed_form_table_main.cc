// bitladder_closed_forms csv|json|md: the error of the papers' closed forms on finite trees.
#include <cstdio>
#include <string>
#include <string_view>

#include "experiments/closed_forms/closed_form_table.h"

int main(int argc, char** argv) {
  namespace experiments = bitladder::experiments;
  const std::string_view format = argc == 2 ? argv[1] : "";
  const auto rows = experiments::ClosedFormRows();
  std::string out;
  if (format == "csv") out = experiments::ClosedFormsAsCsv(rows);
  if (format == "json") out = experiments::ClosedFormsAsJson(rows);
  if (format == "md") out = experiments::ClosedFormsAsMarkdown(rows);
  if (out.empty()) {
    std::fputs("bitladder_closed_forms csv|json|md\n", stderr);
    return 2;
  }
  return std::fputs(out.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? 1 : 0;
}

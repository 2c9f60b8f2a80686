// bitladder_errata [NAME]: one erratum as a page of Markdown; without a name, their names.
#include <cstdio>
#include <string>
#include <string_view>

#include "experiments/errata/erratum.h"

int main(int argc, char** argv) {
  using bitladder::experiments::NamedErratum;
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  std::string out;
  for (const NamedErratum& erratum : bitladder::experiments::Errata()) {
    if (wanted.empty()) {
      out += std::string(erratum.name) + "\n";
    } else if (wanted == erratum.name) {
      out += bitladder::experiments::ErratumAsMarkdown(erratum.make());
    }
  }
  if (out.empty() || argc > 2) {
    std::fputs("bitladder_errata [NAME]: without a name it lists them\n", stderr);
    return 2;
  }
  return std::fputs(out.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? 1 : 0;
}

// Runs a fuzz target without libFuzzer: over every file of its corpus, and over each of them cut at
// every length and with every byte damaged, as far as a budget lets, so that the corpus is an
// ordinary test under any compiler and sanitizer.
//
//     TARGET CORPUS_DIRECTORY
//
// Exit status 0 when every input was survived, 2 when there is no corpus.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t kVariantsOfAFile = 400;

void Run(const std::string& input) {
  const std::vector<std::uint8_t> exact(input.begin(), input.end());  // so that reads beyond show
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

std::size_t RunWithVariants(const std::string& input) {
  Run(input);
  std::size_t runs = 1;
  const std::size_t step = std::max<std::size_t>(1, input.size() * 2 / kVariantsOfAFile);
  for (std::size_t i = 0; i < input.size(); i += step) {
    Run(input.substr(0, i));
    std::string damaged = input;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i / step) % 8));
    Run(damaged);
    runs += 2;
  }
  return runs;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> paths;
  if (argc == 2 && std::filesystem::is_directory(argv[1])) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
  }
  if (paths.empty()) {
    std::fprintf(stderr, "usage: %s CORPUS_DIRECTORY (with files in it)\n", argv[0]);
    return 2;
  }
  std::sort(paths.begin(), paths.end());
  std::size_t runs = 0;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    runs += RunWithVariants(std::string(std::istreambuf_iterator<char>(file), {}));
  }
  std::printf("%zu inputs of %zu files survived\n", runs, paths.size());
  return 0;
}

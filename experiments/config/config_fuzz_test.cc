// Replays the corpus, every config of the repository and thousands of their mutations through the
// fuzz entry, which aborts when a config crashes the loader, lets an exception out or does not read
// back.
#include "experiments/config/config_fuzz.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace {

std::vector<std::string> Corpus() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"experiments/config/corpus/config_fuzz", "configs"}) {
    const std::filesystem::path root = std::filesystem::path(BITLADDER_SOURCE_DIR) / folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (entry.is_regular_file() && entry.file_size() < 8192) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

void Feed(const std::string& text) {
  EXPECT_EQ(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()),
            0);
}

TEST(ConfigFuzz, ReplaysTheCorpus) {
  const std::vector<std::string> corpus = Corpus();
  ASSERT_GE(corpus.size(), 10u);
  for (const std::string& text : corpus) Feed(text);
}

TEST(ConfigFuzz, SurvivesEveryPrefixOfTheCorpus) {
  for (const std::string& text : Corpus()) {
    for (std::size_t length = 0; length < text.size(); length += 1 + text.size() / 200) {
      Feed(text.substr(0, length));
    }
  }
}

TEST(ConfigFuzz, SurvivesMutations) {
  const std::vector<std::string> corpus = Corpus();
  const std::string_view kPieces[] = {
      "{", "}",   "[",    "]",    ",",       ":",           "\"",         "-",
      "0", "1e9", "null", "\xff", "\\u0000", "\"sweep\":{", "\"steps\":", "9999999999"};
  std::mt19937_64 random(20260101);
  for (int round = 0; round < 4000; ++round) {
    std::string text = corpus[random() % corpus.size()];
    for (std::uint64_t change = random() % 4; change < 4 && !text.empty(); ++change) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, 1 + random() % 8);
          break;
        default:
          text.insert(at, kPieces[random() % std::size(kPieces)]);
      }
    }
    Feed(text);
  }
}

}  // namespace

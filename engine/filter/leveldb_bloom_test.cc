#include "engine/filter/leveldb_bloom.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/filter/golden_keys.h"

#ifdef BITLADDER_HAVE_LEVELDB
#include <leveldb/filter_policy.h>
#include <leveldb/slice.h>
#endif

namespace bitladder::engine {
namespace {

TEST(LevelDbBloomBits, RoundsBitsPerKeyDownAndBytesUp) {
  EXPECT_EQ(LevelDbBloomBits(1000, 1023), 0U);
  EXPECT_EQ(LevelDbBloomBits(1, 10 * 1024), 64U);
  EXPECT_EQ(LevelDbBloomBits(7, 10 * 1024), 72U);
  EXPECT_EQ(LevelDbBloomBits(1000, 10 * 1024 + 1023), 10000U);
  EXPECT_EQ(LevelDbBloomBits(1'000'000'000, 10 * 1024), 10'000'000'000U);
}

// From filter_golden.py: tables on disk carry these bytes.
TEST(LevelDbBloom, WritesTheBytesOfItsLayout) {
  EXPECT_EQ(Hex(BuildLevelDbBloom(10 * 1024 + 1023, GoldenKeys(20))),
            "18210969e40f9048a0f53c9daaa0cada2890cb267195f3d90606");
  EXPECT_EQ(Hex(BuildLevelDbBloom(1024, GoldenKeys(3))), "000000012000040001");
}

TEST(LevelDbBloom, RefusesANumberOfProbesThatLevelDbReserves) {
  std::string bytes = BuildLevelDbBloom(10 * 1024, GoldenKeys(20));
  for (const char probes : {'\x00', '\x1f', '\xff'}) {
    bytes.back() = probes;
    EXPECT_FALSE(OpenLevelDbBloom(bytes)) << static_cast<int>(probes);
  }
}

TEST(LevelDbBloom, EqualsLevelDbsOwnFilterByteForByteAndAnswerForAnswer) {
#ifndef BITLADDER_HAVE_LEVELDB
  GTEST_SKIP() << "libleveldb-dev is not installed";
#else
  for (const int bits_per_key : {1, 2, 3, 5, 8, 10, 13, 16, 20, 24, 43, 44, 45, 64, 128}) {
    const std::unique_ptr<const leveldb::FilterPolicy> policy(
        leveldb::NewBloomFilterPolicy(bits_per_key));
    for (const int count : {1, 2, 6, 7, 100, 1000, 4321}) {
      std::vector<std::string> keys;
      std::vector<leveldb::Slice> slices;
      std::vector<KeyHash> hashes;
      for (int i = 0; i < count; ++i)
        keys.push_back(std::string(i % 11, '\xfe') + "key" + fmt::to_string(i));
      for (const std::string& key : keys) slices.emplace_back(key);
      for (const std::string& key : keys) hashes.push_back(HashUserKey(key));
      std::string theirs;
      policy->CreateFilter(slices.data(), count, &theirs);
      ASSERT_EQ(BuildLevelDbBloom(static_cast<std::uint32_t>(bits_per_key) * 1024, hashes), theirs)
          << count << " keys, " << bits_per_key << " bits per key";
      const auto reader = OpenLevelDbBloom(theirs);
      ASSERT_TRUE(reader.has_value());
      for (int i = 0; i < 2000; ++i) {
        const std::string key = "other" + fmt::to_string(i);
        ASSERT_EQ((*reader)->MayContain(HashUserKey(key)), policy->KeyMayMatch(key, theirs)) << key;
      }
    }
  }
#endif
}

}  // namespace
}  // namespace bitladder::engine

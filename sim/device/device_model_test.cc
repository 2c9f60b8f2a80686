#include "sim/device/device_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "sim/device/device_clock.h"

namespace bitladder::sim {
namespace {

TEST(DeviceModel, DiskTakesASeekHalfATurnAndALittleMore) {
  // 8/15 of the full seek is the mean over two uniform places: 600 + 8000 + 4166.7 us.
  const DeviceModel hdd = FindDevice("hdd").value();
  EXPECT_NEAR(MeanUs(hdd.read), 600 + 15000 * 8 / 15.0 + 30e6 / 7200, 1e-9);
}

TEST(DeviceModel, DiskOfThePaperTakesSevenPointSevenFiveMilliseconds) {
  EXPECT_EQ(ExpectedUs(FindDevice("monkey_hdd").value(), {.random_reads = 16384}), 16384 * 7750.0);
}

TEST(DeviceModel, ConstantDeviceChargesForRandomReadsOnly) {
  const DeviceModel device = ConstantDevice(7751);
  EXPECT_NEAR(ExpectedUs(device, {.random_reads = 3, .merge_write_bytes = 1e9, .syncs = 7}),
              3 * 7751, 1e-9);
}

TEST(DeviceModel, WorkIsAccessesAndTransfersOfEveryKind) {
  const DeviceModel device = {.read = {.fixed_us = 100},
                              .write = {.fixed_us = 10},
                              .sync = {.fixed_us = 1000},
                              .read_bytes_per_us = 50,
                              .write_bytes_per_us = 25,
                              .chunk_bytes = 1000};
  // 4 reads of 200 bytes; 2500 bytes read in 3 chunks; 1000 bytes written in 1; 2 syncs.
  EXPECT_EQ(ExpectedUs(device, {.random_reads = 4,
                                .block_bytes = 200,
                                .merge_read_bytes = 2500,
                                .merge_write_bytes = 1000,
                                .syncs = 2}),
            4 * (100 + 4) + (3 * 100 + 50) + (10 + 40) + 2000);
}

TEST(DeviceModel, NamedDevicesAreValidAndFoundByTheirNames) {
  std::set<std::string_view> names;
  for (const NamedDevice& device : NamedDevices()) {
    EXPECT_TRUE(Validate(device.model).has_value()) << device.name;
    EXPECT_TRUE(FindDevice(device.name).value() == device.model);
    EXPECT_TRUE(names.insert(device.name).second);
  }
  for (const char* wanted : {"hdd", "sata_ssd", "nvme", "cloud_volume", "object_store"}) {
    EXPECT_TRUE(names.contains(wanted)) << wanted;
  }
}

TEST(DeviceModel, NamedDevicesReadInTheTimesThatTheirSummariesSay) {
  EXPECT_NEAR(MeanUs(FindDevice("hdd")->read), 12800, 50);
  EXPECT_NEAR(MeanUs(FindDevice("sata_ssd")->read), 100, 5);
  EXPECT_NEAR(MeanUs(FindDevice("nvme")->read), 80, 5);
  EXPECT_NEAR(MeanUs(FindDevice("cloud_volume")->read), 600, 15);
  EXPECT_NEAR(MeanUs(FindDevice("object_store")->read), 27000, 500);
}

TEST(DeviceModel, UnknownDeviceListsTheKnownOnes) {
  const auto device = FindDevice("floppy");
  ASSERT_FALSE(device.has_value());
  for (const char* part : {"\"floppy\"", "hdd", "object_store"}) {
    EXPECT_NE(device.error().message.find(part), std::string::npos) << part;
  }
}

TEST(DeviceModel, ValuesOutOfRangeNameTheirField) {
  struct Case {
    DeviceModel device;
    const char* field;
  };
  const Case cases[] = {{{.read = {.fixed_us = -1}}, "read.fixed_us"},
                        {{.read = {.rotation_us = std::nan("")}}, "read.rotation_us"},
                        {{.write = {.slow_probability = 1.5}}, "write.slow_probability"},
                        {{.sync = {.exponential_us = INFINITY}}, "sync.exponential_us"},
                        {{.read_bytes_per_us = 0}, "read_bytes_per_us"},
                        {{.write_bytes_per_us = -3}, "write_bytes_per_us"},
                        {{.chunk_bytes = 0}, "chunk_bytes"}};
  for (const auto& [device, field] : cases) {
    const auto result = Validate(device);
    ASSERT_FALSE(result.has_value()) << field;
    EXPECT_EQ(result.error().message.find(field), 0u) << result.error().message;
  }
}

// Means of 200000 draws within 5.33 standard errors, left once in 10^7 (normal means; the error of
// a variance from the draws' own fourth moments).
TEST(DeviceClock, DrawsHaveTheMeanAndVarianceOfTheModel) {
  const AccessTime parts[] = {{.fixed_us = 5},
                              {.full_seek_us = 15000},
                              {.rotation_us = 8333},
                              {.exponential_us = 70},
                              {.slow_probability = 0.1, .slow_us = 2000},
                              {.fixed_us = 1,
                               .full_seek_us = 2,
                               .rotation_us = 3,
                               .exponential_us = 4,
                               .slow_probability = 0.5,
                               .slow_us = 6}};
  constexpr int kDraws = 200000;
  for (const AccessTime& access : parts) {
    DeviceClock clock({.sync = access}, RandomStream(1, "device test"));
    const double mean = MeanUs(access), variance = VarianceUs2(access);
    double sum = 0, squares = 0, fourths = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double excess = clock.Sync() - mean;
      sum += excess;
      squares += excess * excess;
      fourths += excess * excess * excess * excess;
    }
    EXPECT_NEAR(sum / kDraws, 0, 5.33 * std::sqrt(variance / kDraws) + 1e-9) << mean;
    const double spread = std::sqrt(std::max(0.0, fourths / kDraws - variance * variance) / kDraws);
    EXPECT_NEAR(squares / kDraws, variance, 5.33 * spread + 1e-9) << mean;
  }
}

TEST(DeviceClock, TimePassesByWhatRequestsTake) {
  const DeviceModel device = FindDevice("cloud_volume").value();
  DeviceClock clock(device, RandomStream(3, "device test"));
  double sum = 0;
  sum += clock.ReadBlock(4096);
  sum += clock.ReadForMerge(5e6);
  sum += clock.WriteForMerge(3e6);
  sum += clock.Sync();
  EXPECT_NEAR(clock.now_us(), sum, 1e-9);
  EXPECT_GT(sum, 5e6 / device.read_bytes_per_us + 3e6 / device.write_bytes_per_us);
}

TEST(DeviceClock, ChargesOneAccessForEveryChunkOfAMerge) {
  const DeviceModel device = {
      .read = {.fixed_us = 7}, .write = {.fixed_us = 3}, .chunk_bytes = 100};
  DeviceClock clock(device, RandomStream(1, "device test"));
  EXPECT_EQ(clock.ReadForMerge(250), 21);
  EXPECT_EQ(clock.WriteForMerge(200), 6);
  EXPECT_EQ(clock.WriteForMerge(0), 0);
}

TEST(DeviceClock, SameSeedGivesTheSameTimes) {
  const DeviceModel device = FindDevice("sata_ssd").value();
  DeviceClock one(device, RandomStream(1, "a")), again(device, RandomStream(1, "a")),
      other(device, RandomStream(1, "b"));
  for (int i = 0; i < 100; ++i) one.ReadBlock(4096), again.ReadBlock(4096), other.ReadBlock(4096);
  EXPECT_EQ(one.now_us(), again.now_us());
  EXPECT_NE(one.now_us(), other.now_us());
}

}  // namespace
}  // namespace bitladder::sim

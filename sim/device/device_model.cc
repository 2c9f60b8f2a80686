#include "sim/device/device_model.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>

namespace bitladder::sim {
namespace {

// Two uniform places of [0, 1] lie D apart with density 2 (1 - d): E sqrt(D) = 8/15, E D = 1/3.
constexpr double kMeanRootOfDistance = 8.0 / 15;
constexpr double kVarianceOfRootOfDistance = 1.0 / 3 - kMeanRootOfDistance * kMeanRootOfDistance;

constexpr double kDay = 86400e6;

Result<void> CheckRange(std::string_view field, double value, double low, double high) {
  if (value >= low && value <= high) return {};
  return Fail(fmt::format("{} = {} is out of range {}..{}", field, value, low, high));
}

Result<void> ValidateAccess(std::string_view field, const AccessTime& access) {
  const std::pair<std::string_view, double> times[] = {{"fixed_us", access.fixed_us},
                                                       {"full_seek_us", access.full_seek_us},
                                                       {"rotation_us", access.rotation_us},
                                                       {"exponential_us", access.exponential_us},
                                                       {"slow_us", access.slow_us}};
  for (const auto& [name, value] : times) {
    if (auto ok = CheckRange(fmt::format("{}.{}", field, name), value, 0, kDay); !ok) return ok;
  }
  return CheckRange(fmt::format("{}.slow_probability", field), access.slow_probability, 0, 1);
}

double ChunkedUs(const AccessTime& access, double bytes, double bytes_per_us, double chunk_bytes) {
  return std::ceil(bytes / chunk_bytes) * MeanUs(access) + bytes / bytes_per_us;
}

// 7200 turns a minute; seeks of 0.6 ms to the next track, 8.6 ms on average; a write waits like a
// read, a sync for the platter to come round.
constexpr AccessTime kHddAccess = {
    .fixed_us = 600, .full_seek_us = 15000, .rotation_us = 60e6 / 7200};

constexpr std::array kDevices = {
    NamedDevice{"hdd",
                "7200 rpm disk, data all over it: 12.8 ms a read",
                {.read = kHddAccess,
                 .write = kHddAccess,
                 .sync = {.fixed_us = 60e6 / 7200, .rotation_us = 60e6 / 7200},
                 .read_bytes_per_us = 180,
                 .write_bytes_per_us = 180}},
    NamedDevice{
        "sata_ssd",
        "SATA flash drive: 0.1 ms a read",
        {.read = {.fixed_us = 80, .exponential_us = 15, .slow_probability = 0.001, .slow_us = 2000},
         .write =
             {.fixed_us = 30, .exponential_us = 20, .slow_probability = 0.001, .slow_us = 5000},
         .sync =
             {.fixed_us = 500, .exponential_us = 500, .slow_probability = 0.01, .slow_us = 10000},
         .read_bytes_per_us = 520,
         .write_bytes_per_us = 450}},
    NamedDevice{
        "nvme",
        "NVMe flash drive: 0.08 ms a read",
        {.read =
             {.fixed_us = 65, .exponential_us = 12, .slow_probability = 0.0005, .slow_us = 1000},
         .write =
             {.fixed_us = 12, .exponential_us = 8, .slow_probability = 0.0005, .slow_us = 2000},
         .sync =
             {.fixed_us = 100, .exponential_us = 200, .slow_probability = 0.005, .slow_us = 3000},
         .read_bytes_per_us = 3000,
         .write_bytes_per_us = 2000}},
    NamedDevice{
        "cloud_volume",
        "network block volume of a cloud: 0.6 ms a read",
        {.read =
             {.fixed_us = 400, .exponential_us = 200, .slow_probability = 0.002, .slow_us = 5000},
         .write =
             {.fixed_us = 500, .exponential_us = 250, .slow_probability = 0.002, .slow_us = 5000},
         .sync =
             {.fixed_us = 600, .exponential_us = 400, .slow_probability = 0.005, .slow_us = 8000},
         .read_bytes_per_us = 125,
         .write_bytes_per_us = 125}},
    NamedDevice{"object_store",
                "object store of a cloud: 27 ms a read",
                {.read = {.fixed_us = 12000,
                          .exponential_us = 14000,
                          .slow_probability = 0.01,
                          .slow_us = 120000},
                 .write = {.fixed_us = 25000,
                           .exponential_us = 25000,
                           .slow_probability = 0.01,
                           .slow_us = 200000},
                 .sync = {},
                 .read_bytes_per_us = 90,
                 .write_bytes_per_us = 60,
                 .chunk_bytes = 8388608}},
    NamedDevice{"monkey_hdd",
                "the disk of Monkey 2017 section 5: 7.75 ms a read",
                {.read = {.fixed_us = 7750}}},
};

}  // namespace

double MeanUs(const AccessTime& access) {
  return access.fixed_us + access.full_seek_us * kMeanRootOfDistance + access.rotation_us / 2 +
         access.exponential_us + access.slow_probability * access.slow_us;
}

double VarianceUs2(const AccessTime& access) {
  const auto square = [](double x) { return x * x; };
  // The slow part is B X with B a coin and X exponential: E (B X)^2 = 2 q s^2.
  const double slow =
      access.slow_probability * (2 - access.slow_probability) * square(access.slow_us);
  return square(access.full_seek_us) * kVarianceOfRootOfDistance + square(access.rotation_us) / 12 +
         square(access.exponential_us) + slow;
}

DeviceModel ConstantDevice(double read_us) { return {.read = {.fixed_us = read_us}}; }

Result<void> Validate(const DeviceModel& device) {
  if (auto ok = ValidateAccess("read", device.read); !ok) return ok;
  if (auto ok = ValidateAccess("write", device.write); !ok) return ok;
  if (auto ok = ValidateAccess("sync", device.sync); !ok) return ok;
  if (auto ok = CheckRange("read_bytes_per_us", device.read_bytes_per_us, 1e-6, 1e300); !ok)
    return ok;
  if (auto ok = CheckRange("write_bytes_per_us", device.write_bytes_per_us, 1e-6, 1e300); !ok)
    return ok;
  return CheckRange("chunk_bytes", device.chunk_bytes, 1, 1e15);
}

double ExpectedUs(const DeviceModel& device, const DeviceWork& work) {
  return work.random_reads * (MeanUs(device.read) + work.block_bytes / device.read_bytes_per_us) +
         ChunkedUs(device.read, work.merge_read_bytes, device.read_bytes_per_us,
                   device.chunk_bytes) +
         ChunkedUs(device.write, work.merge_write_bytes, device.write_bytes_per_us,
                   device.chunk_bytes) +
         work.syncs * MeanUs(device.sync);
}

std::span<const NamedDevice> NamedDevices() { return kDevices; }

Result<DeviceModel> FindDevice(std::string_view name) {
  std::string known;
  for (const NamedDevice& device : kDevices) {
    if (device.name == name) return device.model;
    known += (known.empty() ? "" : ", ") + std::string(device.name);
  }
  return Fail(fmt::format("device \"{}\" is unknown; known devices: {}", name, known));
}

}  // namespace bitladder::sim

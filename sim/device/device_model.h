// What a storage device charges for its work: random block reads, the sequential reads and writes
// of merges, and syncs. Counts in, microseconds out; nothing here sleeps.
#pragma once

#include <span>
#include <string_view>

#include "sim/result.h"

namespace bitladder::sim {

// Time to reach a block, as a sum of independent parts: `fixed_us`; an arm that moves the distance
// D between two uniform places of the disk in `full_seek_us` sqrt(D), D in 0..1 (constant
// acceleration); a platter that has to turn a uniform share of `rotation_us`; an exponential part
// of mean `exponential_us`; and now and then (garbage collection, a lost packet) an exponential
// part of mean `slow_us`. All >= 0.
struct AccessTime {
  double fixed_us = 0;
  double full_seek_us = 0;
  double rotation_us = 0;
  double exponential_us = 0;
  double slow_probability = 0;  // 0..1
  double slow_us = 0;
  bool operator==(const AccessTime&) const = default;
};
double MeanUs(const AccessTime& access);
double VarianceUs2(const AccessTime& access);

// One request at a time (closed loop). Default: a device that takes no time.
struct DeviceModel {
  AccessTime read = {};               // before the first byte of a block or chunk read
  AccessTime write = {};              // before the first byte of a chunk written
  AccessTime sync = {};               // until what was written is durable
  double read_bytes_per_us = 1e300;   // > 0; 1 byte/us is 1 MB/s
  double write_bytes_per_us = 1e300;  // > 0
  double chunk_bytes =
      1048576;  // > 0: a merge reaches anew for every chunk, for its inputs alternate
  bool operator==(const DeviceModel&) const = default;
};

// A device whose every block read takes `read_us` >= 0 and whose other work is free.
DeviceModel ConstantDevice(double read_us);

// Checks every field's range; the error names the field.
Result<void> Validate(const DeviceModel& device);

// What a run of the store asked of its device.
struct DeviceWork {
  double random_reads = 0;    // blocks
  double block_bytes = 4096;  // of each
  double merge_read_bytes = 0;
  double merge_write_bytes = 0;
  double syncs = 0;
  bool operator==(const DeviceWork&) const = default;
};

// Expected time of all of it, one request after the other.
double ExpectedUs(const DeviceModel& device, const DeviceWork& work);

// A class of devices with typical figures, for what-if questions; measure a device to speak of it.
struct NamedDevice {
  std::string_view name;
  std::string_view summary;  // one line for help texts
  DeviceModel model = {};
};

// hdd, sata_ssd, nvme, cloud_volume, object_store, and the papers' monkey_hdd.
std::span<const NamedDevice> NamedDevices();

// An unknown name is an error that lists the known ones.
Result<DeviceModel> FindDevice(std::string_view name);

}  // namespace bitladder::sim

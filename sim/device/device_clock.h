// A device at work on a virtual clock: every request draws its time and moves the clock on.
#pragma once

#include "sim/device/device_model.h"
#include "sim/random_stream.h"

namespace bitladder::sim {

class DeviceClock {
 public:
  DeviceClock(const DeviceModel& device, RandomStream random) : device_(device), random_(random) {}

  // Each returns the time that the request took, in microseconds.
  double ReadBlock(double bytes);
  double ReadForMerge(double bytes);  // one access for each chunk
  double WriteForMerge(double bytes);
  double Sync();

  double now_us() const { return now_us_; }

 private:
  double Access(const AccessTime& access);
  double Chunks(const AccessTime& access, double bytes, double bytes_per_us);
  double Pass(double us) {
    now_us_ += us;
    return us;
  }

  DeviceModel device_;
  RandomStream random_;
  double now_us_ = 0;
};

}  // namespace bitladder::sim

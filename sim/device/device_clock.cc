#include "sim/device/device_clock.h"

#include <cmath>

namespace bitladder::sim {

double DeviceClock::Access(const AccessTime& access) {
  double us = access.fixed_us;
  // A part draws only if it can take time, so that adding one elsewhere moves no other draw.
  if (access.full_seek_us > 0) {
    us +=
        access.full_seek_us * std::sqrt(1 - std::sqrt(random_.NextUnit()));  // P(D > d) = (1 - d)^2
  }
  if (access.rotation_us > 0) us += access.rotation_us * random_.NextUnit();
  if (access.exponential_us > 0) us -= access.exponential_us * std::log(random_.NextUnit());
  if (access.slow_probability > 0 && random_.NextUnit() <= access.slow_probability) {
    us -= access.slow_us * std::log(random_.NextUnit());
  }
  return us;
}

double DeviceClock::Chunks(const AccessTime& access, double bytes, double bytes_per_us) {
  double us = bytes / bytes_per_us;
  for (double left = bytes; left > 0; left -= device_.chunk_bytes) us += Access(access);
  return us;
}

double DeviceClock::ReadBlock(double bytes) {
  return Pass(Access(device_.read) + bytes / device_.read_bytes_per_us);
}

double DeviceClock::ReadForMerge(double bytes) {
  return Pass(Chunks(device_.read, bytes, device_.read_bytes_per_us));
}

double DeviceClock::WriteForMerge(double bytes) {
  return Pass(Chunks(device_.write, bytes, device_.write_bytes_per_us));
}

double DeviceClock::Sync() { return Pass(Access(device_.sync)); }

}  // namespace bitladder::sim

#include "engine/table/block_builder.h"

#include <algorithm>
#include <limits>

#include "engine/check.h"
#include "engine/io/coding.h"

namespace bitladder::engine {

namespace {

std::size_t VarintBytes(std::size_t value) {
  std::size_t bytes = 1;
  while (value >= 0x80) {
    value >>= 7;
    ++bytes;
  }
  return bytes;
}

}  // namespace

BlockBuilder::BlockBuilder(std::uint32_t restart_interval) : restart_interval_(restart_interval) {
  ENGINE_CHECK(restart_interval >= 1, restart_interval, 1);
}

void BlockBuilder::Add(std::string_view key, std::string_view value) {
  ENGINE_CHECK(buffer_.size() <= std::numeric_limits<std::uint32_t>::max(), buffer_.size(), 0);
  const std::size_t shared = SharedWith(key);
  if (AtRestart()) restarts_.push_back(static_cast<std::uint32_t>(buffer_.size()));
  AppendVarint64(&buffer_, shared);
  AppendVarint64(&buffer_, key.size() - shared);
  AppendVarint64(&buffer_, value.size());
  buffer_.append(key.substr(shared));
  buffer_.append(value);
  last_key_.assign(key);
  ++entries_;
}

std::size_t BlockBuilder::Size() const {
  return buffer_.size() + (std::max<std::size_t>(restarts_.size(), 1) + 1) * sizeof(std::uint32_t);
}

std::size_t BlockBuilder::SizeWith(std::string_view key, std::string_view value) const {
  const std::size_t shared = SharedWith(key);
  const std::size_t restarts = restarts_.size() + (AtRestart() ? 1 : 0);
  return buffer_.size() + VarintBytes(shared) + VarintBytes(key.size() - shared) +
         VarintBytes(value.size()) + key.size() - shared + value.size() +
         (restarts + 1) * sizeof(std::uint32_t);
}

std::string_view BlockBuilder::Finish() {
  if (restarts_.empty()) restarts_.push_back(0);  // an empty block has one restart, as in LevelDB
  for (const std::uint32_t restart : restarts_) AppendFixed32(&buffer_, restart);
  AppendFixed32(&buffer_, static_cast<std::uint32_t>(restarts_.size()));
  return buffer_;
}

void BlockBuilder::Reset() {
  entries_ = 0;
  buffer_.clear();
  last_key_.clear();
  restarts_.clear();
}

std::size_t BlockBuilder::SharedWith(std::string_view key) const {
  if (AtRestart()) return 0;
  const std::size_t shorter = std::min(key.size(), last_key_.size());
  return static_cast<std::size_t>(std::mismatch(key.begin(),
                                                key.begin() + static_cast<std::ptrdiff_t>(shorter),
                                                last_key_.begin())
                                      .first -
                                  key.begin());
}

}  // namespace bitladder::engine

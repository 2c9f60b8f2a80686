// A cursor over internal keys in order; the same shape for blocks, tables, memtables and merges.
#pragma once

#include <string_view>

#include "engine/result.h"

namespace bitladder::engine {

// Views are valid until the next move. After an error Valid() is false and status() says why.
class Iterator {
 public:
  virtual ~Iterator() = default;
  virtual bool Valid() const = 0;
  virtual void SeekToFirst() = 0;
  virtual void Seek(std::string_view internal_key) = 0;  // first entry >= internal_key
  virtual void Next() = 0;                               // requires Valid()
  virtual std::string_view key() const = 0;              // internal key; requires Valid()
  virtual std::string_view value() const = 0;            // requires Valid()
  virtual Status status() const = 0;
};

}  // namespace bitladder::engine

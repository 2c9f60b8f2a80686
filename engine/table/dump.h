// A table file as text for people.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/io/file_system.h"
#include "engine/result.h"

namespace bitladder::engine {

struct DumpOptions {
  bool blocks = true;   // a line for each data block
  bool entries = true;  // under it, a line for each entry
};

// Gives `print` one line after another, each with its newline: file, footer, properties, filter,
// meta blocks, then data blocks in order. Bytes outside printable ASCII are written \xNN; long
// values are cut, their size is given. Errors: as TableReader::Open; at a damaged data block the
// lines before it have been printed.
Status DumpTable(FileSystem& file_system, const std::string& path, const DumpOptions& options,
                 const std::function<void(std::string_view)>& print);

}  // namespace bitladder::engine

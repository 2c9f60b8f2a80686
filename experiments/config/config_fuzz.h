// The entry that a fuzzer drives: any bytes as a config.
#pragma once

#include <cstddef>
#include <cstdint>

// Loads the bytes as a config (what follows a zero byte, if any, is one --set). Whatever they are,
// loading gives a plan or an error of kind kConfig on one line; aborts when it does not, and when a
// plan's points do not read back from their canonical JSON. Always returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// The same work in several threads at once.
#pragma once

#include <cstddef>
#include <thread>
#include <vector>

namespace bitladder::experiments {

// Calls work(0), ..., work(threads - 1) at the same time, work(0) in the calling thread, and
// returns when all have returned. `threads` >= 1; `work` does not throw.
template <class Work>
void InThreads(std::size_t threads, const Work& work) {
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back([&work, i] { work(i); });
  work(std::size_t{0});
  for (std::thread& other : others) other.join();
}

}  // namespace bitladder::experiments

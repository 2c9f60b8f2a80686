// bitladder verify: every checksum, order and count of a store.
#include "engine/store/verify.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "engine/io/file_system.h"
#include "engine/store/file_names.h"
#include "experiments/cli/command.h"
#include "experiments/cli/engine_error.h"

namespace bitladder::experiments {
namespace {

std::string ReportText(const std::string& path, const engine::StoreReport& report) {
  std::string out = "level            file        entries          bytes\n";
  std::uint64_t entries = 0;
  for (const engine::RunMeta& run : report.runs) {
    entries += run.table.entries;
    out +=
        fmt::format("{:>5}  {:>14} {:>14} {:>14}\n", run.level,
                    engine::FileName({.kind = engine::FileKind::kTable, .number = run.file_number}),
                    run.table.entries, run.table.file_bytes);
  }
  for (const std::string& orphan : report.orphans) {
    out += fmt::format("note: {} belongs to nothing; the next open removes it\n", orphan);
  }
  if (!report.closed_in_order) out += "note: the store was not closed in order\n";
  return out + fmt::format("{}: sound; {} entries in {} runs, {} more in the log\n", path, entries,
                           report.runs.size(), report.log_writes);
}

}  // namespace

void AddVerifyCommand(CLI::App* app, Action* action) {
  CLI::App* command = app->add_subcommand(
      "verify", "Checks every checksum, order and count of a store; writes nothing");
  command->footer(
      "Example:\n"
      "  bitladder verify out/quickstart/datasets/*\n"
      "\n"
      "Exit status: 0 sound, 1 damaged, 2 no store there.");
  auto path = std::make_shared<std::string>();
  command->add_option("STORE", *path, "The directory of a store")->required()->type_name("");
  command->callback([path, action] {
    *action = [path]() -> Result<int> {
      const auto report = engine::VerifyStore(engine::PosixFileSystem(), *path);
      if (!report) return FromEngine(report.error());
      PrintAnswer(ReportText(*path, *report));
      return kExitDone;
    };
  });
}

}  // namespace bitladder::experiments

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_title.h"

#include "core/io/atomic_file.h"
#include "core/io/file.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_json.h"

namespace masu::metrics {

RunTitle readTitle(const std::filesystem::path& run) {
  const auto text = io::readText(run / kTitleName);
  if (!text) return {};
  try {
    const Json json = Json::parse(*text);
    RunTitle title;
    title.name = json.value("name", title.name);
    title.note = json.value("note", title.note);
    return title;
  } catch (const Json::exception&) {
    return {};
  }
}

Result<void> writeTitle(const std::filesystem::path& run, const RunTitle& title) {
  if (title == RunTitle{}) return removeRunFile(run / kTitleName);
  const Json json = {{"name", title.name}, {"note", title.note}};
  return io::writeText(run / kTitleName, json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n',
                       io::Overwrite::yes);
}

}  // namespace masu::metrics

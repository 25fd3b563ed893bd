#include "app/cli/commands/loss_report.h"

#include <algorithm>

#include "app/cli/format.h"
#include "app/cli/report.h"

namespace masu::cli {

nlohmann::ordered_json lossJson(const table::Column& column) {
  const table::ColumnStats& stats = column.stats;
  if (stats.count == 0 || stats.min > stats.max) return {{"max_error", nullptr}, {"loss", nullptr}};
  const table::StorageLoss& loss = column.loss;
  return {{"max_error", numberOrNull(stats.maxError)},
          {"loss",
           {{"max_relative", numberOrNull(loss.maxRelative)},
            {"rms", numberOrNull(loss.rootMeanSquare(stats))},
            {"snr_db", numberOrNull(loss.signalToNoise(stats))},
            {"overflowed", loss.overflowed},
            {"flushed", loss.flushed},
            {"clipped", loss.clipped}}}};
}

std::string lossText(const table::Schema& schema) {
  TextTable text(
      {"Column", "Stored", "Largest error", "Relative", "RMS", "SNR dB", "To infinity", "To zero", "Clipped"},
      {2, 3, 4, 5, 6, 7, 8});
  bool any = false;
  for (const table::Column& column : schema.columns) {
    if (column.role != table::Role::feature || column.stats.maxError == 0) continue;
    any = true;
    const table::StorageLoss& loss = column.loss;
    text.add({column.name, std::string(table::name(column.stored)), figureText(column.stats.maxError),
              figureText(loss.maxRelative), figureText(loss.rootMeanSquare(column.stats)),
              figureText(loss.signalToNoise(column.stats)), countText(loss.overflowed), countText(loss.flushed),
              countText(loss.clipped)});
  }
  return any ? "\nWhat the stored type cost:\n" + text.text() : "\nEvery value reads back as it was.\n";
}

}  // namespace masu::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/export/unfinished.h"

#include <QFileInfo>
#include <algorithm>

#include "ui/text/to_qt.h"

namespace masu::ui {

UnfinishedWork workOf(const tasks::ExportRequest& request) {
  const shards::ShardOptions& options = request.options;
  UnfinishedWork work;
  work.kind = UnfinishedWork::Kind::exporting;
  work.target = QFileInfo(toQt(options.out)).absoluteFilePath();
  work.dataset = toQt(request.file);
  work.begun = QDateTime::currentDateTime();
  QVariantList splits;
  for (const store::Split split : options.splits) splits << static_cast<int>(split);
  const auto count = [](std::uint64_t value) { return static_cast<double>(value); };
  work.details = {{QStringLiteral("format"), toQt(shards::name(options.format))},
                  {QStringLiteral("manifest"), toQt(options.manifest)},
                  {QStringLiteral("splits"), splits},
                  {QStringLiteral("shardSamples"), count(options.shardSamples)},
                  {QStringLiteral("shardBytes"), count(options.shardBytes)},
                  {QStringLiteral("readers"), count(options.readers)},
                  {QStringLiteral("encoded"), options.encoded}};
  if (options.shuffle) work.details[QStringLiteral("shuffle")] = count(*options.shuffle);
  if (options.type) work.details[QStringLiteral("type")] = static_cast<int>(*options.type);
  return work;
}

shards::ShardOptions optionsOf(const UnfinishedWork& work) {
  const QVariantMap& details = work.details;
  shards::ShardOptions options;
  options.out = pathFrom(work.target);
  options.format = shards::formatFrom(fromQt(details[QStringLiteral("format")].toString())).value_or(options.format);
  options.manifest = fromQt(details[QStringLiteral("manifest")].toString());
  for (const QVariant& split : details[QStringLiteral("splits")].toList()) {
    const int code = split.toInt();
    if (code >= 0 && code < store::kSplitCount) options.splits.push_back(static_cast<store::Split>(code));
  }
  options.shardSamples = details[QStringLiteral("shardSamples")].toULongLong();
  options.shardBytes = details[QStringLiteral("shardBytes")].toULongLong();
  options.readers = std::max<std::uint64_t>(1, details[QStringLiteral("readers")].toULongLong());
  options.encoded = details[QStringLiteral("encoded")].toBool();
  if (details.contains(QStringLiteral("shuffle")))
    options.shuffle = details[QStringLiteral("shuffle")].toULongLong();
  if (details.contains(QStringLiteral("type")))
    options.type = static_cast<table::DType>(details[QStringLiteral("type")].toInt());
  return options;
}

}  // namespace masu::ui

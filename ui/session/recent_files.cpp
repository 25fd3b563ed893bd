// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recent_files.h"

#include <QCoreApplication>
#include <QSettings>
#include <algorithm>

#include "ui/text/format.h"

namespace masu::ui {

namespace {

constexpr int kKept = 10;

struct Recent {
  Q_DECLARE_TR_FUNCTIONS(masu::ui::Session)
};

void writeAll(const std::vector<RecentFile>& files) {
  QSettings settings;
  settings.beginWriteArray("recent", static_cast<int>(files.size()));
  for (std::size_t i = 0; i < files.size(); ++i) {
    const RecentFile& file = files[i];
    settings.setArrayIndex(static_cast<int>(i));
    settings.setValue("path", file.path);
    settings.setValue("uuid", file.uuid);
    settings.setValue("samples", file.samples);
    settings.setValue("parts", file.parts);
    settings.setValue("bytes", file.bytes);
    settings.setValue("state", file.state);
    settings.setValue("when", file.when);
    settings.setValue("signal", file.signal);
    settings.setValue("image", file.image);
    QVariantList shares, heights;
    for (const double share : file.shares) shares << share;
    for (const double height : file.thumbnail) heights << height;
    settings.setValue("shares", shares);
    settings.setValue("thumbnail", heights);
  }
  settings.endArray();
}

}  // namespace

QString summaryOf(const RecentFile& file) {
  const QString bytes = formatBytes(file.bytes);
  const auto shortened = [](const QString& text, std::uint64_t count) {
    return QString(text).replace(QString::number(pluralOf(count)), formatCountShort(count));
  };
  if (file.image) {
    return Recent::tr("%1, %2").arg(
        shortened(Recent::tr("%n image(s)", nullptr, pluralOf(file.samples)), file.samples), bytes);
  }
  if (!file.signal) {
    return Recent::tr("%1 of %2, %3")
        .arg(shortened(Recent::tr("%n row(s)", nullptr, pluralOf(file.samples)), file.samples),
             shortened(Recent::tr("%n column(s)", nullptr, pluralOf(file.parts)), file.parts), bytes);
  }
  return Recent::tr("%1 from %2, %3")
      .arg(shortened(Recent::tr("%n window(s)", nullptr, pluralOf(file.samples)), file.samples),
           shortened(Recent::tr("%n recording(s)", nullptr, pluralOf(file.parts)), file.parts), bytes);
}

QString stateOf(const RecentFile& file) {
  if (!file.state.isEmpty()) return file.state;
  const bool split = file.shares[0] + file.shares[1] + file.shares[2] > 0;
  return split ? Recent::tr("split") : Recent::tr("imported");
}

std::vector<RecentFile> readRecentFiles() {
  QSettings settings;
  const int count = settings.beginReadArray("recent");
  std::vector<RecentFile> files;
  for (int i = 0; i < count; ++i) {
    settings.setArrayIndex(i);
    RecentFile file;
    file.path = settings.value("path").toString();
    file.uuid = settings.value("uuid").toString();
    file.samples = settings.value("samples").toULongLong();
    file.parts = settings.value("parts").toULongLong();
    file.bytes = settings.value("bytes").toULongLong();
    file.state = settings.value("state").toString();
    file.when = settings.value("when").toDateTime();
    file.signal = settings.value("signal").toBool();
    file.image = settings.value("image").toBool();
    const QVariantList shares = settings.value("shares").toList();
    for (qsizetype s = 0; s < std::min<qsizetype>(shares.size(), 4); ++s)
      file.shares[static_cast<std::size_t>(s)] = shares[s].toDouble();
    for (const QVariant& height : settings.value("thumbnail").toList()) file.thumbnail.push_back(height.toDouble());
    if (!file.path.isEmpty()) files.push_back(std::move(file));
  }
  settings.endArray();
  return files;
}

void rememberRecentFile(const RecentFile& file) {
  std::vector<RecentFile> files = readRecentFiles();
  std::erase_if(files, [&](const RecentFile& known) { return known.path == file.path; });
  files.insert(files.begin(), file);
  if (files.size() > kKept) files.resize(kKept);
  writeAll(files);
}

void forgetRecentFile(const QString& path) {
  std::vector<RecentFile> files = readRecentFiles();
  std::erase_if(files, [&](const RecentFile& known) { return known.path == path; });
  writeAll(files);
}

}  // namespace masu::ui

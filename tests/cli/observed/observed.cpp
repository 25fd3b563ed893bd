// SPDX-License-Identifier: GPL-3.0-or-later
#include "observed.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <algorithm>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "tests/cli/program.h"

namespace masu::test {

namespace {

/// What differs from run to run.
const std::set<QString> kVolatile = {
    "seconds",      "samples_per_second", "starved_fraction", "worker_seconds",    "bottleneck", "stages",
    "workers",      "batches_ahead",      "forecast",         "peak_memory_bytes", "free_bytes", "made_again",
    "sync_seconds", "bytes_per_second",   "loader_seconds"};

/// The logs of a training run, and its states, which have how long those are. What a run was asked for is kept in
/// spec.json, which does not show that it was obeyed.
bool showsTheTime(const QString& file) {
  const QString name = file.section('/', -1);
  return name == "events.jsonl" || name == "metrics.csv" || name.contains("tfevents") || name == "spec.json" ||
         name.endsWith(".state");
}

QJsonValue steady(const QJsonValue& value) {
  if (value.isArray()) {
    QJsonArray array;
    for (const QJsonValue& one : value.toArray()) array.append(steady(one));
    return array;
  }
  if (!value.isObject()) return value;
  QJsonObject object;
  for (const QString& key : value.toObject().keys())
    if (!kVolatile.contains(key)) object[key] = steady(value[key]);
  return object;
}

/// Of an estimate, what the same machine gives each time: figures that are counted, not those that are measured or
/// depend on what is free.
QJsonObject countedOf(QJsonObject estimate) {
  static const QSet<QString> kCounted = {"Weights",     "Gradients",         "Momentum",       "Adam state",
                                         "AdamW state", "Batches in flight", "Checkpoints",    "State to resume from",
                                         "Dataset",     "Sample order",      "Loader buffers", "Scores",
                                         "Activations"};
  for (const char* key :
       {"memory_bytes", "device_memory_bytes", "fits", "max_batch", "max_models", "seconds_per_epoch", "cost"})
    estimate.remove(QLatin1String(key));
  QJsonArray items;
  for (const QJsonValue& value : estimate[u"items"].toArray()) {
    // Others are measured, and left out where the measurement found nothing.
    if (kCounted.contains(value[u"name"].toString())) items.append(value);
  }
  estimate[u"items"] = items;
  QJsonArray models;
  for (const QJsonValue& value : estimate[u"models"].toArray()) {
    QJsonObject model = value.toObject();
    model.remove(u"step_seconds");
    models.append(model);
  }
  estimate[u"models"] = models;
  QJsonArray measured;
  for (const QString& key : estimate[u"measured"].toObject().keys()) measured.append(key);
  estimate[u"measured"] = measured;
  return estimate;
}

}  // namespace

QStringList Observer::placed(QStringList arguments) const {
  for (QString& one : arguments) {
    if (one.startsWith('@')) one = m_defined.value(one.mid(1), path(one.mid(1)));
    one.replace(QStringLiteral("csv:@"), QStringLiteral("csv:") + path({}));
  }
  return arguments;
}

QByteArray Observer::after(const ObservedRow& row, const QStringList& arguments) {
  QDir(path("made")).removeRecursively();
  QDir().mkpath(path("made"));
  if (!row.before.isEmpty()) runMasu(placed(row.before));
  const Ran ran = runMasu(placed(arguments + QStringList{"--json"}));
  QByteArray all = QByteArray::number(ran.exitCode) + ran.errors;
  static const QRegularExpression durations("  [0-9.]+ (us|µs|ms|s|min|h)( [0-9.]+ (s|min))?$",
                                            QRegularExpression::MultilineOption);
  all = QString::fromUtf8(all).remove(durations).toUtf8();
  const QJsonObject steadied = steady(ran.json()).toObject();
  all += QJsonDocument(arguments.first() == u"estimate" ? countedOf(steadied) : steadied).toJson();
  QStringList files;
  for (QDirIterator at(path("made"), QDir::Files, QDirIterator::Subdirectories); at.hasNext();) files << at.next();
  files.sort();
  for (const QString& file : files)
    if (!showsTheTime(file))
      all += file.toUtf8() + QCryptographicHash::hash(readFile(file), QCryptographicHash::Sha1).toHex() + '\n';
  for (const QString& dataset : m_watched) {
    const Ran listed = runMasu(placed({"manifest", dataset, "list", "--json"}));
    all += listed.output;
    for (const QJsonValue& manifest : listed.json()[u"manifests"].toArray()) {
      const QString name = manifest[u"name"].toString();
      if (name.startsWith("new")) runMasu(placed({"manifest", dataset, "delete", name}));
    }
  }
  return all;
}

QByteArray Observer::known(const ObservedRow& row, const QStringList& arguments) {
  const QList<QStringList> commands = {row.before, arguments};
  if (!m_known.contains(commands)) m_known[commands] = after(row, arguments);
  return m_known[commands];
}

void addObserved(const std::vector<std::string>& commands,
                 const std::function<std::vector<ObservedRow>(const std::string& command)>& rowsOf) {
  QTest::addColumn<QString>("command");
  QTest::addColumn<int>("place");
  for (const std::string& command : commands) {
    const std::vector<ObservedRow> rows = rowsOf(command);
    for (std::size_t i = 0; i < rows.size(); ++i)
      QTest::addRow("%s %zu %s", command.c_str(), i + 1, rows[i].option)
          << QString::fromStdString(command) << static_cast<int>(i);
  }
}

void compareObserved(Observer& observer, const std::vector<ObservedRow>& rows, int place, bool succeeds) {
  const ObservedRow& row = rows[static_cast<std::size_t>(place)];
  const QByteArray without = observer.known(row, row.without);
  const QByteArray with = observer.known(row, row.with);
  QVERIFY2(!succeeds || without.startsWith('0'), without.constData());
  QVERIFY2(without != with, with.constData());
  const bool isShared = std::any_of(rows.begin() + place + 1, rows.end(), [&](const ObservedRow& later) {
    return later.without == row.without && later.before == row.before;
  });
  if (!isShared) QCOMPARE(observer.after(row, row.without), without);
}

std::string optionWithoutRow(const std::string& command, const std::vector<ObservedRow>& rows,
                             const std::set<std::string>& others) {
  CLI::App app;
  cli::CommonOptions common;
  int exitCode = 0;
  cli::addCommands({app, common, exitCode});
  for (const CLI::Option* option : app.get_subcommand(command)->get_options()) {
    if (!option->nonpositional() || option->check_lname("help")) continue;
    const auto names = [&](const std::string& name) { return option->check_lname(name.substr(2)); };
    const bool seen = std::ranges::any_of(rows, [&](const ObservedRow& row) { return names(row.option); });
    if (!seen && std::ranges::none_of(others, names)) return option->get_name();
  }
  return {};
}

}  // namespace masu::test

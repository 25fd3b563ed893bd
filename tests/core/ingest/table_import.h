// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <iterator>
#include <string>

#include "core/ingest/load.h"
#include "core/ingest/survey.h"

/// What the tests of table imports share: a folder of their own, files in it, and imports with one call.
class TableFolder {
 public:
  std::filesystem::path path(const std::string& name) const { return root() / name; }
  std::filesystem::path root() const { return m_folder.path().toStdString(); }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  static std::string read(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  bool holds(const std::string& name) const { return std::filesystem::exists(path(name)); }
  /// Names in the folder, sorted and joined.
  std::string listing() const {
    QStringList names =
        QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden, QDir::Name);
    return names.join(' ').toStdString();
  }

 private:
  QTemporaryDir m_folder;
};

struct TableImport {
  masu::ingest::ImportOptions options;
  masu::ingest::LoadOptions load;
  masu::Resources resources{2, std::uint64_t{256} << 20};
  masu::Progress progress;
  std::stop_source stop;

  masu::JobContext job() { return {stop.get_token(), progress}; }
  masu::Result<masu::ingest::ImportPlan> survey() { return masu::ingest::survey(options, job()); }
  masu::Result<masu::ingest::ImportReport> run() {
    MASU_TRY(const masu::ingest::ImportPlan plan, survey());
    return masu::ingest::load(plan, load, resources, job());
  }
};

/// The sentence of a failure, for QVERIFY2.
template <class T>
std::string sentenceOf(const masu::Result<T>& result) {
  return result ? std::string("no failure") : result.error().message.english();
}

/// Runs a Python program with arguments; its error output when it fails, else nothing.
inline QString python(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start("/usr/bin/python3", QStringList{"-c", program} + arguments);
  if (!process.waitForFinished(120000)) return "python3 did not finish";
  return process.exitCode() == 0 ? QString() : QString::fromUtf8(process.readAllStandardError());
}

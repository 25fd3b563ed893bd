// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <map>

#include "core/io/file.h"
#include "core/shards/export/export.h"
#include "tests/core/shards/folder_contents.h"
#include "tests/core/shards/made_dataset.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSamples = 1'203;

}  // namespace

/// Holds every format to what readers that are not Masu's find in it; read_shards.py is their side.
class FormatsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_progress = std::make_unique<Progress>();
  }

  void othersReadEveryValue_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<bool>("waveforms");
    QTest::addColumn<bool>("encoded");
    for (const Format format : formats()) {
      if (format == Format::csv || format == Format::zip) continue;
      const std::string name(shards::name(format));
      QTest::newRow((name + " table").c_str()) << int(format) << false << false;
      QTest::newRow((name + " encoded table").c_str()) << int(format) << false << true;
      QTest::newRow((name + " waveforms").c_str()) << int(format) << true << false;
    }
  }

  void othersReadEveryValue() {
    QFETCH(int, format);
    QFETCH(bool, waveforms);
    QFETCH(bool, encoded);
    const auto dataset = waveforms ? test::makeWaveforms(path("w.h5"), kSamples)
                                   : test::makeTable(path("t.h5"), kSamples, store::Compression::none);
    QVERIFY(dataset);
    QVERIFY(test::split(**dataset));
    for (const bool shuffled : {false, true}) {
      ShardOptions asked;
      asked.out = path(shuffled ? "shuffled" : "stored");
      asked.format = static_cast<Format>(format);
      asked.shardSamples = 400;
      asked.encoded = encoded;
      if (shuffled) asked.shuffle = 3;
      const auto shards = writeShards(**dataset, asked, {2, 0}, job());
      QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
      ShardOptions reference = asked;
      reference.out = path(shuffled ? "reference-shuffled" : "reference");
      reference.format = Format::csv;
      reference.encoded = true;
      QVERIFY(writeShards(**dataset, reference, {2, 0}, job()));
      // Multiples of 100 are in no split.
      QCOMPARE(samplesForPython(asked.out, reference.out), kSamples - 13);
    }
  }

  void plansTheBytesAndGivesTheSameForAnyThreads_data() {
    QTest::addColumn<int>("format");
    for (const Format format : formats()) {
      if (format != Format::zip) QTest::newRow(std::string(shards::name(format)).c_str()) << int(format);
    }
  }

  void plansTheBytesAndGivesTheSameForAnyThreads() {
    QFETCH(int, format);
    constexpr std::uint64_t kMany = 30'000;
    const auto dataset = test::makeTable(path("t.h5"), kMany, store::Compression::none);
    QVERIFY(dataset);
    ShardOptions asked;
    asked.format = static_cast<Format>(format);
    asked.shardSamples = 12'000;
    asked.out = path("one");
    const auto planned = planShards(**dataset, asked);
    QVERIFY(planned);
    const auto shards = writeShards(**dataset, asked, {1, 1 << 30}, job());
    QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
    QCOMPARE(planned->size(), shards->size());
    double plannedBytes = 0;
    double writtenBytes = 0;
    for (std::size_t i = 0; i < shards->size(); ++i) {
      QCOMPARE((*planned)[i].path, (*shards)[i].path);
      QCOMPARE((*planned)[i].samples, (*shards)[i].samples);
      plannedBytes += double((*planned)[i].bytes);
      writtenBytes += double((*shards)[i].bytes);
    }
    QVERIFY2(std::abs(plannedBytes / writtenBytes - 1) < 0.01,
             qPrintable(QString::number(plannedBytes / writtenBytes)));
    asked.out = path("two");
    QVERIFY(writeShards(**dataset, asked, {3, 1 << 16}, job()));
    QVERIFY(test::contentsBelow(path("one")) == test::contentsBelow(path("two")));
  }

  void hdf5ShardsAreDatasets() {
    const auto dataset = test::makeTable(path("t.h5"), 300, store::Compression::gzip);
    QVERIFY(dataset);
    ShardOptions asked;
    asked.format = Format::hdf5;
    asked.shardSamples = 200;
    asked.out = path("out");
    const auto shards = writeShards(**dataset, asked, {2, 0}, job());
    QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
    const auto second = store::Dataset::open(path("out") / (*shards)[1].path);
    QVERIFY2(second, second ? "" : second.error().message.english().c_str());
    QCOMPARE((*second)->samples(), std::uint64_t{100});
    QCOMPARE((*second)->meta().classes, test::kClasses);
    QCOMPARE((*second)->readTexts("note", 5, 1)->front(), (*dataset)->readTexts("note", 205, 1)->front());
    QVERIFY(store::SplitsFile::open((*second)->path(), (*second)->uuid(), 100));
  }

 private:
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  JobContext job() const { return {{}, *m_progress}; }

  std::uint64_t samplesForPython(const fs::path& folder, const fs::path& reference) const {
    QProcess python;
    python.start("/usr/bin/python3", {MASU_READ_SHARDS, QString::fromStdString(folder.string()),
                                      QString::fromStdString(reference.string())});
    python.waitForFinished(120'000);
    const QByteArray problem = python.readAllStandardError();
    if (!problem.isEmpty()) qWarning("%s", problem.constData());
    return python.readAllStandardOutput().trimmed().toULongLong();
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Progress> m_progress;
};

QTEST_GUILESS_MAIN(FormatsTest)
#include "formats_test.moc"

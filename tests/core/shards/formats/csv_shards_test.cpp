// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <thread>

#include <sys/mount.h>

#include "core/io/file.h"
#include "core/metrics/receipt.h"
#include "core/shards/export/export.h"
#include "core/shards/formats/csv_table.h"
#include "tests/fixtures/folder_contents.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSamples = 25'003;

/// What Python's csv module finds in every row of the shards named, against the formulas of made_dataset.h.
constexpr auto kReader = R"PY(
import csv, sys
import numpy as np
cities = ['', 'Oslo', 'Paris, Texas', 'the "Big" one']
seen = []
for name in sys.argv[1:]:
    with open(name, newline='', encoding='utf-8') as file:
        rows = csv.reader(file)
        assert next(rows) == ['a', 'city', 'b', 'y', 'note', 'score', 'w'], name
        for row in rows:
            a, city, b, y, note, score, w = row
            i = int(a)
            assert city == cities[i % 4], row
            assert (b == '') if i % 7 == 0 else np.float32(b) == np.float32(i) / np.float32(3), row
            assert y == ['no', 'yes'][i % 2], row
            assert note == (f'line one\nline "two", {i}' if i % 5 == 0 else f'n{i}'), row
            assert float(score) == i / 7, row
            assert w == '0.5', row
            seen.append(i)
assert seen == sorted(set(seen)), 'order'
print(len(seen))
)PY";

std::vector<std::string> filesBelow(const fs::path& folder) {
  std::vector<std::string> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path().lexically_relative(folder).string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

class CsvShardsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_progress = std::make_unique<Progress>();
  }

  void quotesWhatAReaderWouldMistake() {
    QCOMPARE(csvCell("plain"), std::string("plain"));
    QCOMPARE(csvCell(""), std::string());
    QCOMPARE(csvCell("a,b"), std::string("\"a,b\""));
    QCOMPARE(csvCell("say \"hi\""), std::string("\"say \"\"hi\"\"\""));
    QCOMPARE(csvCell("two\nlines"), std::string("\"two\nlines\""));
    QCOMPARE(csvCell(" blank"), std::string("\" blank\""));
    QCOMPARE(csvCell("in side"), std::string("in side"));
  }

  void writesEverySampleForPython() {
    for (const auto compression : {store::Compression::none, store::Compression::gzip}) {
      const auto dataset = table(kSamples, compression);
      QVERIFY(dataset);
      const auto shards = writeShards(*dataset, options(), {2, 0}, job());
      QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
      QCOMPARE(shards->size(), std::size_t{3});
      QCOMPARE((*shards)[0].path, std::string("all/split_data_00000.csv"));
      QCOMPARE((*shards)[2].samples, kSamples - 20'000);
      QCOMPARE(rowsForPython(*shards), kSamples);
      for (const ShardInfo& shard : *shards) QCOMPARE(shard.bytes, fs::file_size(out() / shard.path));
      QCOMPARE(m_progress->done(), kSamples);
      QCOMPARE(m_progress->total(), kSamples);
      init();
    }
  }

  void dividesBySplit() {
    const auto dataset = table(kSamples);
    QVERIFY(dataset);
    QVERIFY(test::split(*dataset));
    const auto shards = writeShards(*dataset, options(3000), {2, 0}, job());
    QVERIFY(shards);
    std::map<std::string, std::uint64_t> samples;
    for (const ShardInfo& shard : *shards) {
      samples[fs::path(shard.path).parent_path().string()] += shard.samples;
      QVERIFY(shard.samples <= 3000);
    }
    std::map<std::string, std::uint64_t> expected;
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      if (i % 100 == 0) continue;
      const std::uint64_t place = mix64(i) % 10;
      ++expected[place < 8 ? "train" : place == 8 ? "validation" : "test"];
    }
    QCOMPARE(samples, expected);
    for (const char* split : {"train", "validation", "test"}) {
      std::vector<ShardInfo> ofSplit;
      std::ranges::copy_if(*shards, std::back_inserter(ofSplit),
                           [&](const ShardInfo& shard) { return shard.path.starts_with(std::string(split) + "/"); });
      QCOMPARE(rowsForPython(ofSplit), expected[split]);
    }
  }

  void writesOnlyTheSplitsAskedFor() {
    const auto dataset = table(1000);
    QVERIFY(dataset);
    QVERIFY(test::split(*dataset));
    ShardOptions asked = options();
    asked.splits = {store::Split::test};
    QVERIFY(writeShards(*dataset, asked, {1, 0}, job()));
    QCOMPARE(filesBelow(out()), (std::vector<std::string>{"README.md", "croissant.json", "index.json", "receipt.json",
                                                          "test/split_data_00000.csv"}));
  }

  void givesTheSameBytesForAnyThreadsAndMemory() {
    const auto dataset = table(kSamples, store::Compression::gzip);
    QVERIFY(dataset);
    QVERIFY(test::split(*dataset));
    QVERIFY(writeShards(*dataset, options(2000), {1, 1 << 30}, job()));
    const auto one = test::contentsBelow(out());
    for (const Resources& resources : {Resources{2, 1 << 20}, Resources{5, 1 << 10}, Resources{16, 1 << 28}}) {
      fs::remove_all(out());
      QVERIFY(writeShards(*dataset, options(2000), resources, job()));
      QVERIFY(test::contentsBelow(out()) == one);
    }
  }

  void shardsJoinedAreOneLargeShard() {
    const auto dataset = table(kSamples);
    QVERIFY(dataset);
    QVERIFY(writeShards(*dataset, options(kSamples), {1, 0}, job()));
    const std::string whole = test::contentsBelow(out()).at("all/split_data_00000.csv");
    const std::string header = whole.substr(0, whole.find('\n') + 1);
    fs::remove_all(out());
    QVERIFY(writeShards(*dataset, options(777), {3, 0}, job()));
    std::string joined = header;
    for (const auto& [name, text] : test::contentsBelow(out())) {
      if (!name.ends_with(".csv")) continue;
      QVERIFY(text.starts_with(header));
      joined += text.substr(header.size());
    }
    QVERIFY(joined == whole);
  }

  void encodedShowsWhatTheTrainerSees() {
    const auto dataset = table(9);
    QVERIFY(dataset);
    ShardOptions asked = options();
    asked.encoded = true;
    QVERIFY(writeShards(*dataset, asked, {1, 0}, job()));
    QCOMPARE(test::contentsBelow(out()).at("all/split_data_00000.csv"),
             std::string("a,city,b,y,w\n0,0,,0,0.5\n1,1,0.33333334,1,0.5\n2,2,0.6666667,0,0.5\n3,3,1,1,0.5\n"
                         "4,0,1.3333334,0,0.5\n5,1,1.6666666,1,0.5\n6,2,2,0,0.5\n7,3,,1,0.5\n8,0,2.6666667,0,0.5\n"));
  }

  void namesEveryValueOfAWaveform() {
    const auto dataset = test::makeWaveforms(path("w.h5"), 200);
    QVERIFY(dataset);
    QVERIFY(writeShards(**dataset, options(), {2, 0}, job()));
    const std::string text = test::contentsBelow(out()).at("all/split_data_00000.csv");
    QVERIFY(
        text.starts_with("x[0],x[1],x[2],\"y, raw[0]\",\"y, raw[1]\",\"y, raw[2]\",label\n"
                         "0,1,2,3,4,5,no\n10,11,12,13,14,15,yes\n"));
    QVERIFY(text.ends_with("1990,1991,1992,1993,1994,1995,yes\n"));
  }

  void plansWhatItWillWrite() {
    const auto dataset = table(kSamples);
    QVERIFY(dataset);
    QVERIFY(test::split(*dataset));
    const auto planned = planShards(*dataset, options(3000));
    QVERIFY(planned);
    QVERIFY(!fs::exists(out()));
    const auto written = writeShards(*dataset, options(3000), {2, 0}, job());
    QVERIFY(written);
    QCOMPARE(planned->size(), written->size());
    std::uint64_t plannedBytes = 0;
    std::uint64_t writtenBytes = 0;
    for (std::size_t i = 0; i < written->size(); ++i) {
      QCOMPARE((*planned)[i].path, (*written)[i].path);
      QCOMPARE((*planned)[i].samples, (*written)[i].samples);
      const double ratio = double((*planned)[i].bytes) / double((*written)[i].bytes);
      plannedBytes += (*planned)[i].bytes;
      writtenBytes += (*written)[i].bytes;
      QVERIFY2(ratio > 0.97 && ratio < 1.03, qPrintable(QString::number(ratio)));
    }
    const double whole = double(plannedBytes) / double(writtenBytes);
    QVERIFY2(whole > 0.99 && whole < 1.01, qPrintable(QString::number(whole)));
  }

  void shufflesEverySampleOnceAcrossShards() {
    const auto dataset = table(kSamples, store::Compression::gzip);
    QVERIFY(dataset);
    const auto samplesOf = [&](std::uint64_t seed, const Resources& resources) {
      ShardOptions asked = options(4000);
      asked.shuffle = seed;
      asked.encoded = true;
      fs::remove_all(out());
      std::vector<int> samples;
      if (!writeShards(*dataset, asked, resources, job())) return samples;
      for (const auto& [name, text] : test::contentsBelow(out())) {
        if (!name.ends_with(".csv")) continue;
        const QStringList lines = QString::fromStdString(text).split('\n', Qt::SkipEmptyParts);
        for (int i = 1; i < lines.size(); ++i) samples.push_back(lines[i].section(',', 0, 0).toInt());
      }
      return samples;
    };
    const std::vector<int> first = samplesOf(7, {1, 1 << 30});
    QCOMPARE(samplesOf(7, {2, 1 << 16}), first);
    QVERIFY(samplesOf(8, {2, 0}) != first);
    QCOMPARE(first.size(), std::size_t{kSamples});
    // A shard of a true shuffle holds samples of the whole dataset: the mean of 4000 uniform draws is within 5 sigma.
    const double mean = std::accumulate(first.begin(), first.begin() + 4000, 0.0) / 4000;
    QVERIFY(std::abs(mean / kSamples - 0.5) < 5 * 0.2887 / std::sqrt(4000.0));
    std::vector<int> sorted = first;
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i) QCOMPARE(sorted[i], int(i));
  }

  void givesEveryReaderAShard() {
    const auto dataset = table(1003);
    QVERIFY(dataset);
    ShardOptions asked = options();
    asked.readers = 8;
    const auto shards = writeShards(*dataset, asked, {2, 0}, job());
    QVERIFY(shards);
    QCOMPARE(shards->size(), std::size_t{8});
    for (const ShardInfo& shard : *shards) QVERIFY(shard.samples == 125 || shard.samples == 126);
    QCOMPARE(rowsForPython(*shards), std::uint64_t{1003});
  }

  void keepsShardsBelowTheSizeAskedFor() {
    const auto dataset = table(kSamples);
    QVERIFY(dataset);
    ShardOptions asked = options(0);
    asked.shardBytes = 200'000;
    const auto shards = writeShards(*dataset, asked, {2, 0}, job());
    QVERIFY(shards);
    QVERIFY(shards->size() > 3);
    for (const ShardInfo& shard : *shards) QVERIFY(shard.bytes <= 200'000);
    QVERIFY(shards->at(1).bytes > 190'000);
  }

  void refusesShardsThatAreThere() {
    const auto dataset = table(1000);
    QVERIFY(dataset);
    QVERIFY(writeShards(*dataset, options(100), {2, 0}, job()));
    std::ofstream(out() / "all/mine.txt") << "keep";
    const auto before = test::contentsBelow(out());
    QCOMPARE(writeShards(*dataset, options(500), {2, 0}, job()).error().code, Errc::exists);
    QCOMPARE(planShards(*dataset, options(500))->size(), std::size_t{2});
    QVERIFY(test::contentsBelow(out()) == before);
    ShardOptions asked = options(500);
    asked.overwrite = true;
    QVERIFY(writeShards(*dataset, asked, {2, 0}, job()));
    // Nothing of the ten shards of before is left beside the two.
    QCOMPARE(filesBelow(out()), (std::vector<std::string>{"README.md", "all/mine.txt", "all/split_data_00000.csv",
                                                          "all/split_data_00001.csv", "croissant.json", "index.json",
                                                          "receipt.json"}));
  }

  /// What the index of an export lists is its own, but for the receipt of a run: earlier versions replaced that.
  void overwritesNothingButExports() {
    const auto dataset = table(1000);
    QVERIFY(dataset);
    fs::create_directories(out());
    metrics::RunReceipt run;
    run.stepsPerEpoch = 1;
    run.sessions.resize(1);
    run.models.resize(1);
    const std::string receipt = metrics::toJson(run);
    std::ofstream(out() / "receipt.json") << receipt;
    ShardOptions asked = options(500);
    const auto refuses = [&](const char* name) {
      const auto before = test::contentsBelow(out());
      for (const bool resumes : {false, true}) {
        asked.overwrite = true;
        asked.resume = resumes;
        const auto refused = writeShards(*dataset, asked, {2, 0}, job());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Errc::exists);
        QVERIFY2(refused.error().message.english().find(name) != std::string::npos,
                 refused.error().message.english().c_str());
        QVERIFY(test::contentsBelow(out()) == before);
        // Without it nothing is overwritten at all.
        asked.overwrite = false;
        QCOMPARE(writeShards(*dataset, asked, {2, 0}, job()).error().code, Errc::exists);
        QVERIFY(test::contentsBelow(out()) == before);
      }
    };
    refuses("receipt.json");
    fs::remove(out() / "receipt.json");
    asked = options(500);
    QVERIFY(writeShards(*dataset, asked, {2, 0}, job()));
    std::ofstream(out() / "receipt.json") << receipt;
    refuses("receipt.json");
    fs::remove(out() / "receipt.json");
    std::ofstream(out() / "all/split_data_00002.csv") << "mine";
    asked = options(300);
    refuses("all/split_data_00002.csv");
    fs::remove(out() / "all/split_data_00002.csv");
    asked = options(300);
    asked.overwrite = true;
    QVERIFY(writeShards(*dataset, asked, {2, 0}, job()));
  }

  void cancellingLeavesNothing() {
    const auto dataset = table(kSamples);
    QVERIFY(dataset);
    for (const std::uint64_t after : {std::uint64_t{0}, std::uint64_t{1}, kSamples / 2}) {
      m_progress = std::make_unique<Progress>();
      std::stop_source stop;
      if (after == 0) stop.request_stop();
      std::jthread canceller([&](const std::stop_token& done) {
        while (m_progress->done() < after && !done.stop_requested()) std::this_thread::yield();
        stop.request_stop();
      });
      ShardOptions asked = options(50);
      asked.out = path("deep") / "below" / "out";
      const auto shards = writeShards(*dataset, asked, {2, 1 << 20}, {stop.get_token(), *m_progress});
      if (after == 0 || !shards) {
        QCOMPARE(shards.error().code, Errc::cancelled);
        if (after == 0) QVERIFY(!fs::exists(path("deep")));
        for (const std::string& file : filesBelow(asked.out))
          QVERIFY2(file.starts_with("export.partial/"), file.c_str());
      }
      fs::remove_all(path("deep"));
    }
  }

  void failingKeepsWhatWasThere() {
    const auto dataset = table(kSamples);
    QVERIFY(dataset);
    fs::create_directory(out());
    if (::mount("masu-test", out().c_str(), "tmpfs", 0, "size=256k") != 0) {
      QSKIP("mounting a small disk needs root and is not allowed here");
    }
    const auto first = writeShards(*table(100), options(), {1, 0}, job());
    const auto before = test::contentsBelow(out());
    ShardOptions asked = options();
    asked.overwrite = true;
    const auto second = writeShards(*dataset, asked, {2, 0}, job());
    auto after = test::contentsBelow(out());
    std::erase_if(after, [](const auto& file) { return file.first.starts_with("export.partial/"); });
    ::umount2(out().c_str(), MNT_DETACH);
    QVERIFY(first);
    QVERIFY(!second);
    QCOMPARE(second.error().code, Errc::noSpace);
    QVERIFY(!before.empty());
    QVERIFY(after == before);
  }

  void saysWhatIsMissing() {
    const auto dataset = table(50);
    QVERIFY(dataset);
    ShardOptions asked = options();
    asked.manifest = "fold-1";
    QCOMPARE(writeShards(*dataset, asked, {1, 0}, job()).error().code, Errc::notFound);
    asked = options();
    asked.splits = {store::Split::test};
    QCOMPARE(writeShards(*dataset, asked, {1, 0}, job()).error().code, Errc::notFound);
    QVERIFY(test::split(*dataset));
    QVERIFY(store::SplitsFile::open(dataset->path(), dataset->uuid(), 50)
                ->write({"none", "{}", false}, store::Assignment(50, store::Split::unused)));
    asked.manifest = "none";
    QCOMPARE(writeShards(*dataset, asked, {1, 0}, job()).error().code, Errc::noSamples);
    asked = options();
    asked.readers = 51;
    QCOMPARE(writeShards(*dataset, asked, {1, 0}, job()).error().code, Errc::invalidArgument);
    asked = options();
    asked.out = dataset->path();
    QCOMPARE(writeShards(*dataset, asked, {1, 0}, job()).error().code, Errc::invalidArgument);
    QVERIFY(!fs::exists(out()));
  }

 private:
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  fs::path out() const { return path("out"); }
  JobContext job() const { return {{}, *m_progress}; }

  ShardOptions options(std::uint64_t shardSamples = 10'000) const {
    ShardOptions asked;
    asked.out = out();
    asked.shardSamples = shardSamples;
    return asked;
  }

  std::shared_ptr<const store::Dataset> table(std::uint64_t samples,
                                              store::Compression compression = store::Compression::none) const {
    const fs::path file = path(("t" + std::to_string(samples) + ".h5").c_str());
    auto made = test::makeTable(file, samples, compression);
    if (made) return *made;
    qWarning("%s", made.error().message.english().c_str());
    return nullptr;
  }

  std::uint64_t rowsForPython(const std::vector<ShardInfo>& shards) const {
    QStringList arguments = {"-c", kReader};
    for (const ShardInfo& shard : shards) arguments << QString::fromStdString((out() / shard.path).string());
    QProcess python;
    python.start("/usr/bin/python3", arguments);
    python.waitForFinished();
    const QByteArray problem = python.readAllStandardError();
    if (!problem.isEmpty()) qWarning("%s", problem.constData());
    return python.readAllStandardOutput().trimmed().toULongLong();
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Progress> m_progress;
};

MASU_TEST(CsvShardsTest)
#include "csv_shards_test.moc"

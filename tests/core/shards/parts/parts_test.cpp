// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <optional>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "core/io/file.h"
#include "core/shards/export/export.h"
#include "core/shards/export/planned_export.h"
#include "core/shards/export/shard_writer.h"
#include "core/shards/parts/part_export.h"
#include "core/shards/parts/part_folder.h"
#include "core/shards/parts/statistics_share.h"
#include "tests/fixtures/folder_contents.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSamples = 1'203;

template <class T>
std::string sentenceOf(const Result<T>& result) {
  return result ? std::string() : result.error().message.english();
}

}  // namespace

/// Workers that share a folder write what one export writes, whatever happens to them.
class PartsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    auto dataset = test::makeTable(path("t.h5"), kSamples, store::Compression::none);
    QVERIFY(dataset);
    m_dataset = std::move(*dataset);
    QVERIFY(test::split(*m_dataset));
  }

  void shardsAreDividedEvenly() {
    const auto plan = planExport(*m_dataset, options(Format::csv, 20), {1, 1 << 30}, {});
    QVERIFY(plan);
    for (const std::uint64_t parts : {1, 2, 3, 7, 100}) {
      const Division division = divide(**plan, parts);
      QCOMPARE(division.size(), parts);
      std::vector<std::size_t> all;
      std::vector<std::uint64_t> samples;
      for (const auto& part : division) {
        QVERIFY(std::ranges::is_sorted(part));
        all.insert(all.end(), part.begin(), part.end());
        samples.push_back(0);
        for (const std::size_t shard : part) samples.back() += (*plan)->shards[shard].count;
      }
      std::ranges::sort(all);
      std::vector<std::size_t> expected((*plan)->shards.size());
      std::iota(expected.begin(), expected.end(), std::size_t{0});
      QCOMPARE(all, expected);
      // None has more than another by more than one shard.
      QVERIFY(*std::ranges::max_element(samples) - *std::ranges::min_element(samples) <= 20);
    }
  }

  void workersWriteWhatOneExportWrites_data() {
    QTest::addColumn<int>("format");
    for (const Format format : formats()) {
      if (format != Format::zip) QTest::newRow(std::string(name(format)).c_str()) << int(format);
    }
  }

  void workersWriteWhatOneExportWrites() {
    QFETCH(int, format);
    for (const bool shuffled : {false, true}) {
      ShardOptions asked = options(static_cast<Format>(format), 150);
      if (shuffled) asked.shuffle = 7;
      const auto whole = oneExport(asked);
      QVERIFY(!whole.empty());
      for (std::uint64_t parts = 1; parts <= 4; ++parts) {
        for (const bool backwards : {false, true}) {
          fs::remove_all(out());
          for (std::uint64_t i = 1; i <= parts; ++i) {
            const std::uint64_t number = backwards ? parts + 1 - i : i;
            const auto report = work(asked, {number, parts}, {static_cast<unsigned>(i), 1 << 30});
            QVERIFY2(report, sentenceOf(report).c_str());
            QVERIFY(!report->before);
            QCOMPARE(report->missing.size(), parts - i);
            QCOMPARE(report->whole, i == parts ? PartReport::Export::complete : PartReport::Export::waiting);
            QCOMPARE(fs::exists(out() / kIndexName), i == parts);
          }
          QVERIFY(test::contentsBelow(out()) == whole);
        }
      }
    }
  }

  /// Several chunks a worker, whose moments are merged in the order of one pass.
  void workersMeasureWhatOneDoes() {
    const auto made = test::makeWaveforms(path("w.h5"), 5 * kSamples);
    QVERIFY(made);
    m_dataset = *made;
    QVERIFY(test::split(*m_dataset));
    const auto splits = exportSplitsOf(*m_dataset, options(Format::npy));
    QVERIFY(splits);
    Progress progress;
    const auto one = measureTrain(*m_dataset, *splits, 2, {{}, progress});
    QVERIFY(one && !one->features.empty() && !one->classes.empty());
    std::vector<fs::path> files;
    for (std::uint64_t number = 1; number <= 3; ++number) {
      files.push_back(path(std::to_string(number).c_str()));
      QVERIFY(writeStatisticsShare(*m_dataset, *splits, {number, 3}, files.back(), 2, {}));
    }
    const auto joined = joinStatistics(*m_dataset, *splits, files);
    QVERIFY(joined);
    QCOMPARE(joined->features.size(), one->features.size());
    for (std::size_t i = 0; i < one->features.size(); ++i) {
      const loader::Moments& mine = joined->features[i];
      const loader::Moments& theirs = one->features[i];
      QVERIFY(mine.count == theirs.count && mine.mean == theirs.mean && mine.squares == theirs.squares);
      QVERIFY(mine.min == theirs.min && mine.max == theirs.max);
    }
    QVERIFY(joined->categories == one->categories && joined->classes == one->classes);
    // What is damaged, missing or of another part is not merged.
    std::string bytes = io::readText(files[1]).value();
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    std::ofstream(files[1], std::ios::binary) << bytes;
    QVERIFY(!joinStatistics(*m_dataset, *splits, files));
    QVERIFY(!joinStatistics(*m_dataset, *splits, {files[0], path("none"), files[2]}));
    const ShardOptions asked = options(Format::npy, 1'000);
    const auto whole = oneExport(asked);
    for (std::uint64_t number = 1; number <= 3; ++number) QVERIFY(work(asked, {number, 3}));
    QVERIFY(test::contentsBelow(out()) == whole);
  }

  void thereMayBeMorePartsThanShards() {
    const ShardOptions asked = options(Format::npz, 5'000);
    const auto whole = oneExport(asked);
    for (std::uint64_t number = 1; number <= 9; ++number) {
      const auto report = work(asked, {number, 9});
      QVERIFY2(report, sentenceOf(report).c_str());
      QCOMPARE(report->shards.size(), std::size_t(number <= 3 ? 1 : 0));
    }
    QVERIFY(test::contentsBelow(out()) == whole);
  }

  void aPartIsPlannedAsItIsWritten() {
    const ShardOptions asked = options(Format::npy, 100);
    std::vector<std::string> planned, written;
    for (std::uint64_t number = 1; number <= 3; ++number) {
      const auto plan = planPart(*m_dataset, asked, {number, 3});
      const auto report = work(asked, {number, 3});
      QVERIFY(plan && report);
      for (const ShardInfo& shard : *plan) planned.push_back(shard.path);
      for (const ShardInfo& shard : report->shards) written.push_back(shard.path);
    }
    QCOMPARE(planned, written);
  }

  void aWorkerThatIsKilledIsRepeated() {
    const ShardOptions asked = options(Format::csv, 5);
    const auto whole = oneExport(asked);
    QVERIFY(work(asked, {1, 3}));
    killedAt(asked, {2, 3}, 3);
    QVERIFY(!fs::exists(out() / kIndexName));
    const fs::path journal = place().parts / "2.journal";
    if (!fs::exists(journal)) QSKIP("the worker was done before it could be killed");
    const std::size_t kept = PartFolder(out(), terms(asked), division(asked, 3)).listed(2).size();
    QVERIFY(kept >= 3);
    QVERIFY(work(asked, {3, 3}));
    QVERIFY(!fs::exists(out() / kIndexName));
    std::size_t asks = 0;
    const PlanCheck count = [&](const std::vector<ShardInfo>& shards) -> Result<void> {
      asks = shards.size();
      return {};
    };
    Progress progress;
    const auto report = exportPart(*m_dataset, asked, {2, 3}, {2, 1 << 30}, {{}, progress}, count);
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(asks, report->shards.size() - kept);
    QVERIFY(test::contentsBelow(out()) == whole);
  }

  void cancellingLeavesWhatIsWhole() {
    const ShardOptions asked = options(Format::csv, 5);
    const auto whole = oneExport(asked);
    std::stop_source stop;
    stop.request_stop();
    Progress none;
    QCOMPARE(exportPart(*m_dataset, asked, {1, 2}, {1, 1 << 30}, {stop.get_token(), none}).error().code,
             Errc::cancelled);
    QVERIFY2(!fs::exists(out()), "nothing is whole");
    for (const std::uint64_t number : {1, 2}) {
      Progress progress;
      std::stop_source half;
      std::jthread canceller([&](const std::stop_token& done) {
        while (progress.done() < 100 && !done.stop_requested()) std::this_thread::yield();
        half.request_stop();
      });
      const auto report = exportPart(*m_dataset, asked, {number, 2}, {1, 1 << 30}, {half.get_token(), progress});
      if (!report) QCOMPARE(report.error().code, Errc::cancelled);
    }
    for (const std::uint64_t number : {2, 1}) {
      const auto report = work(asked, {number, 2});
      QVERIFY2(report, sentenceOf(report).c_str());
    }
    QVERIFY(test::contentsBelow(out()) == whole);
  }

  void aCompletePartIsNotWrittenAgain() {
    const ShardOptions asked = options(Format::csv, 50);
    const auto whole = oneExport(asked);
    const auto first = work(asked, {1, 2});
    QVERIFY(first);
    const fs::path shard = place().files / first->shards.front().path;
    const auto written = fs::last_write_time(shard);
    const auto again = work(asked, {1, 2});
    QVERIFY2(again, sentenceOf(again).c_str());
    QVERIFY(again->before);
    QCOMPARE(again->missing, std::vector<std::uint64_t>{2});
    QCOMPARE(again->shards.size(), first->shards.size());
    QVERIFY(fs::last_write_time(shard) == written);
    QVERIFY(work(asked, {2, 2}));
    // The export is in its place, and every worker may be started once more.
    for (const std::uint64_t number : {1, 2}) {
      const auto late = work(asked, {number, 2});
      QVERIFY2(late, sentenceOf(late).c_str());
      QVERIFY(late->before);
      QCOMPARE(late->whole, PartReport::Export::complete);
    }
    QVERIFY(test::contentsBelow(out()) == whole);
  }

  /// What a record lists may be gone since, or cut short.
  void aShardThatIsGoneIsMissed() {
    const ShardOptions asked = options(Format::csv, 50);
    const auto whole = oneExport(asked);
    const auto first = work(asked, {1, 2});
    QVERIFY(first);
    fs::resize_file(place().files / first->shards.back().path, 10);
    const auto second = work(asked, {2, 2});
    QVERIFY2(second, sentenceOf(second).c_str());
    QCOMPARE(second->missing, std::vector<std::uint64_t>{1});
    QCOMPARE(second->whole, PartReport::Export::waiting);
    const auto again = work(asked, {1, 2});
    QVERIFY2(again, sentenceOf(again).c_str());
    QVERIFY(!again->before);
    QVERIFY(test::contentsBelow(out()) == whole);
  }

  void twoWhoAreDoneAtOnceBothEndWell() {
    const ShardOptions asked = options(Format::csv, 100);
    const auto whole = oneExport(asked);
    for (int round = 0; round < 5; ++round) {
      fs::remove_all(out());
      writeAllParts(asked, 2);
      QVERIFY(!fs::exists(out() / kIndexName));
      bothAtOnce(asked);
      QVERIFY(test::contentsBelow(out()) == whole);
    }
  }

  void twoWorkAtOnce() {
    const ShardOptions asked = options(Format::npz, 20);
    const auto whole = oneExport(asked);
    for (int round = 0; round < 5; ++round) {
      fs::remove_all(out());
      bothAtOnce(asked);
      QVERIFY(test::contentsBelow(out()) == whole);
    }
  }

  void aPartIsWrittenByOne() {
    const ShardOptions asked = options(Format::csv, 50);
    const Division parts = division(asked, 2);
    PartFolder other(out(), terms(asked), parts);
    QVERIFY(other.enter());
    QVERIFY(other.take(1));
    const auto refused = work(asked, {1, 2});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::busy);
    QVERIFY(sentenceOf(refused).find("part 1 of 2") != std::string::npos);
    QVERIFY(work(asked, {2, 2}));
    // Nor does an export without parts begin there.
    Progress progress;
    QCOMPARE(writeShards(*m_dataset, asked, {1, 0}, {{}, progress}).error().code, Errc::busy);
  }

  void whoJoinedThePartsMayDie() {
    const ShardOptions asked = options(Format::csv, 100);
    const auto whole = oneExport(asked);
    for (const std::uint64_t number : {1, 2}) {
      fs::remove_all(out());
      writeAllParts(asked, 2);
      {
        const Division parts = division(asked, 2);
        PartFolder folder(out(), terms(asked), parts);
        QVERIFY(folder.enter());
        const auto joined = folder.join([](const NumberedShards&) -> Result<void> { return {}; });
        QVERIFY2(joined && *joined, sentenceOf(joined).c_str());
        QVERIFY(folder.isJoined());
      }
      // Nobody with other options removes it.
      QCOMPARE(work(options(Format::npz), {number, 2}).error().code, Errc::invalidArgument);
      const auto report = work(asked, {number, 2});
      QVERIFY2(report, sentenceOf(report).c_str());
      QVERIFY(report->before);
      QCOMPARE(report->whole, PartReport::Export::complete);
      QVERIFY(test::contentsBelow(out()) == whole);
    }
  }

  void whoPublishedThemMayDieAtTheVeryEnd() {
    const ShardOptions asked = options(Format::csv, 100);
    const auto whole = oneExport(asked);
    fs::create_directories(out());
    std::ofstream(out() / "notes.txt") << "mine";
    writeAllParts(asked, 2);
    {
      const Division parts = division(asked, 2);
      PartFolder folder(out(), terms(asked), parts);
      QVERIFY(folder.enter());
      const auto joined = folder.join([](const NumberedShards&) -> Result<void> { return {}; });
      QVERIFY2(joined && *joined, sentenceOf(joined).c_str());
    }
    // All files have their final names, the index too, and what was kept to resume from is there still.
    fs::remove_all(place().files);
    fs::create_directory(place().files);
    fs::copy(path("whole"), out(), fs::copy_options::recursive);
    const auto report = work(asked, {2, 2});
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->before);
    QCOMPARE(report->whole, PartReport::Export::complete);
    auto now = test::contentsBelow(out());
    QCOMPARE(now["notes.txt"], std::string("mine"));
    now.erase("notes.txt");
    QVERIFY(now == whole);
    QVERIFY(!fs::exists(place().folder));
  }

  void otherTermsAreRefused() {
    const ShardOptions asked = options(Format::csv, 50);
    QVERIFY(work(asked, {1, 3}));
    const auto before = test::contentsBelow(out());
    const auto refused = [&](const ShardOptions& other, const PartOf& part, const char* says) {
      const auto report = work(other, part);
      QVERIFY(!report);
      QCOMPARE(report.error().code, Errc::invalidArgument);
      QVERIFY2(sentenceOf(report).find(says) != std::string::npos, sentenceOf(report).c_str());
      QVERIFY(test::contentsBelow(out()) == before);
    };
    ShardOptions other = asked;
    other.shardSamples = 60;
    refused(other, {2, 3}, "other options");
    other = asked;
    other.format = Format::npy;
    refused(other, {2, 3}, "other options");
    other = asked;
    other.shuffle = 1;
    refused(other, {2, 3}, "other options");
    refused(asked, {2, 4}, "in 3 parts, not in 4");
    refused(asked, {1, 1}, place().folder.c_str());
    // It is said how to begin again.
    fs::remove_all(place().folder);
    QVERIFY(work(asked, {2, 4}));
  }

  void aBundleHasNoParts() {
    const auto report = work(options(Format::zip), {1, 2});
    QVERIFY(!report);
    QCOMPARE(report.error().code, Errc::unsupported);
    QVERIFY(!fs::exists(out()));
    QVERIFY(!planPart(*m_dataset, options(Format::zip), {1, 2}));
  }

  void whatIsInTheFolderIsOverwrittenOnlyWhenAsked() {
    ShardOptions asked = options(Format::csv, 50);
    const auto whole = oneExport(asked);
    fs::create_directories(out());
    std::ofstream(out() / "notes.txt") << "mine";
    ShardOptions before = options(Format::npz, 300);
    Progress progress;
    QVERIFY(writeShards(*m_dataset, before, {1, 0}, {{}, progress}));
    QCOMPARE(work(asked, {1, 2}).error().code, Errc::exists);
    QVERIFY(!fs::exists(place().folder));
    asked.overwrite = true;
    // A shard of that name is not of the export before.
    const fs::path foreign = out() / planShards(*m_dataset, asked)->front().path;
    fs::create_directories(foreign.parent_path());
    std::ofstream(foreign) << "mine";
    QCOMPARE(work(asked, {1, 2}).error().code, Errc::exists);
    QCOMPARE(*io::readText(foreign), std::string("mine"));
    QVERIFY(!fs::exists(place().folder));
    fs::remove(foreign);
    QVERIFY(work(asked, {1, 2}));
    QVERIFY2(fs::exists(out() / kIndexName), "the old one is there until the new one is complete");
    QVERIFY(work(asked, {2, 2}));
    auto now = test::contentsBelow(out());
    QCOMPARE(now["notes.txt"], std::string("mine"));
    now.erase("notes.txt");
    QVERIFY(now == whole);
  }

  void anExportWithoutPartsLeavesThemOrStartsOver() {
    ShardOptions asked = options(Format::csv, 50);
    const auto whole = oneExport(asked);
    QVERIFY(work(asked, {1, 2}));
    asked.resume = true;
    Progress progress;
    const auto refused = writeShards(*m_dataset, asked, {1, 0}, {{}, progress});
    QCOMPARE(refused.error().code, Errc::invalidArgument);
    QVERIFY2(sentenceOf(refused).find("--part") != std::string::npos, sentenceOf(refused).c_str());
    asked.resume = false;
    const auto done = writeShards(*m_dataset, asked, {1, 0}, {{}, progress});
    QVERIFY2(done, sentenceOf(done).c_str());
    QVERIFY(test::contentsBelow(out()) == whole);
  }

  void workersTakeOverWhatOneExportLeft() {
    const ShardOptions asked = options(Format::csv, 50);
    const auto whole = oneExport(asked);
    const auto plan = planExport(*m_dataset, asked, {1, 1 << 30}, {});
    QVERIFY(plan);
    {
      auto partial = PartialExport::create(out(), (*plan)->key(*m_dataset), Keep::nothing);
      QVERIFY2(partial, sentenceOf(partial).c_str());
      const ShardWriter writer(*m_dataset, **plan, partial->folder(), {1, 1 << 30});
      const auto note = [&](std::size_t number, const ShardInfo& shard) { return partial->note(number, shard); };
      const std::vector<std::size_t> some = {0, 1, 2, 3, 7};
      Progress progress;
      QVERIFY(writer.write(some, {}, note, {{}, progress}));
      QVERIFY(partial->settle());
    }
    const std::string shard = (*plan)->planned[2].path;
    const auto written = fs::last_write_time(place().files / shard);
    for (const std::uint64_t number : {1, 2, 3}) {
      const auto report = work(asked, {number, 3});
      QVERIFY2(report, sentenceOf(report).c_str());
    }
    QVERIFY(test::contentsBelow(out()) == whole);
    QVERIFY(fs::last_write_time(out() / shard) == written);
  }

 private:
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  fs::path out() const { return path("out"); }
  PartialPlace place() const { return PartialPlace(out()); }

  ShardOptions options(Format format, std::uint64_t samples = 0) const {
    ShardOptions options;
    options.format = format;
    options.out = out();
    options.shardSamples = samples;
    return options;
  }

  /// What one export writes, in a folder of its own.
  std::map<std::string, std::string> oneExport(ShardOptions asked) const {
    asked.out = path("whole");
    fs::remove_all(asked.out);
    Progress progress;
    if (!writeShards(*m_dataset, asked, {2, 1 << 30}, {{}, progress})) return {};
    return test::contentsBelow(asked.out);
  }

  Result<PartReport> work(const ShardOptions& asked, const PartOf& part,
                          const Resources& resources = {2, 1 << 30}) const {
    Progress progress;
    return exportPart(*m_dataset, asked, part, resources, {{}, progress});
  }

  PartTerms terms(const ShardOptions& asked) const {
    const auto plan = planExport(*m_dataset, asked, {1, 1 << 30}, {});
    return {(*plan)->key(*m_dataset), asked.manifest, MASU_VERSION};
  }

  Division division(const ShardOptions& asked, std::uint64_t parts) const {
    const auto plan = planExport(*m_dataset, asked, {1, 1 << 30}, {});
    return divide(**plan, parts);
  }

  /// All parts complete, and nobody joined them.
  void writeAllParts(const ShardOptions& asked, std::uint64_t parts) const {
    const auto plan = planExport(*m_dataset, asked, {1, 1 << 30}, {});
    const Division divided = divide(**plan, parts);
    for (std::uint64_t number = 1; number <= parts; ++number) {
      PartFolder folder(out(), terms(asked), divided);
      QVERIFY(folder.enter());
      QVERIFY(folder.take(number));
      {
        auto journal = folder.begin(number, {});
        QVERIFY(journal);
        const ShardWriter writer(*m_dataset, **plan, folder.files(), {1, 1 << 30});
        const auto note = [&](std::size_t place, const ShardInfo& shard) { return (*journal)->note(place, shard); };
        Progress progress;
        QVERIFY(writer.write(divided[number - 1], {}, note, {{}, progress}));
        QVERIFY((*journal)->settle());
      }
      QVERIFY(folder.complete(number));
    }
  }

  /// Both of two workers end without an error, and one of them at least with a complete export or with another at it.
  void bothAtOnce(const ShardOptions& asked) const {
    std::vector<std::optional<Result<PartReport>>> reports(2);
    {
      std::vector<std::jthread> workers;
      for (std::uint64_t i = 0; i < 2; ++i) {
        workers.emplace_back([&, i] { reports[i] = work(asked, {i + 1, 2}, {1, 1 << 30}); });
      }
    }
    for (const auto& report : reports) QVERIFY2(*report, sentenceOf(*report).c_str());
    QVERIFY(std::ranges::any_of(reports,
                                [](const auto& report) { return (*report)->whole == PartReport::Export::complete; }));
  }

  /// Forks a worker that is killed as soon as its journal lists so many shards.
  void killedAt(const ShardOptions& asked, const PartOf& part, std::size_t shards) const {
    const fs::path journal = place().parts / (std::to_string(part.number) + ".journal");
    const pid_t child = ::fork();
    if (child == 0) {
      std::jthread killer([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          std::ifstream text(journal);
          const auto lines = std::count(std::istreambuf_iterator<char>(text), {}, '\n');
          if (static_cast<std::size_t>(lines) > shards) ::kill(::getpid(), SIGKILL);
        }
      });
      const auto dataset = store::Dataset::open(path("t.h5"));
      Progress progress;
      if (dataset) (void)exportPart(**dataset, asked, part, {1, 1 << 30}, {{}, progress});
      ::_exit(0);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::shared_ptr<const store::Dataset> m_dataset;
};

MASU_TEST(PartsTest)
#include "parts_test.moc"

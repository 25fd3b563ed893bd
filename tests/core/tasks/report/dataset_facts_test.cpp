// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/dataset_facts.h"

#include <QTemporaryDir>
#include <QTest>
#include <numeric>

#include "core/store/splits/splits_file.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;
using store::Split;

namespace {

constexpr std::uint64_t kSamples = 41;

Result<DatasetFacts> factsOfFile(const fs::path& file, const std::string& manifest = {}, bool check = false,
                                 const std::stop_token& stop = {}) {
  Progress progress;
  return datasetFacts({file, manifest, check, {1, 64 << 20}}, {stop, progress});
}

}  // namespace

class DatasetFactsTest : public QObject {
  Q_OBJECT

 private:
  fs::path file() const { return fs::path(m_folder->path().toStdString()) / "table.h5"; }

  Result<void> write(const char* manifest, const store::Assignment& assignment) const {
    MASU_TRY(auto splits, store::SplitsFile::open(file(), m_dataset->uuid(), kSamples));
    return splits.write({manifest, "{}", false}, assignment);
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::shared_ptr<const store::Dataset> m_dataset;

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    auto made = test::makeTable(file(), kSamples, store::Compression::none);
    QVERIFY(made.has_value());
    m_dataset = std::move(*made);
  }

  /// Of 41 samples that take turns, 21 are of the first class.
  void classesAreCountedWithoutASplit() {
    const auto facts = factsOfFile(file());
    QVERIFY2(facts, facts ? "" : facts.error().message.english().c_str());
    QCOMPARE(facts->classes, (std::vector<std::uint64_t>{21, 20}));
    QVERIFY(facts->manifests.empty() && facts->info.manifests.empty());
    QVERIFY(!facts->checks && facts->checked.empty());
    QCOMPARE(facts->contentHash.size(), std::size_t{64});
  }

  void everyManifestIsCounted() {
    store::Assignment halves(kSamples, Split::train);
    std::fill_n(halves.begin(), 20, Split::test);
    QVERIFY(write("halves", halves));
    QVERIFY(write("default", store::Assignment(kSamples, Split::unused)));
    const auto facts = factsOfFile(file());
    QVERIFY2(facts, facts ? "" : facts.error().message.english().c_str());
    QCOMPARE(facts->classes, (std::vector<std::uint64_t>{21, 20}));
    QCOMPARE(facts->manifests.size(), std::size_t{2});
    for (std::size_t i = 0; i < facts->manifests.size(); ++i) {
      QCOMPARE(facts->manifests[i].size(), std::size_t{2});
      const bool isHalves = facts->info.manifests[i].name == "halves";
      for (std::size_t code = 0; code < 2; ++code) {
        const manifest::SplitTally& tally = facts->manifests[i][code];
        QCOMPARE(std::accumulate(tally.begin(), tally.end(), std::uint64_t{0}), facts->classes[code]);
        QCOMPARE(tally[static_cast<std::size_t>(Split::test)], std::uint64_t{isHalves ? 10U : 0U});
      }
    }
    const auto one = factsOfFile(file(), "halves");
    QVERIFY(one.has_value());
    QCOMPARE(one->info.manifests.size(), std::size_t{1});
    QCOMPARE(one->info.manifests.front().name, std::string("halves"));
    QCOMPARE(one->classes, facts->classes);
  }

  void whatIsAskedForIsChecked() {
    QVERIFY(test::split(*m_dataset));
    QVERIFY(write("another", store::Assignment(kSamples, Split::train)));
    for (const auto& [asked, checked] : {std::pair<std::string, std::string>{"", "default"}, {"another", "another"}}) {
      const auto facts = factsOfFile(file(), asked, true);
      QVERIFY2(facts, facts ? "" : facts.error().message.english().c_str());
      QCOMPARE(facts->checked, checked);
      QVERIFY(facts->checks && !facts->checks->checks.empty());
    }
  }

  void aManifestThatIsNotThereIsNamed() {
    QVERIFY(test::split(*m_dataset));
    for (const bool check : {false, true}) {
      const auto refused = factsOfFile(file(), "folds-7", check);
      QVERIFY(!refused);
      QVERIFY(refused.error().message.english().find("folds-7") != std::string::npos);
    }
    const auto gone = factsOfFile(file().parent_path() / "gone.h5");
    QVERIFY(!gone);
    QCOMPARE(gone.error().code, Errc::notFound);
  }

  void aSplitsFileThatIsNoneIsAnError() {
    QVERIFY(test::split(*m_dataset));
    const auto splits = store::SplitsFile::open(file(), m_dataset->uuid(), kSamples);
    QVERIFY(splits.has_value());
    const fs::path its = splits->path();
    fs::resize_file(its, 100);
    QVERIFY(!factsOfFile(file()));
    // One that is lost is not: the report says so.
    fs::remove(its);
    const auto facts = factsOfFile(file());
    QVERIFY2(facts, facts ? "" : facts.error().message.english().c_str());
    QVERIFY(facts->info.splitsProblem.has_value());
    QCOMPARE(facts->classes, (std::vector<std::uint64_t>{21, 20}));
    QVERIFY(!factsOfFile(file(), "default"));
  }

  void aStopIsHeard() {
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = factsOfFile(file(), {}, false, stop.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, Errc::cancelled);
  }
};

MASU_TEST(DatasetFactsTest)
#include "dataset_facts_test.moc"

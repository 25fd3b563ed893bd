// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/append_plan.h"

#include <numeric>

#include "tests/fixtures/staged_numbers.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;
using store::AppendPlan;

/// A dataset that grows by a part.
class AppendPlanTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 300;
  static constexpr std::uint64_t kAdded = 100;

  std::unique_ptr<QTemporaryDir> m_folder;
  Progress m_progress;
  const JobContext m_job{{}, m_progress};

  fs::path in(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
  /// One number a sample, which is the sample's.
  Result<std::shared_ptr<const store::Dataset>> made(DType type, std::span<const std::string> texts = {}) const {
    std::vector<std::uint32_t> numbers(kSamples);
    std::iota(numbers.begin(), numbers.end(), 0U);
    const auto bytes = std::as_bytes(std::span(numbers));
    const std::vector<Content> contents = {
        {{.name = "features", .dtype = type, .chunkSamples = 64}, {bytes.begin(), bytes.end()}}};
    MASU_CHECK(writeDataset(in("d.h5"), contents, kSamples, wholePieces(1, kSamples), 1, texts));
    return store::Dataset::open(in("d.h5"));
  }

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void textsCountOnFromThoseThereAre() {
    std::vector<std::string> texts(kSamples, "four");
    texts.front() = "";
    const auto dataset = made(DType::u32, texts);
    REQUIRE_OK(dataset);
    const auto bytes = AppendPlan(*dataset).textBytes();
    QCOMPARE(bytes.size(), std::size_t{1});
    QCOMPARE(bytes.begin()->first, std::string("kept/note"));
    QCOMPARE(bytes.begin()->second, 4 * (kSamples - 1));
  }

  void withItsNewNamesItIsTheLongerDataset() {
    const auto dataset = made(DType::u32);
    REQUIRE_OK(dataset);
    const auto added = stagedNumbers(in("added"), kAdded);
    QVERIFY(added && added->seal(kAdded));
    store::DatasetMeta meta = signalMeta();
    meta.uuid = "11111111-89ab-8def-8123-456789abcdef";
    fs::create_directory(in("work"));
    const auto complete =
        AppendPlan(*dataset).write({.folder = in("work"), .objects = {added.get()}, .samples = kAdded}, meta, m_job);
    REQUIRE_OK(complete);
    QCOMPARE(complete->parts.size(), std::size_t{1});
    QVERIFY(!complete->formerName.empty() && complete->formerName != complete->parts.front().name);
    // Nothing of the dataset was touched.
    QCOMPARE(store::Dataset::open(in("d.h5")).value()->samples(), kSamples);
    fs::rename(in("d.h5"), in(complete->formerName));
    fs::rename(complete->parts.front().where, in(complete->parts.front().name));
    fs::rename(complete->file, in("d.h5"));
    const auto longer = store::Dataset::open(in("d.h5"));
    REQUIRE_OK(longer);
    QCOMPARE((*longer)->samples(), kSamples + kAdded);
    QCOMPARE((*longer)->uuid(), meta.uuid);
    std::vector<std::uint32_t> numbers(kSamples + kAdded);
    REQUIRE_OK(
        (*longer)->read(*(*longer)->find("features"), 0, numbers.size(), std::as_writable_bytes(std::span(numbers))));
    for (std::uint32_t i = 0; i < numbers.size(); ++i) QCOMPARE(numbers[i], i < kSamples ? i : i - 300U);
  }

  void samplesOfAnotherTypeAreRefused() {
    const auto dataset = made(DType::i32);
    REQUIRE_OK(dataset);
    const auto added = stagedNumbers(in("added"), kAdded);
    QVERIFY(added && added->seal(kAdded));
    fs::create_directory(in("work"));
    const auto refused = AppendPlan(*dataset).write({.folder = in("work"), .objects = {added.get()}, .samples = kAdded},
                                                    signalMeta(), m_job);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.english().find("features") != std::string::npos);
  }
};

MASU_TEST(AppendPlanTest)
#include "append_plan_test.moc"

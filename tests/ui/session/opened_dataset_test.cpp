// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/opened_dataset.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLength = 96;

/// A sample of two channels, of which the first is given and the second is large.
Result<void> writeSignal(const fs::path& file, const std::vector<std::int16_t>& first) {
  store::DatasetMeta meta;
  meta.uuid = "0f0e0d0c-0b0a-8908-8706-050403020104";
  meta.kind = store::SampleKind::waveform;
  meta.schema.columns.resize(2);
  meta.schema.columns[0].name = "left";
  meta.schema.columns[1].name = "right";
  store::ObjectInfo features;
  features.name = "features";
  features.dtype = table::DType::i16;
  features.sampleShape = {2, kLength};
  features.chunkSamples = 1;
  std::vector<std::int16_t> values = first;
  values.resize(2 * kLength, 30'000);
  MASU_TRY(auto writer, store::DatasetWriter::create(file, {features}, {.overwrite = true, .sync = false}));
  MASU_CHECK(writer->write(0, 0, std::as_bytes(std::span(values))));
  Progress progress;
  MASU_CHECK(writer->finish(1, meta, {{}, progress}));
  return {};
}

}  // namespace

class OpenedDatasetTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  /// Its first feature counts up, so that all bars are about as high.
  void aTableIsShownByItsFirstFeature() {
    QVERIFY(test::makeTable(place("table.h5"), 110, store::Compression::none));
    const auto opened = open("table.h5");
    QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
    QCOMPARE(opened->info.dataset->samples(), std::uint64_t{110});
    QVERIFY(opened->thumbnail.size() > 5);
    QCOMPARE(std::ranges::max(opened->thumbnail), 1.0);
    for (const double height : opened->thumbnail) QVERIFY(height > 0.7 && height <= 1);
  }

  void equalValuesHaveNoHeight() {
    QVERIFY(test::makeTable(place("one.h5"), 1, store::Compression::none));
    const auto opened = open("one.h5");
    QVERIFY(opened.has_value());
    for (const double height : opened->thumbnail) QCOMPARE(height, 0.0);
  }

  /// Of its first channel, whatever the other has; up and down count alike.
  void aSignalIsShownByItsOutline() {
    std::vector<std::int16_t> values(kLength);
    values[0] = 100;
    values[50] = -200;
    QVERIFY(writeSignal(place("signal.h5"), values));
    const auto opened = open("signal.h5");
    QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
    const std::vector<double>& outline = opened->thumbnail;
    QVERIFY(!outline.empty());
    QCOMPARE(outline.front(), 0.5);
    QCOMPARE(outline[50 * outline.size() / kLength], 1.0);
    QCOMPARE(std::ranges::count_if(outline, [](double height) { return height > 0; }), std::ptrdiff_t{2});
    // Silence is flat, and a signal too short for an outline has none.
    QVERIFY(writeSignal(place("silence.h5"), std::vector<std::int16_t>(kLength)));
    QCOMPARE(std::ranges::max(open("silence.h5")->thumbnail), 0.0);
    QVERIFY(test::makeWaveforms(place("short.h5"), 20));
    QVERIFY(open("short.h5")->thumbnail.empty());
  }

  void whatCannotBeOpenedSaysWhy() {
    QCOMPARE(open("gone.h5").error().code, Errc::notFound);
    QVERIFY(test::makeTable(place("table.h5"), 10, store::Compression::none));
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(open("table.h5", stop.get_token()).error().code, Errc::cancelled);
  }

 private:
  fs::path place(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

  Result<OpenedDataset> open(const char* name, const std::stop_token& stop = {}) const {
    Progress progress;
    return openDatasetFile(place(name), {stop, progress});
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(OpenedDatasetTest)
#include "opened_dataset_test.moc"

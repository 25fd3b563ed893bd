// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/signals.h"

#include <QTest>
#include <cmath>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr std::uint64_t kSamples = 4;
constexpr std::uint64_t kLength = 5;

/// Two channels of five frames; value f of channel c of sample s is 100 s + 10 c + f.
std::shared_ptr<FakeDataset> recordings() {
  auto dataset = std::make_shared<FakeDataset>(kSamples);
  std::vector<std::int16_t> values;
  for (std::uint64_t sample = 0; sample < kSamples; ++sample)
    for (std::uint64_t channel = 0; channel < 2; ++channel)
      for (std::uint64_t frame = 0; frame < kLength; ++frame)
        values.push_back(static_cast<std::int16_t>(100 * sample + 10 * channel + frame));
  dataset->add("features", table::DType::i16, {2, kLength}, 2, values);
  dataset->add("labels", table::DType::u8, {}, 2, std::vector<std::uint8_t>{0, 1, 0, 1});
  store::DatasetMeta& meta = dataset->editMeta();
  meta.kind = store::SampleKind::waveform;
  meta.target = store::Target::classes;
  meta.classes = {"no", "yes"};
  meta.schema.columns.resize(2);
  return dataset;
}

}  // namespace

class SignalsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void samplesComeInTheOrderAskedFor() {
    const auto read = readSignals(*recordings(), {3, 0});
    QVERIFY(read);
    QCOMPARE(read->size(), std::size_t{2});
    QCOMPARE(read->front().sample, std::uint64_t{3});
    QCOMPARE(read->front().row.label, QString("yes"));
    QCOMPARE(read->back().row.label, QString("no"));
    QCOMPARE(read->front().channels.size(), std::size_t{2});
    QCOMPARE(*read->front().channels[0], (std::vector<float>{300, 301, 302, 303, 304}));
    QCOMPARE(*read->front().channels[1], (std::vector<float>{310, 311, 312, 313, 314}));
    QCOMPARE(*read->back().channels[1], (std::vector<float>{10, 11, 12, 13, 14}));
    QVERIFY(readSignals(*recordings(), {})->empty());
  }

  /// What is beyond the recording's end is padding.
  void framesEndWithTheirRecording() {
    const auto dataset = recordings();
    // Of 12 and 3 frames; the last sample is of a source that nothing is known of.
    dataset->editMeta().sources = {{"long.wav", 100, 12, "", 0}, {"short.wav", 100, 3, "", 0}};
    dataset->addOrigins({{0, 5}, {0, 10}, {1, 0}, {9, 0}});
    const auto read = readSignals(*dataset, {0, 1, 2, 3});
    QVERIFY(read);
    const std::vector<std::size_t> expected = {5, 2, 3, 5};
    for (std::size_t i = 0; i < kSamples; ++i) {
      QCOMPARE((*read)[i].frames, expected[i]);
      QCOMPARE((*read)[i].channels[0]->size(), std::size_t{kLength});
    }
    QCOMPARE((*read)[1].row.source, QString("long.wav"));
    QCOMPARE((*read)[1].row.position, std::uint64_t{10});
    QVERIFY((*read)[3].row.source.isEmpty());
    // A sample that begins after the end has nothing.
    const auto beyond = recordings();
    beyond->editMeta().sources = {{"long.wav", 100, 12, "", 0}};
    beyond->addOrigins({{0, 12}, {0, 13}, {0, 0}, {0, 1}});
    const auto empty = readSignals(*beyond, {0, 1});
    QVERIFY(empty);
    QCOMPARE((*empty)[0].frames, std::size_t{0});
    QCOMPARE((*empty)[1].frames, std::size_t{0});
  }

  /// A network sees padding, too, and normalised values: over all samples each channel has the mean 0.
  void aNetworkSeesAllFrames() {
    const auto dataset = recordings();
    dataset->editMeta().sources = {{"short.wav", 100, 3, "", 0}};
    dataset->addOrigins({{0, 0}, {0, 0}, {0, 0}, {0, 0}});
    const auto view = loader::SampleView::open(dataset, nullptr, {"default", true, {}}, {});
    QVERIFY(view);
    const auto read = readSignals(*dataset, {0, 1, 2, 3}, {*view, {}});
    QVERIFY(read);
    for (std::size_t channel = 0; channel < 2; ++channel) {
      double total = 0;
      for (const SampleSignals& one : *read) {
        QCOMPARE(one.frames, std::size_t{kLength});
        for (const float value : *one.channels[channel]) total += static_cast<double>(value);
      }
      QVERIFY(std::abs(total) < 1e-3);
    }
    QVERIFY(read->front().channels[0]->front() < read->back().channels[0]->front());
  }

  void oneRowOfValuesIsOneChannel() {
    auto dataset = std::make_shared<FakeDataset>(2);
    dataset->add("features", table::DType::f32, {3}, 2, std::vector<float>{1, 2, 3, 4, NAN, 6});
    dataset->editMeta().kind = store::SampleKind::waveform;
    const auto read = readSignals(*dataset, {1});
    QVERIFY(read);
    QCOMPARE(read->front().channels.size(), std::size_t{1});
    QCOMPARE(read->front().frames, std::size_t{3});
    QVERIFY(std::isnan((*read->front().channels[0])[1]));
    QCOMPARE((*read->front().channels[0])[2], 6.0F);
  }

  void whatCannotBeReadIsSaid() {
    const auto dataset = recordings();
    dataset->failAt("features", 1);
    QVERIFY(readSignals(*dataset, {0, 1}));
    const auto damaged = readSignals(*dataset, {1, 2});
    QVERIFY(!damaged);
    QCOMPARE(damaged.error().code, Errc::damaged);
    const auto none = readSignals(FakeDataset(kSamples), {0});
    QVERIFY(none && none->empty());
  }
};

MASU_TEST(SignalsTest)
#include "signals_test.moc"

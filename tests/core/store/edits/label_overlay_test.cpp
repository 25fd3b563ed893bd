// SPDX-License-Identifier: GPL-3.0-or-later
// Edits laid over labels, compared with a list of codes that each edit is applied to plainly.
#include "core/store/edits/label_overlay.h"

#include <QTest>
#include <algorithm>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using store::LabelEdit;
using store::SampleGaps;

namespace {

constexpr std::uint64_t kSamples = 10'000;

SampleGaps gapsOf(const std::vector<std::uint64_t>& samples) {
  SampleGaps gaps;
  for (const std::uint64_t sample : samples) gaps.add(sample);
  return gaps;
}

std::vector<std::uint64_t> listed(const SampleGaps& gaps) {
  std::vector<std::uint64_t> samples;
  gaps.forEach([&](std::uint64_t sample) { samples.push_back(sample); });
  return samples;
}

LabelEdit editTo(std::vector<std::string> classes) {
  LabelEdit edit;
  edit.classes = std::move(classes);
  return edit;
}

}  // namespace

class LabelOverlayTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void gapsListTheirSamples() {
    const std::vector<std::vector<std::uint64_t>> all = {{},        {0},           {254},    {255},           {256},
                                                         {0, 1, 2}, {0, 254, 255}, {0, 255}, {509, 764, 9999}};
    for (const std::vector<std::uint64_t>& samples : all) {
      const SampleGaps gaps = gapsOf(samples);
      QCOMPARE(listed(gaps), samples);
      QCOMPARE(gaps.size(), samples.size());
      const auto read = SampleGaps::of(gaps.bytes(), kSamples);
      QVERIFY(read.has_value());
      QCOMPARE(listed(*read), samples);
      QCOMPARE(read->end(), gaps.end());
    }
  }

  void tenMillionScatteredSamplesTakeAByteEach() {
    std::mt19937_64 random(1);
    SampleGaps gaps;
    for (std::uint64_t sample = 0; sample < 1'000'000; sample += 1 + random() % 19) gaps.add(sample);
    QCOMPARE(gaps.bytes().size(), gaps.size());
  }

  void gapsThatMeanNothingAreRefused() {
    QVERIFY(!SampleGaps::of({5, 0}, kSamples));       // a sample twice
    QVERIFY(!SampleGaps::of({5, 255}, kSamples));     // a distance without an end
    QVERIFY(!SampleGaps::of({255, 255, 5}, 515));     // sample 515 of 515
    QVERIFY(SampleGaps::of({255, 255, 5}, 516).has_value());
    QVERIFY(!SampleGaps::of(std::vector<std::uint8_t>(100, 1), 50));
  }

  void faultsAreNamed() {
    using store::EditFault;
    LabelEdit edit = editTo({"a", "b"});
    QVERIFY(!store::faultOf(edit, 2, kSamples));
    QVERIFY(store::faultOf(edit, 3, kSamples) == EditFault::recoded);
    edit.classes = {"a", "a"};
    QVERIFY(store::faultOf(edit, 2, kSamples) == EditFault::classes);
    edit = editTo({"a", "b"});
    edit.recoded = {0, 1, 1};
    QVERIFY(!store::faultOf(edit, 3, kSamples));
    edit.recoded = {0, 2, 1};
    QVERIFY(store::faultOf(edit, 3, kSamples) == EditFault::recoded);
    edit = editTo({"a", "b"});
    edit.samples = gapsOf({7, 8});
    QVERIFY(store::faultOf(edit, 2, kSamples) == EditFault::codes);
    edit.codes = {1};
    QVERIFY(!store::faultOf(edit, 2, kSamples));
    QVERIFY(store::faultOf(edit, 2, 8) == EditFault::samples);
    edit.codes = {1, 2};
    QVERIFY(store::faultOf(edit, 2, kSamples) == EditFault::codes);
  }

  void everyEditEqualsTheSameOneOnAList_data() {
    QTest::addColumn<int>("classesAdded");
    QTest::newRow("a byte a code") << 1;
    QTest::newRow("two bytes a code") << 30;
  }
  void everyEditEqualsTheSameOneOnAList() {
    QFETCH(int, classesAdded);
    std::mt19937_64 random(7);
    std::vector<std::uint32_t> stored(kSamples);
    for (std::uint32_t& code : stored) code = static_cast<std::uint32_t>(random() % 3);
    std::vector<std::uint32_t> codes = stored;
    store::LabelOverlay overlay(kSamples, {"0", "1", "2"});
    std::size_t classes = 3;
    for (int round = 0; round < 40; ++round) {
      const std::size_t before = classes;
      const auto anyClass = [&] { return static_cast<std::uint32_t>(random() % classes); };
      if (round % 3 == 0) classes += static_cast<std::size_t>(classesAdded);
      LabelEdit edit;
      if (round % 3 == 1) {
        --classes;
        for (std::size_t code = 0; code < before; ++code) edit.recoded.push_back(anyClass());
        for (std::uint32_t& code : codes) code = edit.recoded[code];
      }
      for (std::size_t code = 0; code < classes; ++code) edit.classes.push_back(std::to_string(code));
      const std::uint64_t apart = round % 2 == 0 ? 900 : 3;
      for (std::uint64_t at = random() % 700; at < kSamples; at += 1 + random() % apart) {
        edit.samples.add(at);
        edit.codes.push_back(anyClass());
        codes[at] = edit.codes.back();
      }
      QVERIFY(!store::faultOf(edit, before, kSamples));
      overlay.apply(edit);
      QCOMPARE(overlay.classes(), edit.classes);
      const std::uint64_t first = random() % (kSamples - 1000);
      const std::uint64_t count = 1 + random() % 1000;
      std::vector<std::uint32_t> laid(stored.begin() + static_cast<std::ptrdiff_t>(first),
                                      stored.begin() + static_cast<std::ptrdiff_t>(first + count));
      overlay.lay(first, table::DType::u32, std::as_writable_bytes(std::span(laid)));
      QVERIFY(std::ranges::equal(laid, std::span(codes).subspan(first, count)));
    }
    QCOMPARE(classes > 256, classesAdded > 1);
  }

  void theHashIsOfWhatAnEditMeans() {
    LabelEdit edit = editTo({"a", "b"});
    edit.samples = gapsOf({7, 8});
    edit.codes = {1};
    const std::string hash = *store::hashAfter({}, edit);
    QCOMPARE(*store::hashAfter({}, edit), hash);
    QVERIFY(*store::hashAfter(hash, edit) != hash);
    edit.codes = {1, 1};
    QVERIFY(*store::hashAfter({}, edit) != hash);
    edit.codes = {0};
    QVERIFY(*store::hashAfter({}, edit) != hash);
  }
};

MASU_TEST(LabelOverlayTest)
#include "label_overlay_test.moc"

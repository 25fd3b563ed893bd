// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>
#include <tuple>

#include "core/waveform/edf/edf_header.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

namespace {

using Note = std::tuple<double, double, std::string>;

/// A list as EDF+ has it: a time, perhaps a duration, and texts. Without texts it states when its record starts.
std::string list(const std::string& onset, const std::string& duration, const std::vector<std::string>& texts) {
  std::string bytes = onset;
  if (!duration.empty()) bytes += '\x15' + duration;
  bytes += '\x14';
  for (const std::string& text : texts) bytes += text + '\x14';
  return bytes + '\0';
}
std::string start(const std::string& onset) {
  return list(onset, {}, {""});
}

/// Records of a second, each of one annotation signal and one of four samples.
struct Records {
  std::vector<std::string> notes;
  bool plus = true;
  bool gapped = false;

  Result<EdfNotes> read() const {
    constexpr std::uint64_t kNoteSamples = 64;
    constexpr std::uint64_t kSamples = 4;
    EdfHeader header;
    header.records = notes.size();
    header.recordBytes = 2 * (kNoteSamples + kSamples);
    header.duration = 1;
    header.plus = plus;
    header.gapped = gapped;
    header.signals.resize(2);
    header.signals[0].samples = kSamples;
    header.signals[1].samples = kNoteSamples;
    header.signals[1].offset = 2 * kSamples;
    header.signals[1].annotations = true;
    std::string bytes;
    for (const std::string& note : notes) {
      bytes += std::string(2 * kSamples, '\x7F') + note + std::string(2 * kNoteSamples - note.size(), '\0');
    }
    MASU_TRY(const io::File file, io::File::createInMemory("night.edf"));
    MASU_CHECK(file.writeAt(0, std::as_bytes(std::span(bytes))));
    return readEdfNotes(file, header);
  }
};

std::vector<Note> notesOf(const Result<EdfNotes>& read) {
  std::vector<Note> notes;
  if (!read) return {{-1, -1, read.error().message.english()}};
  for (const Annotation& one : read->annotations) notes.emplace_back(one.onset, one.duration, one.text);
  return notes;
}

}  // namespace

/// Annotations of EDF+ by their bytes: times, texts and gaps.
class EdfAnnotationsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void textsOfOneTimeAreAnnotationsEach() {
    const auto read = Records{{start("+0") + list("+0.5", "2", {"sleep", "N1"}) + list("+0.25", {}, {"light off"}),
                               start("+1") + list("-3", "-1", {"before"})}}
                          .read();
    QCOMPARE(notesOf(read), (std::vector<Note>{{-3, 0, "before"}, {0.25, 0, "light off"}, {0.5, 2, "sleep"},
                                               {0.5, 2, "N1"}}));
    QCOMPARE(read->runs, (std::vector<Segment>{{0, 2}}));
  }

  void recordsWithoutAnnotationsAreOneRun() {
    const auto read = Records{{start("+0"), "", start("+2")}}.read();
    QVERIFY(notesOf(read).empty());
    QCOMPARE(read->runs, (std::vector<Segment>{{0, 3}}));
  }

  /// Records start at 0, 1, 5 and 6: seconds 2 to 5 are not there.
  void timesAreCountedWithoutGaps() {
    const auto read = Records{{start("+0") + list("+1.5", "4", {"over the gap"}), start("+1"),
                               start("+5") + list("+3", {}, {"in the gap"}) + list("+5.5", {}, {"after"}), start("+6")},
                              true, true}
                          .read();
    QCOMPARE(notesOf(read),
             (std::vector<Note>{{1.5, 1, "over the gap"}, {2, 0, "in the gap"}, {2.5, 0, "after"}}));
    QCOMPARE(read->runs, (std::vector<Segment>{{0, 2}, {2, 2}}));
  }

  /// Half a sample of the fastest signal is an eighth of a second.
  void aLittleLateIsNoGap() {
    QCOMPARE((Records{{start("+0"), start("+1.12"), start("+2.2")}, true, true}.read()->runs),
             (std::vector<Segment>{{0, 3}}));
    QCOMPARE((Records{{start("+0"), start("+1.13")}, true, true}.read()->runs),
             (std::vector<Segment>{{0, 1}, {1, 1}}));
    // One that goes back in time is after a gap, too.
    QCOMPARE((Records{{start("+0"), start("+1"), start("+0.5")}, true, true}.read()->runs),
             (std::vector<Segment>{{0, 2}, {2, 1}}));
    // Of a file that says it has none, times are no gaps.
    QCOMPARE((Records{{start("+0"), start("+9")}}.read()->runs), (std::vector<Segment>{{0, 2}}));
  }

  void aGappedRecordStatesItsStart() {
    const auto read = Records{{start("+0"), list("+1", {}, {"no start"})}, true, true}.read();
    QVERIFY(!read);
    QVERIFY(read.error().code == Errc::damaged);
    QCOMPARE(read.error().message.english(),
             std::string("night.edf is damaged: record 2 does not state when it starts."));
  }

  /// Without a time, with letters for one, with one that no recording has.
  void whatIsNoAnnotationIsDamageOfEdfPlusAlone() {
    for (const std::string& broken :
         {std::string("text") + '\0', list("+x", {}, {"a"}), list("+1", "y", {"a"}), list("+1e13", {}, {"a"})}) {
      const auto read = Records{{start("+0"), start("+1") + broken}}.read();
      QVERIFY(!read);
      QCOMPARE(read.error().message.english(),
               std::string("night.edf is damaged: an annotation of record 2 cannot be read."));
      const auto other = Records{{start("+0"), start("+1") + broken + list("+1", {}, {"good"})}, false}.read();
      QCOMPARE(notesOf(other).back(), (Note{1, 0, "good"}));
    }
  }

  void withoutSuchASignalThereIsNothingToRead() {
    EdfHeader header;
    header.records = 5;
    header.recordBytes = 8;
    header.duration = 1;
    header.signals.resize(1);
    header.signals[0].samples = 4;
    // Not one byte of the file, which is empty.
    const auto file = io::File::createInMemory("night.edf");
    QVERIFY(file);
    const auto read = readEdfNotes(*file, header);
    QVERIFY(notesOf(read).empty());
    QCOMPARE(read->runs, (std::vector<Segment>{{0, 5}}));
    header.signals[0].annotations = true;
    QVERIFY(!readEdfNotes(*file, header));
  }
};

MASU_TEST(EdfAnnotationsTest)
#include "edf_annotations_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/signal/joined_recording.h"

#include <QTest>

#include "numbered_recording.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;
using waveform::test::NumberedRecording;
using Names = std::vector<std::string>;

namespace {

/// Two recordings of 10000 frames, which is more than is read at once.
std::unique_ptr<RecordingSource> joinedTwo(std::vector<ChannelPlace> places, Names unitsOfFirst = {},
                                           Names unitsOfSecond = {}) {
  std::vector<std::unique_ptr<RecordingSource>> parts;
  parts.push_back(std::make_unique<NumberedRecording>(1, 10000, 50, Names{"a", "b"}, std::move(unitsOfFirst)));
  parts.push_back(std::make_unique<NumberedRecording>(2, 10000, 50, Names{"c"}, std::move(unitsOfSecond)));
  return joined(std::move(parts), std::move(places));
}

}  // namespace

class JoinedRecordingTest : public QObject {
  Q_OBJECT

  /// Whether all values of frames from `first` on are those of the places.
  template <class T>
  static bool isJoined(RecordingSource& recording, const std::vector<ChannelPlace>& places, std::uint64_t first,
                       std::uint64_t frames, Result<void> (RecordingSource::*reader)(std::uint64_t, std::span<T>)) {
    std::vector<T> values(frames * places.size());
    if (!(recording.*reader)(first, values)) return false;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const ChannelPlace& place = places[i % places.size()];
      const double expected =
          NumberedRecording::valueAt(static_cast<int>(place.part) + 1, place.channel, first + i / places.size());
      if (values[i] != static_cast<T>(expected)) return false;
    }
    return true;
  }

 private Q_SLOTS:
  void channelsAreInTheOrderOfTheirPlaces() {
    const std::vector<std::vector<ChannelPlace>> orders = {
        {{0, 0}, {0, 1}, {1, 0}}, {{1, 0}, {0, 1}}, {{0, 1}, {1, 0}, {0, 0}}, {{1, 0}}, {{0, 0}, {1, 0}, {0, 0}}};
    const char* names[2][2] = {{"a", "b"}, {"c", ""}};
    for (const auto& places : orders) {
      const auto recording = joinedTwo(places);
      QCOMPARE(recording->info().channels.size(), places.size());
      for (std::size_t i = 0; i < places.size(); ++i)
        QCOMPARE(recording->info().channels[i], std::string(names[places[i].part][places[i].channel]));
      QVERIFY(isJoined(*recording, places, 0, 10000, &RecordingSource::readExact));
      QVERIFY(isJoined(*recording, places, 0, 10000, &RecordingSource::read));
      for (const std::uint64_t first : {0U, 1U, 4095U, 4096U, 9000U})
        QVERIFY(isJoined(*recording, places, first, 1000, &RecordingSource::readExact));
    }
  }

  void theRestIsThatOfTheFirst() {
    const auto recording = joinedTwo({{1, 0}});
    QCOMPARE(recording->info().frames, std::uint64_t{10000});
    QCOMPARE(recording->info().rate, 50.);
  }

  void unitsAreThereWhereOneIs() {
    const std::vector<ChannelPlace> places = {{1, 0}, {0, 1}};
    QVERIFY(joinedTwo(places)->info().units.empty());
    QCOMPARE(joinedTwo(places, {"V", "mV"})->info().units, (Names{"", "mV"}));
    QCOMPARE(joinedTwo(places, {"V", "mV"}, {"A"})->info().units, (Names{"A", "mV"}));
    // The units of a part without a channel among these say nothing.
    QVERIFY(joinedTwo({{1, 0}}, {"V", "mV"})->info().units.empty());
  }

  void theErrorOfAPartIsThatOfTheWhole() {
    const auto recording = joinedTwo({{0, 0}, {1, 0}});
    std::vector<double> values(2 * 10);
    const auto read = recording->readExact(9991, values);
    QVERIFY(!read);
    QVERIFY(read.error().code == Errc::damaged);
    QVERIFY(recording->readExact(9990, values));
    QVERIFY(recording->readExact(10000, std::span<double>()));
  }
};

MASU_TEST(JoinedRecordingTest)
#include "joined_recording_test.moc"

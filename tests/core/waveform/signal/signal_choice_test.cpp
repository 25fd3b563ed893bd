// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/signal/signal_choice.h"

#include <QTest>
#include <algorithm>

#include "numbered_recording.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;
using waveform::test::NumberedRecording;
using Names = std::vector<std::string>;

namespace {

const std::vector<RatedSignal> kSignals = {
    {"slow", 100, 10}, {"a", 200, 20}, {"late", 100, 10}, {"b", 200, 20}, {"fast", 4000, 400}};

bool says(const Error& error, const std::vector<std::string>& parts) {
  const std::string sentence = error.message.english();
  return std::ranges::all_of(parts, [&](const std::string& part) { return sentence.find(part) != std::string::npos; });
}

/// Signals of a rate as one recording; `opened` collects which ones.
OpenSignals opener(std::vector<SignalPlaces>& opened) {
  return [&opened](const SignalPlaces& places) {
    opened.push_back(places);
    Names names;
    for (const std::size_t place : places) names.push_back(kSignals[place].label);
    const RatedSignal& first = kSignals[places.front()];
    return std::make_unique<NumberedRecording>(static_cast<int>(opened.size()), first.samples, first.rate, names);
  };
}

}  // namespace

class SignalChoiceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void unaskedTheRateThatMostShareIsTaken() {
    // Of equals the higher: two signals have 100 samples, and two have 200.
    const auto choice = chooseSignals(kSignals, {}, 0, "x.edf");
    QVERIFY(choice);
    QCOMPARE(choice->taken, (SignalPlaces{1, 3}));
    QCOMPARE(choice->leftOut, (Names{"slow", "late", "fast"}));
    const auto slow = chooseSignals({kSignals[1], kSignals[0], kSignals[2]}, {}, 0, "x.edf");
    QVERIFY(slow);
    QCOMPARE(slow->taken, (SignalPlaces{1, 2}));
    QVERIFY(chooseSignals({kSignals[4]}, {}, 0, "x.edf")->leftOut.empty());
  }

  void withARateAllThatCanHaveItAreTaken() {
    std::vector<RatedSignal> signals = kSignals;
    signals.push_back({"steady", 1, .001});
    const auto choice = chooseSignals(signals, {}, 20, "x.edf");
    QVERIFY(choice);
    QCOMPARE(choice->taken, (SignalPlaces{0, 1, 2, 3, 4}));
    QCOMPARE(choice->leftOut, Names{"steady"});
  }

  void askedSignalsAreInTheOrderAskedFor() {
    const auto choice = chooseSignals(kSignals, {"b", "a"}, 0, "x.edf");
    QVERIFY(choice);
    QCOMPARE(choice->taken, (SignalPlaces{3, 1}));
    const auto brought = chooseSignals(kSignals, {"fast", "slow"}, 40, "x.edf");
    QVERIFY(brought);
    QCOMPARE(brought->taken, (SignalPlaces{4, 0}));
    QCOMPARE(brought->leftOut, (Names{"a", "late", "b"}));
    const auto missing = chooseSignals(kSignals, {"a", "A"}, 0, "x.edf");
    QVERIFY(!missing);
    QVERIFY(missing.error().code == Errc::notFound);
    QVERIFY(says(missing.error(), {"x.edf", "no channel A", "slow, a, late, b, fast"}));
  }

  void differentRatesAreRefusedWithAWayOut() {
    const auto mixed = chooseSignals(kSignals, {"slow", "fast"}, 0, "x.edf");
    QVERIFY(!mixed);
    QVERIFY(mixed.error().code == Errc::invalidArgument);
    QVERIFY(says(mixed.error(), {"x.edf", "slow 10", "fast 400", "such as 400"}));
    // Where a file does not say its rates there is none to bring them to.
    const auto unknown = chooseSignals({{"a", 100, 0}, {"b", 200, 0}}, {"a", "b"}, 0, "x.edf");
    QVERIFY(!unknown);
    QVERIFY(unknown.error().code == Errc::invalidArgument);
    QVERIFY(!says(unknown.error(), {"such as"}));
  }

  void signalsOfOneRateAreOpenedTogether() {
    std::vector<SignalPlaces> opened;
    const auto one = joinedSignals(kSignals, {3, 1}, 0, "x.edf", opener(opened));
    QVERIFY(one);
    QCOMPARE(opened, (std::vector<SignalPlaces>{{3, 1}}));
    QCOMPARE((*one)->info().channels, (Names{"b", "a"}));
    QCOMPARE((*one)->info().frames, std::uint64_t{200});
  }

  void signalsOfSeveralRatesAreJoinedInOrder() {
    std::vector<SignalPlaces> opened;
    const auto joined = joinedSignals(kSignals, {1, 0, 3, 2}, 20, "x.edf", opener(opened));
    QVERIFY2(joined, joined ? "" : joined.error().message.english().c_str());
    QCOMPARE(opened, (std::vector<SignalPlaces>{{1, 3}, {0, 2}}));
    QCOMPARE((*joined)->info().channels, (Names{"a", "slow", "b", "late"}));
    QCOMPARE((*joined)->info().rate, 20.);
    QCOMPARE((*joined)->info().frames, std::uint64_t{200});
    // Those that had the rate keep their values.
    std::vector<double> values(4 * 200);
    QVERIFY((*joined)->readExact(0, values));
    for (std::uint64_t frame = 0; frame < 200; ++frame) {
      QCOMPARE(values[4 * frame], NumberedRecording::valueAt(1, 0, frame));
      QCOMPARE(values[4 * frame + 2], NumberedRecording::valueAt(1, 1, frame));
    }
  }

  void aRateThatIsTooFarIsRefused() {
    std::vector<SignalPlaces> opened;
    const auto far = joinedSignals(kSignals, {4, 0}, 5000, "x.edf", opener(opened));
    QVERIFY(!far);
    QVERIFY(far.error().code == Errc::unsupported);
    QVERIFY(says(far.error(), {"slow", "x.edf", "10 samples a second", "5000"}));
  }
};

MASU_TEST(SignalChoiceTest)
#include "signal_choice_test.moc"

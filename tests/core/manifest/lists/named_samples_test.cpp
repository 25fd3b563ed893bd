// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/named_samples.h"

#include <QTest>
#include <utility>

#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace fixture;
using masu::Errc;
using masu::manifest::NamedSample;
using masu::manifest::samplesNamed;

namespace {

constexpr std::uint64_t kPerSource = 100;

/// The numbers of the samples that a text names, or the sentence that refuses it.
std::pair<std::vector<std::uint64_t>, std::string> named(const FakeDataset& data, const std::string& text) {
  const auto found = samplesNamed(data, text, {});
  if (!found) return {{}, found.error().message.english()};
  std::vector<std::uint64_t> numbers;
  for (const NamedSample& sample : *found) numbers.push_back(sample.sample);
  return {numbers, {}};
}

std::vector<std::uint64_t> range(std::uint64_t first, std::uint64_t count) {
  std::vector<std::uint64_t> numbers(count);
  for (std::uint64_t i = 0; i < count; ++i) numbers[i] = first + i;
  return numbers;
}

std::shared_ptr<FakeDataset> withSources(const std::vector<std::string>& paths) {
  auto data = dataset({paths.size(), kPerSource});
  for (std::size_t s = 0; s < paths.size(); ++s) data->editMeta().sources[s].path = paths[s];
  return data;
}

}  // namespace

class NamedSamplesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aNumberIsASampleWithItsPlace() {
    const auto data = withSources({"day/a.csv", "day/b.csv"});
    const auto found = samplesNamed(*data, "103", {});
    QVERIFY(found);
    QCOMPARE(found->size(), std::size_t{1});
    QCOMPARE(found->front().sample, std::uint64_t{103});
    QCOMPARE(found->front().source, std::optional<std::string>("day/b.csv"));
    QCOMPARE(found->front().position, std::optional<std::uint64_t>(3 * 256));
  }

  void aSourceIsNamedByPathNameOrStem() {
    const auto data = withSources({"day/a.csv", "day/b.csv"});
    for (const char* name : {"day/b.csv", "./day/b.csv", "b.csv", "b"}) {
      QCOMPARE(named(*data, name), std::pair(range(kPerSource, kPerSource), std::string()));
      QCOMPARE(named(*data, name + std::string(":512")), std::pair(range(102, 1), std::string()));
    }
    for (const char* name : {"c.csv", "c.csv:0", "b.csv:1", "b.csv:x", "b.csv:", ":0", "", "200", "007", "-1", "1.0"}) {
      const auto none = samplesNamed(*data, name, {});
      QVERIFY2(!none, name);
      QCOMPARE(none.error().code, Errc::notFound);
    }
  }

  /// The refusal says how either is meant, and both are understood so.
  void aNumberThatIsASourcesNameTooIsRefused_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("source");
    QTest::newRow("a stem") << "day/7.csv" << "day/a.csv:1792" << "day/7.csv";
    QTest::newRow("a name") << "day/7" << "day/a.csv:1792" << "day/7";
    QTest::newRow("a path") << "7" << "day/a.csv:1792" << "./7";
  }
  void aNumberThatIsASourcesNameTooIsRefused() {
    QFETCH(const QString, path);
    QFETCH(const QString, sample);
    QFETCH(const QString, source);
    const auto data = withSources({"day/a.csv", path.toStdString()});
    const auto refused = samplesNamed(*data, "7", {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::invalidArgument);
    const std::string sentence = refused.error().message.english();
    QVERIFY2(sentence.find("give " + sample.toStdString() + " for the sample, or " + source.toStdString() + " for") !=
                 std::string::npos,
             sentence.c_str());
    QCOMPARE(named(*data, sample.toStdString()), std::pair(range(7, 1), std::string()));
    QCOMPARE(named(*data, source.toStdString()), std::pair(range(kPerSource, kPerSource), std::string()));
    // With zeros before it, or beyond the samples, a number is a name alone.
    QVERIFY(!samplesNamed(*data, "07", {}));
    data->editMeta().sources[1].path = "200.csv";
    QCOMPARE(named(*data, "200"), std::pair(range(kPerSource, kPerSource), std::string()));
  }

  void aNameMayHaveAColon() {
    const auto data = withSources({"take:1", "take"});
    QCOMPARE(named(*data, "take:1"), std::pair(range(0, kPerSource), std::string()));
    QCOMPARE(named(*data, "take:1:256"), std::pair(range(1, 1), std::string()));
    QCOMPARE(named(*data, "take:256"), std::pair(range(kPerSource + 1, 1), std::string()));
  }

  void aNameOfSeveralSourcesIsRefused() {
    const auto data = withSources({"left/take.wav", "right/take.wav"});
    for (const char* name : {"take", "take.wav", "take.wav:256"}) {
      const auto refused = samplesNamed(*data, name, {});
      QVERIFY2(!refused, name);
      QCOMPARE(refused.error().code, Errc::invalidArgument);
      QVERIFY(refused.error().message.english().find("left/take.wav") != std::string::npos);
    }
    QCOMPARE(named(*data, "right/take.wav:256").first, range(kPerSource + 1, 1));
  }

  void tooManySamplesAreRefused() {
    const auto data = dataset({1, masu::manifest::kMostNamedSamples + 1});
    const auto refused = named(*data, sourcePath(0));
    QVERIFY2(refused.second.find("10000") != std::string::npos, refused.second.c_str());
    QCOMPARE(named(*data, sourcePath(0) + ":256").first, range(1, 1));
  }

  void aDatasetWithoutOriginsHasNumbers() {
    FakeDataset data(20);
    const auto found = samplesNamed(data, "19", {});
    QVERIFY(found);
    QVERIFY(!found->front().source && !found->front().position);
    QVERIFY(!samplesNamed(data, "20", {}));
  }

  void aStopIsHeard() {
    const auto data = dataset({1, kPerSource});
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = samplesNamed(*data, sourcePath(0), stop.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, Errc::cancelled);
  }
};

MASU_TEST(NamedSamplesTest)
#include "named_samples_test.moc"

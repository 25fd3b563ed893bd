// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/reordering.h"

#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/staged_numbers.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
using test::stagedNumbers;

class ReorderingTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 10007;

  QTemporaryDir m_folder;
  Progress m_progress;

  std::filesystem::path in(const char* name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }
  static std::vector<std::uint32_t> numbersOf(const StagedObject& object, std::uint64_t samples) {
    std::vector<std::uint32_t> numbers(samples);
    if (!object.read(0, std::as_writable_bytes(std::span(numbers)))) return {};
    return numbers;
  }

 private Q_SLOTS:
  void samplesComeToTheirPlaces_data() {
    QTest::addColumn<int>("compression");
    QTest::addColumn<quint64>("memory");
    QTest::addColumn<unsigned>("threads");
    for (const Compression compression : {Compression::none, Compression::gzip}) {
      for (const quint64 memory : {quint64{1} << 12U, quint64{20000}, quint64{1} << 24U}) {
        for (const unsigned threads : {1U, 3U}) {
          QTest::addRow("%s %llu %u", std::string(name(compression)).c_str(), memory, threads)
              << static_cast<int>(compression) << memory << threads;
        }
      }
    }
  }
  void samplesComeToTheirPlaces() {
    QFETCH(const int, compression);
    QFETCH(const quint64, memory);
    QFETCH(const unsigned, threads);
    const auto from = stagedNumbers(in("from"), kSamples, static_cast<Compression>(compression));
    const auto to = stagedNumbers(in("to"), 0, static_cast<Compression>(compression));
    QVERIFY(from && to);
    const Permutation places = shuffledPlaces(kSamples, 5);
    const JobContext job{{}, m_progress};
    m_progress.set(0);
    const Reordering reordering{places, in(""), {threads, memory}, job};
    const auto done = reordering.apply(*from, *to);
    QVERIFY2(done, done ? "" : done.error().message.english().c_str());
    QVERIFY(to->seal(kSamples));
    const std::vector<std::uint32_t> numbers = numbersOf(*to, kSamples);
    QCOMPARE(numbers.size(), std::size_t{kSamples});
    for (std::uint64_t sample = 0; sample < kSamples; ++sample)
      QCOMPARE(numbers[places(sample)], static_cast<std::uint32_t>(sample));
    QCOMPARE(m_progress.done(), 2 * kSamples * sizeof(std::uint32_t));
  }

  void aStoppedJobIsCancelled() {
    const auto from = stagedNumbers(in("from"), kSamples);
    const auto to = stagedNumbers(in("to"), 0);
    QVERIFY(from && to);
    std::stop_source source;
    source.request_stop();
    const JobContext job{source.get_token(), m_progress};
    const Reordering reordering{shuffledPlaces(kSamples, 5), in(""), {1, 4096}, job};
    QVERIFY(reordering.apply(*from, *to).error().code == Errc::cancelled);
  }

  void theOrderIsOfTheSeedAlone() {
    const Permutation places = shuffledPlaces(1000, 5);
    const Permutation same = shuffledPlaces(1000, 5);
    const Permutation other = shuffledPlaces(1000, 6);
    std::vector<bool> taken(1000, false);
    int differ = 0;
    for (std::uint64_t sample = 0; sample < 1000; ++sample) {
      QVERIFY(places(sample) < 1000);
      QVERIFY(!taken[places(sample)]);
      taken[places(sample)] = true;
      QCOMPARE(places(sample), same(sample));
      differ += places(sample) != other(sample) ? 1 : 0;
    }
    QVERIFY(differ > 900);
  }
};

MASU_TEST(ReorderingTest)
#include "reordering_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/score.h"

#include <QTest>
#include <cstring>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

namespace {

constexpr std::size_t kWorst = 7;

/// Predictions of one batch, whose sums depend on the order in which they come.
void addBatch(Score& score, std::mt19937_64& random, bool values) {
  std::uniform_real_distribution<double> number(-1, 1);
  constexpr std::uint64_t kSamples = 9;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    const double truth = number(random) * 1e6;
    const double answer = number(random);
    const auto known = static_cast<std::int64_t>(random() % 2);
    const auto predicted = static_cast<std::int64_t>(random() % 2);
    if (values) {
      for (std::size_t output = 0; output < 2; ++output) score.addValue(output, truth, answer + double(output));
    } else {
      score.addPrediction(known, predicted);
      score.addMargin(answer, known == 1);
      score.addProbabilities(std::abs(answer), std::abs(number(random)), known == predicted);
    }
    score.addWorst({random() % 1000, number(random), truth, answer});
  }
  score.addLoss(number(random), std::abs(number(random)), kSamples);
}

std::string bytesOf(const Score& score) {
  const Score::Sums sums = score.sums();
  std::string bytes;
  const auto add = [&](const auto& values) {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof values[0]);
  };
  add(sums.confusion);
  add(sums.values);
  add(sums.ranks);
  add(std::vector<double>{sums.loss, sums.weight, score.figures().logLoss, score.figures().ece});
  add(std::vector<std::uint64_t>{sums.samples, sums.correct});
  for (const metrics::WorstPrediction& one : score.worst()) {
    add(std::vector<std::uint64_t>{one.sample});
    add(std::vector<double>{one.loss, one.truth, one.prediction});
  }
  return bytes;
}

Score made(bool values) {
  Score score(values ? 0 : 2, values ? 2 : 0);
  score.keepWorst(kWorst);
  return score;
}

}  // namespace

class ScoreTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// As several processes score batches and one adds up what they noted.
  void notesOfSeveralAddUpToTheScoreOfOne() {
    for (const bool values : {false, true}) {
      std::mt19937_64 random(5);
      std::mt19937_64 same(5);
      Score whole = made(values);
      Score added = made(values);
      Score others[2] = {made(values), made(values)};
      for (Score& other : others) other.noteOnly();
      for (int batch = 0; batch < 6; ++batch) {
        addBatch(whole, random, values);
        Score& other = others[batch % 2];
        addBatch(other, same, values);
        QVERIFY(added.addNotes(other.takeNotes()));
        QVERIFY(other.takeNotes().empty());
      }
      QVERIFY(bytesOf(added) == bytesOf(whole));
      QCOMPARE(added.lastLoss(), whole.lastLoss());
      QCOMPARE(others[0].samples(), std::uint64_t{0});
    }
  }

  void whatIsNoneOfItsNotesIsRefused() {
    Score noted = made(true);
    noted.noteOnly();
    std::mt19937_64 random(5);
    addBatch(noted, random, true);
    const std::string notes = noted.takeNotes();
    QVERIFY(!made(true).addNotes(notes.substr(1)));
    QVERIFY(!made(false).addNotes(notes));
    QVERIFY(!Score(0, 1).addNotes(notes));
    QVERIFY(made(true).addNotes(notes));
  }
};

MASU_TEST(ScoreTest)
#include "score_test.moc"

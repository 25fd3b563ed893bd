// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/confident_learning.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "core/tasks/suspects/noise_pairs.h"
#include "tests/fixtures/forked_python.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;

namespace {

/// Confident learning as the paper has it, by whole arrays.
constexpr const char* kReference = R"(
import json, sys
import numpy
classes = int(sys.argv[2])
rows = numpy.fromfile(sys.argv[1], dtype=numpy.dtype([("label", "<u4"), ("p", "<f4", (classes,))]))
labels, p = rows["label"].astype(int), rows["p"]
thresholds = numpy.array([p[labels == i, i].astype(float).mean() if (labels == i).any() else numpy.inf
                          for i in range(classes)]).astype(numpy.float32)
reached = numpy.where(p >= thresholds, p, -1)
counted = numpy.where((reached >= 0).any(axis=1), reached.argmax(axis=1), -1)
joint = numpy.zeros((classes, classes), dtype=int)
numpy.add.at(joint, (labels[counted >= 0], counted[counted >= 0]), 1)
n = numpy.bincount(labels, minlength=classes)
sums = joint.sum(axis=1)
estimated = numpy.array([n[i] * joint[i] / sums[i] if sums[i] else n[i] * numpy.eye(classes)[i]
                         for i in range(classes)])
own = p[numpy.arange(len(p)), labels]
others = p.copy()
others[numpy.arange(len(p)), labels] = -1
margin = own - others.max(axis=1)
wrong = numpy.flatnonzero((counted >= 0) & (counted != labels))
wrong = wrong[numpy.lexsort((wrong, own[wrong], margin[wrong]))]
print(json.dumps({"joint": joint.ravel().tolist(), "estimated": estimated.ravel().tolist(), "suspects": wrong.tolist(),
                  "proposed": counted[wrong].tolist()}))
)";

/// Drawn samples, a share of which has another label than the one that is drawn for.
struct Drawn {
  std::size_t classes = 4;
  std::vector<std::uint64_t> samples;
  std::vector<std::uint32_t> labels;
  std::vector<float> probabilities;

  Drawn(std::size_t count, std::size_t classCount, double noise, float sharpness) : classes(classCount) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> share(0, 1);
    // The last class has no sample.
    std::uniform_int_distribution<std::uint32_t> draw(0, static_cast<std::uint32_t>(classes) - 2);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t truth = draw(random);
      samples.push_back(i);
      labels.push_back(share(random) < noise ? draw(random) : truth);
      std::vector<float> row(classes);
      for (float& p : row) p = static_cast<float>(share(random)) + 1e-3F;
      row[truth] += sharpness;
      const float sum = std::accumulate(row.begin(), row.end(), 0.0F);
      for (const float p : row) probabilities.push_back(p / sum);
    }
  }

  ProbabilityBlock block(std::size_t first, std::size_t count) const {
    return {std::span(samples).subspan(first, count), std::span(labels).subspan(first, count),
            std::span(probabilities).subspan(first * classes, count * classes)};
  }
  /// In blocks of so many samples, the last block first where asked for.
  LabelErrors found(std::size_t size, bool backwards = false) const {
    std::vector<std::size_t> starts;
    for (std::size_t first = 0; first < samples.size(); first += size) starts.push_back(first);
    if (backwards) std::ranges::reverse(starts);
    const auto result = findLabelErrors(classes, [&](const TakeProbabilities& take) -> Result<void> {
      for (const std::size_t first : starts) MASU_CHECK(take(block(first, std::min(size, samples.size() - first))));
      return {};
    });
    return *result;
  }
};

bool isSame(const Suspect& one, const Suspect& other) {
  return std::tuple(one.sample, one.label, one.proposed, one.confidence, one.margin) ==
         std::tuple(other.sample, other.label, other.proposed, other.confidence, other.margin);
}

}  // namespace

class ConfidentLearningTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void numpyFindsTheSame() {
    const Drawn drawn(3000, 5, 0.2, 0.7F);
    const LabelErrors found = drawn.found(256);
    QTemporaryDir folder;
    QFile file(folder.filePath("rows"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (std::size_t i = 0; i < drawn.samples.size(); ++i) {
      file.write(reinterpret_cast<const char*>(&drawn.labels[i]), sizeof(std::uint32_t));
      file.write(reinterpret_cast<const char*>(&drawn.probabilities[i * drawn.classes]),
                 static_cast<qint64>(drawn.classes * sizeof(float)));
    }
    file.close();
    test::ForkedPython python({"numpy"});
    const QByteArray output = python.output({"-c", kReference, file.fileName(), QString::number(drawn.classes)});
    const QJsonObject expected = QJsonDocument::fromJson(output).object();
    QVERIFY(!expected.isEmpty());
    const QJsonArray joint = expected[u"joint"].toArray();
    const QJsonArray estimated = expected[u"estimated"].toArray();
    QCOMPARE(joint.size(), static_cast<qsizetype>(found.joint.size()));
    for (qsizetype k = 0; k < joint.size(); ++k) {
      QCOMPARE(static_cast<qint64>(found.joint[static_cast<std::size_t>(k)]), joint[k].toInteger());
      QVERIFY(std::abs(found.estimated[static_cast<std::size_t>(k)] - estimated[k].toDouble()) < 1e-9);
    }
    const QJsonArray suspects = expected[u"suspects"].toArray();
    QVERIFY(suspects.size() > 100);
    QCOMPARE(suspects.size(), static_cast<qsizetype>(found.suspects.size()));
    for (qsizetype k = 0; k < suspects.size(); ++k) {
      const Suspect& suspect = found.suspects[static_cast<std::size_t>(k)];
      QCOMPARE(static_cast<qint64>(suspect.sample), suspects[k].toInteger());
      QCOMPARE(static_cast<int>(suspect.proposed), expected[u"proposed"][k].toInt());
    }
  }

  void noOrderOfBlocksChangesAnything() {
    const Drawn drawn(2000, 4, 0.3, 0.5F);
    const LabelErrors one = drawn.found(2000);
    for (const bool backwards : {false, true}) {
      const LabelErrors other = drawn.found(7, backwards);
      QVERIFY(one.thresholds == other.thresholds);
      QVERIFY(one.joint == other.joint);
      QVERIFY(one.estimated == other.estimated);
      QVERIFY(std::ranges::equal(one.suspects, other.suspects, isSame));
    }
  }

  void withoutNoiseThereAreNoSuspects() {
    const LabelErrors found = Drawn(500, 4, 0, 9).found(64);
    QVERIFY(found.suspects.empty());
    QCOMPARE(found.noise(), 0.0);
    QCOMPARE(found.samples(), std::uint64_t{500});
    for (std::size_t k = 0; k < found.joint.size(); ++k) QVERIFY(found.joint[k] == 0 || k % 5 == 0);
    // As sure of every sample as on average: the threshold is reached, whatever was rounded.
    Drawn equal(300, 3, 0, 0);
    for (std::size_t k = 0; k < equal.probabilities.size(); ++k)
      equal.probabilities[k] = k % 3 == equal.labels[k / 3] ? 0.9F : 0.05F;
    const LabelErrors same = equal.found(64);
    QCOMPARE(same.joint[0] + same.joint[4], std::uint64_t{300});
  }

  void modelsThatLearnedNothingAreKnown() {
    // Probabilities that have nothing to do with the labels: most samples are suspects.
    const LabelErrors guessed = Drawn(2000, 4, 0, 0).found(64);
    QVERIFY(guessed.noise() > 0.5);
    QVERIFY(guessed.agreeing < 800);
    QVERIFY(!guessed.hasLearned());
    QVERIFY(Drawn(2000, 4, 0.1, 3).found(64).hasLearned());
    // Equally probable classes agree with the labels of the first class alone.
    Drawn equal(300, 3, 0, 0);
    std::ranges::fill(equal.probabilities, 1.0F / 3);
    const LabelErrors same = equal.found(64);
    QCOMPARE(same.agreeing, same.labelled[0]);
    QVERIFY(!same.hasLearned());
    // Of a single class nobody can agree with more than all.
    std::ranges::fill(equal.labels, 0U);
    QVERIFY(equal.found(64).hasLearned());
  }

  void estimatesKeepTheSamplesOfEachClass() {
    const LabelErrors found = Drawn(3000, 6, 0.2, 3).found(100);
    double wrong = 0;
    for (std::size_t i = 0; i < found.classes; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < found.classes; ++j) {
        sum += found.estimated[i * found.classes + j];
        if (i != j) wrong += found.estimated[i * found.classes + j];
      }
      QVERIFY(std::abs(sum - static_cast<double>(found.labelled[i])) < 1e-9);
    }
    QVERIFY(std::abs(found.noise() - wrong / 3000) < 1e-12);
    // A fifth was drawn again from five classes, so that 16 % are wrong.
    QVERIFY2(std::abs(found.noise() - 0.16) < 0.05, qPrintable(QString::number(found.noise())));
  }

  void pairsAreThoseOfTheSuspects() {
    const LabelErrors found = Drawn(3000, 6, 0.2, 3).found(100);
    std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> counted;
    for (const Suspect& suspect : found.suspects) ++counted[{suspect.label, suspect.proposed}];
    const std::vector<NoisePair> pairs = noisePairs(found);
    QCOMPARE(pairs.size(), counted.size());
    double last = static_cast<double>(found.samples());
    double wrong = 0;
    for (const NoisePair& pair : pairs) {
      QCOMPARE(pair.suspects, (counted[{pair.label, pair.really}]));
      QVERIFY(pair.estimated > 0 && pair.estimated <= last);
      last = pair.estimated;
      wrong += pair.estimated;
    }
    QVERIFY(std::abs(found.noise() - wrong / 3000) < 1e-12);
  }
};

MASU_TEST(ConfidentLearningTest)
#include "confident_learning_test.moc"

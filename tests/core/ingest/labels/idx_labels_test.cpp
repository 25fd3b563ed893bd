// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/labels/idx_labels.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/ingest/labels/label_rules.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::ingest;

class IdxLabelsTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

  /// A folder with files of as many images or labels as told.
  struct Folder {
    fs::path at(const std::string& name) const { return fs::path(folder.path().toStdString()) / name; }
    fs::path images(const std::string& name, char count) const {
      std::string bytes{0, 0, 8, 3, 0, 0, 0, count, 0, 0, 0, 2, 0, 0, 0, 2};
      for (int i = 0; i < 4 * count; ++i) bytes += static_cast<char>(i);
      std::ofstream(at(name), std::ios::binary) << bytes;
      return at(name);
    }
    fs::path labels(const std::string& name, char count, char first = 0) const {
      std::string bytes{0, 0, 8, 1, 0, 0, 0, count};
      for (int i = 0; i < count; ++i) bytes += static_cast<char>(first + i % 2);
      std::ofstream(at(name), std::ios::binary) << bytes;
      return at(name);
    }
    QTemporaryDir folder;
  };

  Result<ImportPlan> survey(std::vector<fs::path> sources, const std::string& rule = {}) {
    ImportOptions options;
    options.sources = std::move(sources);
    options.as = SourceKind::recordings;
    setLabelRule(options.recordings, rule);
    return surveyRecordings(options, m_job);
  }

 private Q_SLOTS:
  void theSecondOfAPairIsFoundByName_data() {
    QTest::addColumn<QString>("images");
    QTest::addColumn<QString>("labels");
    QTest::addColumn<bool>("found");
    QTest::newRow("plain") << "train-images-idx3-ubyte"
                           << "train-labels-idx1-ubyte" << true;
    QTest::newRow("packed") << "t10k-images-idx3-ubyte.gz"
                            << "t10k-labels-idx1-ubyte.gz" << true;
    QTest::newRow("one of both packed") << "train-images-idx3-ubyte"
                                        << "train-labels-idx1-ubyte.gz" << true;
    QTest::newRow("the other packed") << "train-images-idx3-ubyte.gz"
                                      << "train-labels-idx1-ubyte" << true;
    QTest::newRow("with a dot") << "train-images.idx3-ubyte"
                                << "train-labels.idx1-ubyte" << true;
    QTest::newRow("with a prefix") << "emnist-images-train-images-idx3-ubyte"
                                   << "emnist-images-train-labels-idx1-ubyte" << true;
    QTest::newRow("in colour") << "a-images-idx4-ubyte"
                               << "a-labels-idx1-ubyte" << true;
    QTest::newRow("another's") << "train-images-idx3-ubyte"
                               << "t10k-labels-idx1-ubyte" << false;
    QTest::newRow("no IDX") << "images.png"
                            << "labels.png" << false;
    QTest::newRow("cut name") << "train-images-idx"
                              << "train-labels-idx1" << false;
    QTest::newRow("itself") << "train-labels-idx1-ubyte"
                            << "train-labels-idx1-ubyte" << false;
  }
  void theSecondOfAPairIsFoundByName() {
    QFETCH(const QString, images);
    QFETCH(const QString, labels);
    QFETCH(const bool, found);
    const Folder folder;
    const fs::path second = folder.labels(labels.toStdString(), 3);
    QCOMPARE(idxLabelsBeside(folder.at(images.toStdString())), found ? std::optional(second) : std::nullopt);
    QCOMPARE(holdsIdxLabels(second), labels.contains("idx1"));
    QVERIFY(!holdsIdxLabels(images.toStdString()) || images == labels);
  }

  void labelsBesideTheSamplesAreProposedAndReported() {
    const Folder folder;
    const fs::path images = folder.images("a-images-idx3-ubyte", 6);
    const fs::path labels = folder.labels("a-labels-idx1-ubyte", 6);
    const auto plan = survey({images});
    QVERIFY(plan);
    const std::string rule = "idx:" + labels.string();
    QCOMPARE(proposedLabelRule(*plan), rule);
    QCOMPARE(plan->notes.size(), std::size_t{1});
    QVERIFY(plan->notes.front().english().find(rule) != std::string::npos);
    const auto labelled = survey({images}, rule);
    QVERIFY(labelled);
    QCOMPARE(labelled->classes, (std::vector<std::string>{"0", "1"}));
    QVERIFY(labelled->notes.empty());
    const auto alone = survey({folder.images("b-images-idx3-ubyte", 6)});
    QVERIFY(alone && alone->notes.empty() && proposedLabelRule(*alone).empty());
  }

  void severalFilesTakeTheirOwnLists() {
    const Folder folder;
    folder.labels("z-labels-idx1-ubyte", 6);
    folder.labels("a-labels-idx1-ubyte", 4, 2);
    // Sources keep their order; files are planned by name.
    const fs::path z = folder.images("z-images-idx3-ubyte", 6);
    const fs::path a = folder.images("a-images-idx3-ubyte", 4);
    for (const std::vector<fs::path>& sources : {std::vector{z, a}, std::vector{fs::path(folder.at(""))}}) {
      const auto plan = survey(sources);
      QVERIFY(plan);
      const auto labelled = survey(sources, proposedLabelRule(*plan));
      QVERIFY2(labelled, labelled ? "" : labelled.error().message.english().c_str());
      QCOMPARE(labelled->recordings().files.size(), std::size_t{2});
      QCOMPARE(labelled->recordings().files[0].path, std::string("a-images-idx3-ubyte"));
      QCOMPARE(labelled->recordings().files[0].labels, (std::vector<std::string>{"2", "3"}));
      QCOMPARE(labelled->recordings().files[1].labels, (std::vector<std::string>{"0", "1"}));
      QCOMPARE(labelled->samples, std::uint64_t{10});
    }
    const auto fewer = survey({folder.at("")}, "idx:" + folder.at("a-labels-idx1-ubyte").string());
    QVERIFY(!fewer);
    QCOMPARE(fewer.error().code, Errc::invalidArgument);
    QVERIFY(fewer.error().message.english().find("2 and 1") != std::string::npos);
  }

  void listsAmongTheSourcesAreNoSamples() {
    const Folder folder;
    const fs::path images = folder.images("a-images-idx3-ubyte", 6);
    const fs::path labels = folder.labels("a-labels-idx1-ubyte", 6);
    const fs::path others = folder.labels("b-labels-idx1-ubyte", 6);
    std::vector<fs::path> sources{labels, images, others};
    QVERIFY(takeOutLabels(sources));
    QCOMPARE(sources, (std::vector<fs::path>{images, others}));
    QVERIFY(!takeOutLabels(sources));
  }
};

MASU_TEST(IdxLabelsTest)
#include "idx_labels_test.moc"

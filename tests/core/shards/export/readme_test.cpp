// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include "core/shards/export/companions.h"
#include "planned_table.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;

/// What people read first in an export.
class ReadmeTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  test::PlannedTable m_table;

  std::string textOf(Format format, const ShardOptions& options = {}) const {
    const auto plan = m_table.plan(format, options);
    return plan ? readmeText(*m_table.dataset, **plan) : std::string();
  }
  static bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

 private Q_SLOTS:
  void initTestCase() {
    const auto made = test::PlannedTable::make(std::filesystem::path(m_folder.path().toStdString()) / "table.h5");
    QVERIFY2(made, made ? "" : made.error().message.english().c_str());
    m_table = *made;
  }

  void splitsHaveTheirSamplesAndShards() {
    const auto plan = m_table.plan(Format::npz);
    QVERIFY(plan);
    const std::string text = readmeText(*m_table.dataset, **plan);
    QVERIFY(text.starts_with("# table\n"));
    for (const ExportSplit& part : (*plan)->exportSplits.parts) {
      const std::string row = "| " + part.name() + " | " + std::to_string(part.size()) + " | " +
                              std::to_string((part.size() + 99) / 100) + " |\n";
      QVERIFY2(holds(text, row), row.c_str());
    }
    QVERIFY(holds(text, std::to_string((*plan)->samples()) + " samples in "));
  }

  void everyFormatSaysWhatItsFilesAre() {
    const std::pair<Format, const char*> endings[] = {{Format::csv, "split_data_00000.csv"},
                                                      {Format::npy, ".features.npy"},
                                                      {Format::npz, "`.npz`"},
                                                      {Format::hdf5, "HDF5"},
                                                      {Format::webdataset, "tar file"},
                                                      {Format::tfrecord, "TFRecord"},
                                                      {Format::mds, "MDS"},
                                                      {Format::safetensors, "safetensors"}};
    for (const auto& [format, part] : endings) {
      const std::string text = textOf(format);
      QVERIFY2(holds(text, part), part);
      QVERIFY2(holds(text, "(format " + std::string(name(format)) + ")"), part);
      QVERIFY2(holds(text, "masu import . --out table-again.h5"), part);
      // Texts are two arrays in formats of arrays alone.
      const bool arrays = format == Format::npy || format == Format::npz || format == Format::safetensors;
      QCOMPARE(holds(text, "NAME.utf8"), arrays);
    }
  }

  void theOrderOfSamplesIsSaid() {
    QVERIFY(holds(textOf(Format::npy), "in the order of the dataset"));
    ShardOptions options;
    options.shuffle = 4711;
    const std::string shuffled = textOf(Format::npy, options);
    QVERIFY(holds(shuffled, "4711") && !holds(shuffled, "in the order of the dataset"));
  }

  void labelsAreWordsInCsvAlone() {
    QVERIFY(holds(textOf(Format::csv), "Labels are words"));
    QVERIFY(holds(textOf(Format::npy), "Labels are class codes"));
    ShardOptions encoded;
    encoded.encoded = true;
    QVERIFY(holds(textOf(Format::csv, encoded), "Labels are class codes"));
    QVERIFY(holds(textOf(Format::npy), "0 no, 1 yes"));
  }

  void aBundleNamesWhatItAlsoHolds() {
    QVERIFY(holds(textOf(Format::zip), "`manifests`"));
    QVERIFY(!holds(textOf(Format::csv), "`manifests`"));
  }
};

MASU_TEST(ReadmeTest)
#include "readme_test.moc"

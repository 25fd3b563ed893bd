// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/layout.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <random>
#include <set>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
namespace fs = std::filesystem;

class LayoutTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Any column can be a link of HDF5, no two columns are the same link, and every name comes back.
  void columnsHaveLinksOfTheirOwn() {
    std::set<std::string> links;
    std::set<std::string> names = {"", ".", "..", "/", "%", "%2F", "%25", "%2E", "km/h", "100 %", "a%2Fb", "枡/合"};
    std::mt19937 random(1);
    for (int i = 0; i < 2'000; ++i) {
      std::string name;
      for (auto n = random() % 6; n > 0; --n) name += std::string_view("%/.25FEx")[random() % 8];
      names.insert(name);
    }
    for (const std::string& name : names) {
      const std::string link = layout::linkName(name);
      QVERIFY2(!link.empty() && link != "." && link.find('/') == link.npos, name.c_str());
      QCOMPARE(layout::columnName(link), name);
      QVERIFY2(links.insert(link).second, name.c_str());
    }
  }

  void linksOfOthersAreReadAsTheyAre() {
    for (const char* link : {"a%", "%2", "%41", "%2f", "x%%"}) QCOMPARE(layout::columnName(link), std::string(link));
  }

  void keptTextsAreTwoObjectsBelowTheirColumn() {
    ObjectInfo object{.name = "kept/km/h"};
    QCOMPARE(layout::pathOf(object), std::string("kept/km%2Fh"));
    object.element = Element::textEnds;
    QCOMPARE(layout::pathOf(object), std::string("kept/km%2Fh/ends"));
    object.element = Element::textBytes;
    QCOMPARE(layout::pathOf(object), std::string("kept/km%2Fh/bytes"));
    QCOMPARE(layout::pathOf({.name = "features"}), std::string("features"));
    QVERIFY(layout::isObject("kept/x") && layout::isObject("pyramid/64") && layout::isObject("windows"));
    QVERIFY(!layout::isObject("meta/parts") && !layout::isObject("Features") && !layout::isObject(""));
  }

  void companionsLieBesideTheDataset() {
    for (const char* name : {"F.h5", "F.hdf5", "F", "F.data", "F.h5.h5"}) {
      const fs::path dataset = fs::path("/data") / name;
      for (const fs::path& path : {layout::splitsPath(dataset), layout::oldSplitsPath(dataset),
                                   layout::nextSplitsPath(dataset), layout::partPath(dataset, 3)}) {
        QVERIFY(path.parent_path() == "/data");
        QVERIFY(path != dataset);
      }
    }
    QVERIFY(layout::splitsPath("d/F.h5") == "d/F.splits.h5");
    QVERIFY(layout::splitsPath("F.csv") == "F.csv.splits.h5");
    QVERIFY(layout::partPath("d/F.h5", 7) == "d/F.part007.h5");
    std::set<fs::path> old;
    for (unsigned number = 1; number <= layout::kMostOldSplits; ++number)
      QVERIFY(old.insert(layout::oldSplitsPath("F.h5", number)).second);
  }

  void aPartIsKnownByItsName() {
    const fs::path dataset = "d/F.h5";
    for (const std::size_t number : {0U, 9U, 10U, 999U, 1000U, 123456U})
      QVERIFY(layout::isPartOf(dataset, layout::partPath(dataset, number).filename().string()));
    for (const char* name :
         {"F.part.h5", "F.part00.h5", "F.part0007.h5", "F.part007.h5.old", "F.part007", "F.part-07.h5", "F.part+07.h5",
          "G.part007.h5", "F.part 07.h5", "F.part99999999999999999999999.h5", "F.h5", "", "F.part007.hdf5"})
      QVERIFY2(!layout::isPartOf(dataset, name), name);
  }

  /// splitsPath() backwards, by the files that are there.
  void theDatasetOfSplitsIsTheOneThatIsThere() {
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    const auto touch = [&](const char* name) { std::ofstream(root / name) << "x"; };
    const fs::path splits = root / "F.splits.h5";
    QVERIFY(layout::datasetOfSplits(splits).empty());
    touch("F");
    QVERIFY(layout::datasetOfSplits(splits) == root / "F");
    touch("F.h5");
    QVERIFY(layout::datasetOfSplits(splits) == root / "F.h5");
    QVERIFY(layout::datasetOfSplits(root / "F.h5").empty());
    fs::create_directory(root / "G.h5");  // no file
    QVERIFY(layout::datasetOfSplits(root / "G.splits.h5").empty());
    touch("H.csv");
    QVERIFY(layout::datasetOfSplits(layout::splitsPath(root / "H.csv")) == root / "H.csv");
  }
};

MASU_TEST(LayoutTest)
#include "layout_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/export_listing.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::store;

using Paths = std::vector<std::string>;

/// What is read of the index of an export by those who come across its files.
class ExportListingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void shardsFilesAndRecipeAreListed() {
    const auto listing = exportListing(R"({"masu_export": 1, "recipe": {"table": {"class_map": []}},
      "shards": [{"path": "train/0.npy", "files": [{"path": "train/0.npy"}, {"path": "train/0.labels.npy"}]}],
      "companions": [{"path": "README.md"}]})");
    QVERIFY(listing);
    QCOMPARE(listing->shards, Paths{"train/0.npy"});
    QCOMPARE(listing->files, (Paths{"train/0.npy", "train/0.labels.npy", "README.md"}));
    QCOMPARE(listing->recipe, std::string(R"({"table":{"class_map":[]}})"));
  }

  void ofABundleTheFileIsTheBundle() {
    const auto listing = exportListing(R"({"masu_export": 1, "bundle": {"path": "all.zip"},
      "shards": [{"path": "0.csv", "files": [{"path": "0.csv"}]}], "companions": [{"path": "README.md"}]})");
    QVERIFY(listing);
    QCOMPARE(listing->shards, Paths{"0.csv"});
    QCOMPARE(listing->files, Paths{"all.zip"});
  }

  void whatIsMissingOrOfAnotherKindIsLeftOut() {
    const auto later = exportListing(R"({"masu_export": 9, "recipe": null, "companions": {"path": "x"}, "shards":
      [7, "0.csv", {"path": 3}, {"files": "0.csv"},
       {"path": "1.csv", "files": [[], {"path": null}, {"path": "1.csv"}]}]})");
    QVERIFY(later);
    QCOMPARE(later->shards, Paths{"1.csv"});
    QCOMPARE(later->files, Paths{"1.csv"});
    QVERIFY(later->recipe.empty());
    QVERIFY(exportListing(R"({"masu_export": 1})")->files.empty());
  }

  void otherTextsAreNoIndex() {
    for (const char* text : {"", "{", "[]", "{}", R"({"shards": []})", R"(["masu_export"])", R"({"masu_export": 1)"})
      QVERIFY2(!exportListing(text), text);
  }
};

MASU_TEST(ExportListingTest)
#include "export_listing_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/draw/fold_set.h"

#include <QTest>
#include <algorithm>

#include "core/manifest/draw/split_plan.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using Names = std::vector<std::string>;

namespace {

store::StoredManifest listed(const std::string& name) {
  return {name, "{}"};
}

store::StoredManifest drawn(const std::string& name, unsigned fold, unsigned folds) {
  return {name, describeFold(SplitPlan(), fold, folds)};
}

std::vector<store::StoredManifest> folds(unsigned count) {
  std::vector<store::StoredManifest> manifests = {listed("cv"), listed("default")};
  for (unsigned fold = 1; fold <= count; ++fold) manifests.push_back(drawn(foldName("cv", fold), fold, count));
  return manifests;
}

Result<Names> found(const std::vector<store::StoredManifest>& manifests) {
  return foldManifests(manifests, "cv", "a.h5");
}

/// Whether the sentence names the option and all of these.
bool refuses(const std::vector<store::StoredManifest>& manifests, const Names& parts) {
  const auto names = found(manifests);
  if (names) return false;
  const std::string sentence = names.error().message.english();
  const auto has = [&](const std::string& part) { return sentence.find(part) != std::string::npos; };
  return has("--cross-validate") && has("a.h5") && std::ranges::all_of(parts, has);
}

}  // namespace

class FoldSetTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aFoldKnowsItsPlace() {
    const auto place = foldPlaceOf(describeFold(SplitPlan(), 3, 7));
    QVERIFY(place && place->fold == 3 && place->folds == 7);
    const std::string edited = editedOrigin(describeFold(SplitPlan(), 3, 7), 5);
    QVERIFY(foldPlaceOf(edited) && foldPlaceOf(edited)->fold == 3);
    for (const char* origin : {"", "{}", "[1]", "{", R"({"fold":1})", R"({"fold":0,"folds":2})",
                               R"({"fold":3,"folds":2})", R"({"fold":-1,"folds":2})", R"({"fold":"1","folds":2})",
                               R"({"fold":1.5,"folds":2})", R"({"fold":4294967297,"folds":4294967298})"})
      QVERIFY2(!foldPlaceOf(origin), origin);
    QVERIFY(!foldPlaceOf(describe(SplitPlan())));
  }

  /// In the order of their numbers, which that of their names is not.
  void foldsAreInTheirOrder() {
    for (const unsigned count : {2U, 12U, Folds::kMost}) {
      auto manifests = folds(count);
      std::ranges::sort(manifests, {}, &store::StoredManifest::name);
      const auto names = found(manifests);
      QVERIFY2(names, names ? "" : names.error().message.english().c_str());
      QCOMPARE(names->size(), std::size_t{count});
      for (unsigned fold = 1; fold <= count; ++fold) QCOMPARE(names->at(fold - 1), "cv-" + std::to_string(fold));
    }
  }

  void listsAreFoldsByTheirNumbers() {
    const auto names = found({listed("cv-2"), listed("cv-1"), listed("cv-03"), listed("cv-x"), listed("cw-3")});
    QVERIFY2(names, names ? "" : names.error().message.english().c_str());
    QCOMPARE(*names, (Names{"cv-1", "cv-2"}));
  }

  /// What is called by a year is no fold.
  void anotherNumberIsNotOneOfTheDrawn() {
    auto manifests = folds(3);
    manifests.push_back(listed("cv-2024"));
    const auto names = found(manifests);
    QVERIFY2(names, names ? "" : names.error().message.english().c_str());
    QCOMPARE(names->size(), std::size_t{3});
  }

  void whatIsMissingIsNamed() {
    QVERIFY(refuses({listed("cv"), listed("default")}, {"cv-1", "--folds K", "--manifest"}));
    for (const unsigned gone : {1U, 3U, 5U}) {
      auto manifests = folds(5);
      std::erase_if(manifests, [&](const auto& one) { return one.name == foldName("cv", gone); });
      QVERIFY(refuses(manifests, {"no manifest cv-" + std::to_string(gone), "cv-1 to cv-5"}));
    }
    QVERIFY(refuses({listed("cv-1"), listed("cv-3")}, {"no manifest cv-2"}));
  }

  /// A drawing of five that was followed by one of three leaves two.
  void foldsOfSeveralDrawingsAreNotMixed() {
    auto left = folds(3);
    left.push_back(drawn("cv-4", 4, 5));
    left.push_back(drawn("cv-5", 5, 5));
    QVERIFY(refuses(left, {"manifest cv-4", "cv-1 to cv-3", "drawn together"}));
    auto replaced = folds(3);
    replaced[3] = listed("cv-2");
    QVERIFY(refuses(replaced, {"cv-2", "drawn together"}));
    auto renamed = folds(3);
    renamed.push_back(drawn("cv-7", 3, 3));
    QVERIFY(refuses(renamed, {"cv-7", "drawn together"}));
    auto swapped = folds(2);
    std::swap(swapped[2].name, swapped[3].name);
    QVERIFY(refuses(swapped, {"drawn together"}));
  }

  void oneFoldOrTooManyAreRefused() {
    QVERIFY(refuses({listed("cv-1")}, {"2 to 200"}));
    QVERIFY(refuses({listed("cv-1"), listed("cv-4000000000")}, {"2 to 200"}));
    QVERIFY(refuses({drawn("cv-1", 1, 4'000'000'000)}, {"2 to 200"}));
    QVERIFY(refuses({listed("cv-99999999999")}, {"--folds K"}));
  }
};

MASU_TEST(FoldSetTest)
#include "fold_set_test.moc"

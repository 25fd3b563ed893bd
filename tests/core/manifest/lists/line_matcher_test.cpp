// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/line_matcher.h"

#include <QTest>

#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Split;

namespace {

constexpr std::uint32_t kNone = SourceNames::kNone;

SourceNames namesOf(const std::vector<std::string>& paths) {
  std::vector<store::SourceFile> sources;
  for (const std::string& path : paths) sources.emplace_back().path = path;
  return SourceNames(sources);
}

UnmatchedLine line(std::uint64_t number) {
  return {"list.txt", number, "line " + std::to_string(number)};
}

}  // namespace

/// Lines of lists find the samples that they mean, and none counts where one finds none.
class LineMatcherTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aSourceIsFoundByWhateverNamesItAlone() {
    const SourceNames names = namesOf({"a/x.wav", "b/x.wav", "b/y.wav", "z.tar.gz"});
    QCOMPARE(names.byPath("b/x.wav"), 1U);
    QCOMPARE(names.byPath("x.wav"), kNone);
    QCOMPARE(names.byAnyName("a/x.wav"), 0U);
    QCOMPARE(names.byAnyName("./b/y.wav"), 2U);
    QCOMPARE(names.byAnyName("y.wav"), 2U);
    QCOMPARE(names.byAnyName("y"), 2U);
    QCOMPARE(names.byAnyName("z.tar"), 3U);
    // Two have that name.
    QCOMPARE(names.byAnyName("x.wav"), kNone);
    QCOMPARE(names.byAnyName("x"), kNone);
    QCOMPARE(names.byAnyName("b"), kNone);
    QCOMPARE(names.byAnyName(""), kNone);
    QCOMPARE(namesOf({}).byAnyName("a"), kNone);
    // A third of the name does not make it anybody's again.
    QCOMPARE(namesOf({"a/x", "b/x", "c/x"}).byAnyName("x"), kNone);
  }

  /// What is written from the dataset names its samples by number; of another order, by source and position.
  void samplesAreFoundByNumberOrByOrigin() {
    const auto data = fixture::dataset({2, 3});
    auto matcher = LineMatcher::begin(*data);
    QVERIFY(matcher);
    QVERIFY(matcher->placeSample(Split::train, 1, {0, 256}).value());
    QVERIFY(matcher->placeSample(Split::test, 0, {1, 512}).value());
    QVERIFY(matcher->placeSample(Split::validation, LineMatcher::kNoSample, {1, 0}).value());
    // None is there, and one that a line has named already.
    QVERIFY(!matcher->placeSample(Split::train, 4, {1, 255}).value());
    QVERIFY(!matcher->placeSample(Split::train, 6, {2, 0}).value());
    QVERIFY(!matcher->placeSample(Split::train, 5, {1, 512}).value());
    const auto assignment = matcher->finish();
    QVERIFY(assignment);
    QCOMPARE(*assignment, (store::Assignment{Split::unused, Split::train, Split::unused, Split::validation,
                                             Split::unused, Split::test}));
  }

  void aSourceBringsAllOfItsSamples() {
    const auto data = fixture::dataset({3, 2});
    auto matcher = LineMatcher::begin(*data);
    QVERIFY(matcher);
    matcher->placeSource(Split::test, 2, line(1));
    matcher->placeSource(Split::train, 0, line(2));
    const auto assignment = matcher->finish();
    QVERIFY(assignment);
    QCOMPARE(*assignment, (store::Assignment{Split::train, Split::train, Split::unused, Split::unused, Split::test,
                                             Split::test}));
  }

  /// Several samples of one origin cannot be told apart.
  void anOriginOfSeveralSamplesFindsNone() {
    FakeDataset data(3);
    data.addOrigins({{0, 7}, {0, 7}, {0, 8}});
    auto matcher = LineMatcher::begin(data);
    QVERIFY(matcher);
    QVERIFY(!matcher->placeSample(Split::train, LineMatcher::kNoSample, {0, 7}).value());
    QVERIFY(matcher->placeSample(Split::train, 1, {0, 7}).value());
  }

  void linesThatFitNothingAreNamedTogether() {
    const auto data = fixture::dataset({2, 2});
    auto matcher = LineMatcher::begin(*data);
    QVERIFY(matcher);
    matcher->placeSource(Split::train, kNone, line(3));
    matcher->placeSource(Split::train, 0, line(4));
    matcher->placeSource(Split::test, 0, line(5));
    for (std::uint64_t i = 0; i < 30; ++i) matcher->addUnmatched(line(10 + i));
    const auto failed = matcher->finish();
    QVERIFY(!failed);
    QVERIFY(failed.error().code == Errc::invalidArgument);
    QCOMPARE(failed.error().source.file, std::string("list.txt"));
    QCOMPARE(failed.error().source.line, std::uint64_t{3});
    const std::string sentence = failed.error().message.english();
    QVERIFY2(sentence.starts_with("Nothing was changed. Lines that fit no sample of fake.h5, "), sentence.c_str());
    QVERIFY2(sentence.find("listed already: 32.") != std::string::npos, sentence.c_str());
    QVERIFY(sentence.find("list.txt:3 \"line 3\"; list.txt:5 \"line 5\"; list.txt:10") != std::string::npos);
    // Twenty of them are named.
    QVERIFY(sentence.find("\"line 27\"") != std::string::npos && sentence.find("\"line 28\"") == std::string::npos);
  }

  /// Some of a source's samples were listed one by one: its line contradicts them, once.
  void aSourceWhoseSamplesAreListedFitsNothing() {
    const auto data = fixture::dataset({2, 3});
    auto matcher = LineMatcher::begin(*data);
    QVERIFY(matcher);
    QVERIFY(matcher->placeSample(Split::train, 0, {0, 0}).value());
    QVERIFY(matcher->placeSample(Split::train, 1, {0, 256}).value());
    matcher->placeSource(Split::test, 0, line(9));
    const auto failed = matcher->finish();
    QVERIFY(!failed);
    QVERIFY(failed.error().message.english().find("listed already: 1.") != std::string::npos);
  }

  void aDatasetWithoutOriginsHasNoLines() {
    FakeDataset data(2);
    QVERIFY(!LineMatcher::begin(data));
  }
};

MASU_TEST(LineMatcherTest)
#include "line_matcher_test.moc"

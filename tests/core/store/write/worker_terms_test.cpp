// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/worker_terms.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using store::DatasetTerms;
namespace fs = std::filesystem;

/// What workers that write one dataset agree on, and what is said to one that does not.
class WorkerTermsTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSize = std::uint64_t{1} << 20U;

 private Q_SLOTS:
  void equalTermsAreEqualTexts() {
    QCOMPARE(terms(kSize, "rest").text, terms(kSize, "rest").text);
    QVERIFY(terms(kSize, "rest").text != terms(kSize, "other").text);
    QVERIFY(terms(kSize, "rest").text != terms(2 * kSize, "rest").text);
    QVERIFY(terms(0, "rest").text != terms(kSize, "rest").text);
    // Whichever machine sees the folder by whichever path.
    const auto elsewhere = store::workerTerms({"/other/F.h5", kSize, "rest", "{0} {1}"});
    QCOMPARE(terms(kSize, "rest").text, elsewhere.text);
  }

  void anotherSizeOfPartsIsNamedWithBoth() {
    const io::WorkerTerms mine = terms(kSize, "rest");
    const std::string small = sentence(mine, terms(kSize / 2, "rest").text);
    for (const char* part : {"--part-size", "parts of at most 1048576 bytes", "parts of at most 524288 bytes", "F.h5",
                             "the.workers"})
      QVERIFY2(small.find(part) != std::string::npos, small.c_str());
    QVERIFY(sentence(mine, terms(0, "other").text).find("workers one file") != std::string::npos);
  }

  /// Where the size is the same, or not to be found in what another version wrote, it is not what differs.
  void anythingElseIsSaidInTheWordsOfTheJob() {
    const io::WorkerTerms mine = terms(kSize, "rest");
    const std::string size = "\nbytes of a part ";
    for (const std::string& theirs :
         {terms(kSize, "other").text, std::string(), std::string("masu 9.9\n"), "masu 9.9" + size,
          "masu" + size + "x\n", "masu 9.9" + size + std::to_string(kSize) + "\nrest"}) {
      const Error error = mine.otherTerms(theirs, "the.workers");
      QCOMPARE(error.code, Errc::invalidArgument);
      QCOMPARE(error.message.english(), std::string("in the.workers others write F.h5"));
    }
  }

  void aPlaceWithNothingInItIsNotWritten() {
    const auto written = store::isWritten(in("none.h5"), 0, anyone);
    QVERIFY(written && !*written);
  }

  void theirDatasetIsWritten() {
    QVERIFY(test::makeTable(in("F.h5"), 100, store::Compression::none));
    std::string asked;
    const auto written = store::isWritten(in("F.h5"), 0, [&](const store::DatasetMeta& meta) {
      asked = meta.uuid;
      return true;
    });
    QVERIFY(written && *written);
    QVERIFY(!asked.empty());
    // It would have been one file with any size of parts that it fits into.
    const auto fits = store::isWritten(in("F.h5"), kSize, anyone);
    QVERIFY(fits && *fits);
  }

  void anythingElseInThePlaceIsRefusedAndStays() {
    QVERIFY(test::makeTable(in("G.h5"), 100, store::Compression::none));
    std::ofstream(in("text.h5")) << "mine";
    fs::create_directory(in("folder"));
    const auto nobody = [](const store::DatasetMeta&) { return false; };
    const auto other = store::isWritten(in("G.h5"), 0, nobody);
    const auto text = store::isWritten(in("text.h5"), 0, anyone);
    const auto folder = store::isWritten(in("folder"), 0, anyone);
    QVERIFY(!other && !text && !folder);
    QCOMPARE(other.error().code, Errc::exists);
    QCOMPARE(text.error().code, Errc::exists);
    QVERIFY(folder.error().message.english().find("folder") != std::string::npos);
    QCOMPARE(fs::file_size(in("text.h5")), std::uintmax_t{4});
    QVERIFY(store::Dataset::open(in("G.h5")));
  }

 private:
  fs::path in(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }
  static bool anyone(const store::DatasetMeta&) { return true; }
  static io::WorkerTerms terms(std::uint64_t partBytes, const std::string& rest) {
    return store::workerTerms({"F.h5", partBytes, rest, "in {1} others write {0}"});
  }
  static std::string sentence(const io::WorkerTerms& terms, const std::string& theirs) {
    return terms.otherTerms(theirs, "the.workers").message.english();
  }

  QTemporaryDir m_folder;
};

MASU_TEST(WorkerTermsTest)
#include "worker_terms_test.moc"

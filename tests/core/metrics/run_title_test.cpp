// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_title.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/metrics/run_files.h"
#include "tests/fixtures/test_group.h"

using namespace masu::metrics;
namespace fs = std::filesystem;

class RunTitleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void aTitleIsReadAsItWasWritten() {
    for (const RunTitle& title : {RunTitle{"first", "a note\nof two \"lines\""}, RunTitle{"", "a note alone"},
                                  RunTitle{"\xc3\xa9\xe6\x97\xa5", ""}, RunTitle{"again", ""}}) {
      QVERIFY(writeTitle(run(), title));
      QVERIFY(readTitle(run()) == title);
    }
  }

  void anEmptyOneIsRemoved() {
    QVERIFY(writeTitle(run(), {"name", ""}));
    QVERIFY(fs::exists(run() / kTitleName));
    QVERIFY(writeTitle(run(), {}));
    QVERIFY(!fs::exists(run() / kTitleName));
    QVERIFY(readTitle(run()) == RunTitle());
    // Where there was none, there still is none.
    QVERIFY(writeTitle(run(), {}));
  }

  void oneThatCannotBeReadIsNone() {
    QVERIFY(readTitle(run() / "none") == RunTitle());
    for (const char* text : {"", "{", "[]", "5", "{\"name\": 5}", "{\"name\": \"a\", \"note\": null}", "\xff"}) {
      write(text);
      QVERIFY2(readTitle(run()) == RunTitle(), text);
    }
    fs::remove(run() / kTitleName);
    fs::create_directory(run() / kTitleName);
    QVERIFY(readTitle(run()) == RunTitle());
  }

  void whatIsNotThereIsEmpty() {
    write("{\"note\": \"n\", \"other\": 1}");
    QVERIFY(readTitle(run()) == (RunTitle{"", "n"}));
  }

  /// Bytes that are no text do not keep the rest from being written.
  void anyBytesAreWritten() {
    QVERIFY(writeTitle(run(), {"a\xff", "note"}));
    const RunTitle title = readTitle(run());
    QCOMPARE(title.name, std::string("a\xef\xbf\xbd"));
    QCOMPARE(title.note, std::string("note"));
  }

  void aFolderThatIsNotThereIsReported() { QVERIFY(!writeTitle(run() / "none", {"name", ""})); }

 private:
  fs::path run() const { return m_folder->path().toStdString(); }
  void write(const char* text) const { std::ofstream(run() / kTitleName, std::ios::binary) << text; }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(RunTitleTest)
#include "run_title_test.moc"

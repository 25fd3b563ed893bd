// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/recording/named_file.h"

#include <QTest>

#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

/// What a header may name.
class NamedFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesInTheFolderOrBelowAreTaken() {
    for (const char* name : {"a.dat", "sub/a.dat", "./a.dat", "a b.dat", "..a", "a..", "-a", "\xE6\xB3\xA2.dat"})
      QVERIFY2(checkNamedFile(name, "r.hea"), name);
  }

  void namesThatLeadOutAreRefused() {
    using namespace std::string_literals;
    for (const std::string& name :
         {""s, "-"s, "/etc/passwd"s, ".."s, "../a.dat"s, "sub/../../a.dat"s, "sub/.."s, "sub/"s, "a\nb"s, "a\0b"s}) {
      const auto checked = checkNamedFile(name, "r.hea");
      QVERIFY2(!checked, name.c_str());
      QVERIFY(checked.error().code == Errc::unsupported);
      const std::string sentence = checked.error().message.english();
      QVERIFY2(sentence.starts_with("r.hea names \""), sentence.c_str());
      QVERIFY(std::ranges::none_of(sentence, [](char c) { return static_cast<unsigned char>(c) < ' '; }));
    }
  }

  void aFileThatIsNotThereIsDamageOfTheHeader() {
    const OpenNamed open = [](const std::string& name) -> Result<io::File> {
      if (name == "gone.dat") return fail(Errc::notFound, "not there");
      if (name == "closed.dat") return fail(Errc::permission, "not allowed");
      return waveform::test::memoryFile(name.c_str(), "samples");
    };
    const auto opened = openNamedFile(open, "a.dat", "r.hea");
    QVERIFY(opened);
    QCOMPARE(io::readText(*opened).value(), std::string("samples"));
    const auto gone = openNamedFile(open, "gone.dat", "r.hea");
    QVERIFY(!gone);
    QVERIFY(gone.error().code == Errc::damaged);
    const std::string sentence = gone.error().message.english();
    QVERIFY2(sentence.find("r.hea") != std::string::npos && sentence.find("gone.dat") != std::string::npos,
             sentence.c_str());
    QVERIFY(openNamedFile(open, "closed.dat", "r.hea").error().code == Errc::permission);
  }
};

MASU_TEST(NamedFileTest)
#include "named_file_test.moc"

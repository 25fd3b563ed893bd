// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/brainvision/brainvision_text.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::waveform;

/// The sections, lines and fields of headers and markers.
class BrainVisionTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theFirstLineIsTheKind() {
    using enum BrainVisionKind;
    for (const char* spelled : {"Brain Vision", "BrainVision"}) {
      for (const char* comma : {",", ""}) {
        for (const char* version : {"1.0", "2.0"}) {
          const auto line = [&](const char* file) {
            return std::string(spelled) + " Data Exchange " + file + comma + " Version " + version + "\r\n; more";
          };
          QVERIFY(brainVisionKind(line("Header File")) == header);
          QVERIFY(brainVisionKind(line("Marker File")) == markers);
          QVERIFY(brainVisionKind("\xEF\xBB\xBF" + line("Marker File")) == markers);
          QVERIFY(!brainVisionKind(" " + line("Header File")));
          QVERIFY(!brainVisionKind(line("Data File")));
        }
      }
    }
    for (const char* other : {"", "Brain Vision", "Brain Vision Data Exchange Header File Version 3.0",
                              "Brain Vision Data Exchange Header File"}) {
      QVERIFY2(!brainVisionKind(other), other);
    }
  }

  void namesAreFoundInAnyCase() {
    const BrainVisionText text(
        "first line\n[Common Infos]\r\n DataFile = a b.eeg \r\nDATAFILE=second\nEmpty=\n"
        "; DataFormat=BINARY\nno name\n[BINARY INFOS]\nBinaryFormat=INT_16=x\n");
    QCOMPARE(text.value("common infos", "datafile"), std::string_view("a b.eeg"));
    QCOMPARE(text.value("common infos", "dataformat"), std::string_view());
    QCOMPARE(text.value("binary infos", "binaryformat"), std::string_view("INT_16=x"));
    QCOMPARE(text.value("binary infos", "datafile"), std::string_view());
    QCOMPARE(text.section("common infos").size(), std::size_t{2});
    QVERIFY(text.section("channel infos").empty());
  }

  void otherSectionsArePassedOver() {
    const BrainVisionText text(
        "[Channel Infos]\nCh1=A\n[Comment]\nCh2=B\n[Coordinates]\nCh3=C\n[Channel Infos]\nCh4=D");
    QVERIFY(text.section("comment").empty());
    QCOMPARE(text.section("channel infos"), (BrainVisionText::Section{{"ch1", "A"}, {"ch4", "D"}}));
  }

  void fieldsAreTakenUpToTheEnd() {
    std::string_view value = "Fp1,,0\\15,\\1\\1,last";
    for (const char* expected : {"Fp1", "", "0,5", ",,", "last"})
      QCOMPARE(nextBrainVisionField(value), std::string(expected));
    for (int again = 0; again < 2; ++again) QCOMPARE(nextBrainVisionField(value), std::string());
  }
};

MASU_TEST(BrainVisionTextTest)
#include "brainvision_text_test.moc"

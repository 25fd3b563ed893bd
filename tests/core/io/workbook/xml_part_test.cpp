// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workbook/xml_part.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using io::XmlEvent;
using io::XmlPart;

namespace {

/// An archive that was opened, and a part of it.
struct Opened {
  Opened(const std::string& file, std::string_view member)
      : archive(io::ArchiveReader::open(file).value()),
        part(XmlPart::open(archive, archive.directory()->find(member).value(), "book.xlsx").value()) {}

  io::ArchiveReader archive;
  XmlPart part;
};

/// "<r 1>", "text", "</r>" of all events, or the sentence of the error.
QString eventsOf(XmlPart& part) {
  QString all;
  for (;;) {
    const auto event = part.next();
    if (!event) return QString::fromStdString(event.error().message.english());
    if (*event == XmlEvent::begin) all += QString("<%1 %2>").arg(part.name(), part.attribute(u"x"));
    if (*event == XmlEvent::text) all += part.text();
    if (*event == XmlEvent::end) all += QString("</%1>").arg(part.name());
    if (*event == XmlEvent::finished) return all;
  }
}

}  // namespace

/// The XML of workbooks, which may be anybody's: what no workbook needs is refused.
class XmlPartTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QString program = R"(
import sys, zipfile
members = {
  'plain.xml': '<?xml version="1.0"?><p:r xmlns:p="u" p:x="1"><t x="2">a&lt;b</t><!-- no --><u/>c</p:r>',
  'nested.xml': '<r><t>a<b>no<c/></b>d</t><s><t><t/></t>x</s><u/></r>',
  'deep.xml': '<a>' * 64 + '</a>' * 64,
  'deeper.xml': '<a>' * 65 + '</a>' * 65,
  'bomb.xml': '<!DOCTYPE r [<!ENTITY e "eeee">]><r>&e;</r>',
  'unclosed.xml': '<r>\n\n<t></r>',
  'cut.xml': '<r><t>a',
  'none.xml': '',
  'attribute.xml': '<r x="' + 'y' * 9000000 + '"/>',
  'text.xml': '<r><t>' + 'y' * 9000000 + '</t></r>',
}
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_STORED) as packed:
    for name, text in members.items(): packed.writestr(name, text)
)";
    QProcess process;
    process.start("/usr/bin/python3", {"-c", program, QString::fromStdString(file())});
    QVERIFY(process.waitForFinished(120000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
  }

  void eventsComeInOrderWithoutPrefixes() {
    Opened opened(file(), "plain.xml");
    QCOMPARE(opened.part.member(), std::string("plain.xml"));
    QCOMPARE(eventsOf(opened.part), QString("<r 1><t 2>a<b</t><u ></u>c</r>"));
    Opened deep(file(), "deep.xml");
    QVERIFY(eventsOf(deep.part).endsWith("</a></a>"));
  }

  void theRestOfAnElementIsSteppedOver() {
    Opened opened(file(), "nested.xml");
    XmlPart& part = opened.part;
    QVERIFY(part.next() == XmlEvent::begin && part.next() == XmlEvent::begin);
    QString text = "before ";
    QVERIFY(part.appendText(text));
    // Without that of elements within.
    QCOMPARE(text, QString("before ad"));
    QVERIFY(part.next() == XmlEvent::begin);
    QCOMPARE(part.name(), QStringView(u"s"));
    QVERIFY(part.skip());
    QCOMPARE(eventsOf(part), QString("<u ></u></r>"));
  }

  void otherXmlIsRefused_data() {
    QTest::addColumn<QString>("member");
    QTest::addColumn<bool>("damaged");
    QTest::addColumn<QString>("words");
    QTest::newRow("unclosed") << "unclosed.xml" << true << "damaged in its line 3";
    QTest::newRow("cut short") << "cut.xml" << true << "is not whole XML";
    QTest::newRow("nothing") << "none.xml" << true << "is not whole XML";
    QTest::newRow("entities") << "bomb.xml" << false << "declares a document type or entities";
    QTest::newRow("nested deeply") << "deeper.xml" << false << "than any workbook needs";
    QTest::newRow("a long attribute") << "attribute.xml" << false << "than any workbook needs";
  }
  void otherXmlIsRefused() {
    QFETCH(QString, member);
    QFETCH(bool, damaged);
    QFETCH(QString, words);
    Opened opened(file(), member.toStdString());
    for (;;) {
      const auto event = opened.part.next();
      if (event) {
        QVERIFY(*event != XmlEvent::finished);
        continue;
      }
      QVERIFY(event.error().code == (damaged ? Errc::damaged : Errc::unsupported));
      const QString sentence = QString::fromStdString(event.error().message.english());
      QVERIFY2(sentence.contains(words), qPrintable(sentence));
      QVERIFY2(sentence.contains("book.xlsx") && sentence.contains(member), qPrintable(sentence));
      QCOMPARE(event.error().source.file, std::string("book.xlsx"));
      return;
    }
  }

  void aTextThatNoCellHoldsIsRefused() {
    Opened opened(file(), "text.xml");
    QVERIFY(opened.part.next() == XmlEvent::begin && opened.part.next() == XmlEvent::begin);
    QString text;
    const auto refused = opened.part.appendText(text);
    QVERIFY(!refused && refused.error().code == Errc::unsupported);
    Opened cut(file(), "cut.xml");
    QVERIFY(cut.part.next() == XmlEvent::begin);
    const auto damaged = cut.part.skip();
    QVERIFY(!damaged && damaged.error().code == Errc::damaged);
  }

 private:
  std::string file() const { return m_folder.filePath("parts.zip").toStdString(); }

  QTemporaryDir m_folder;
};

MASU_TEST(XmlPartTest)
#include "xml_part_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/recording/name_rule.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using waveform::NameRule;

class NameRuleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void findsItsPart_data() {
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("found");
    QTest::newRow("digit") << R"(name:^(\d)_)"
                           << "recordings/7_jackson_32.wav"
                           << "7";
    QTest::newRow("speaker") << R"(name:^\d_([^_]+)_)"
                             << "7_jackson_32.wav"
                             << "jackson";
    QTest::newRow("extension is part of the name") << R"(name:\.(\w+)$)"
                                                   << "a.b/c.flac"
                                                   << "flac";
    QTest::newRow("name does not see folders") << R"(name:(train))"
                                               << "train/x.wav"
                                               << "";
    QTest::newRow("path does") << R"(path:^(train|test)/)"
                               << "train/x.wav"
                               << "train";
    QTest::newRow("folder") << "folder"
                            << "set/yes/x.wav"
                            << "yes";
    QTest::newRow("no folder below the root") << "folder"
                                              << "x.wav"
                                              << "";
    QTest::newRow("no match") << R"(name:^(\d)_)"
                              << "seven.wav"
                              << "";
    QTest::newRow("empty group") << R"(name:^(\d*)_)"
                                 << "_x.wav"
                                 << "";
    QTest::newRow("utf-8") << R"(name:^(.+)-)"
                           << "犬-1.wav"
                           << "犬";
  }
  void findsItsPart() {
    QFETCH(const QString, rule);
    QFETCH(const QString, path);
    QFETCH(const QString, found);
    const auto parsed = NameRule::parse(rule.toStdString());
    QVERIFY(parsed);
    QCOMPARE(QString::fromStdString(parsed->find(path.toStdString()).value_or("")), found);
  }

  void wrongRulesAreSentences_data() {
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("said");
    QTest::newRow("unclosed bracket") << "name:("
                                      << "not a valid regular expression";
    QTest::newRow("no group") << "name:^.*$"
                              << "no brackets";
    QTest::newRow("unknown") << "speaker"
                             << "not a rule for labels";
    QTest::newRow("empty") << ""
                           << "not a rule for labels";
  }
  void wrongRulesAreSentences() {
    QFETCH(const QString, rule);
    QFETCH(const QString, said);
    const auto parsed = NameRule::parse(rule.toStdString());
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().code, Errc::invalidArgument);
    QVERIFY(QString::fromStdString(parsed.error().message.english()).contains(said));
  }
};

MASU_TEST(NameRuleTest)
#include "name_rule_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/loss_report.h"

#include <limits>

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::cli;

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Four numbers from 1 to 4 with a variance of 1.
table::Column numbers(const std::string& name) {
  table::Column column;
  column.name = name;
  column.stats.count = 4;
  column.stats.min = 1;
  column.stats.max = 4;
  column.stats.squares = 4;
  return column;
}

/// With a mean squared error of 0.01: 20 dB below the variance.
table::Column lossy(const std::string& name) {
  table::Column column = numbers(name);
  column.stored = table::DType::f16;
  column.stats.maxError = 0.25;
  column.loss = {.maxRelative = 0.125, .squaredError = 0.04, .overflowed = 0, .flushed = 1000, .clipped = 0};
  return column;
}

/// As files of older programs describe it.
table::Column unmeasured(const std::string& name) {
  table::Column column = numbers(name);
  column.loss.maxRelative = kUnknown;
  return column;
}

table::Column words() {
  table::Column column;
  column.name = "words";
  column.kind = table::Kind::category;
  column.stats.count = 4;
  return column;
}

QStringList linesOf(const table::Schema& schema) {
  QStringList lines = QString::fromStdString(lossText(schema)).split('\n');
  for (QString& line : lines) line = line.simplified();
  return lines;
}

}  // namespace

class LossReportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void jsonHasWhatWasMeasured() {
    const auto json = lossJson(lossy("a"));
    QCOMPARE(json["max_error"].get<double>(), 0.25);
    QCOMPARE(json["loss"]["max_relative"].get<double>(), 0.125);
    QCOMPARE(json["loss"]["rms"].get<double>(), 0.1);
    QCOMPARE(json["loss"]["snr_db"].get<double>(), 20.);
    QCOMPARE(json["loss"]["flushed"].get<int>(), 1000);
    // Nothing lost is an infinite ratio, of which JSON has none.
    QVERIFY(lossJson(numbers("a"))["loss"]["snr_db"].is_null());
    QCOMPARE(lossJson(numbers("a"))["max_error"].get<double>(), 0.);
    QCOMPARE(lossJson(words()).dump(), std::string(R"({"max_error":null,"loss":null})"));
    QCOMPARE(lossJson(unmeasured("a")).dump(), std::string(R"({"max_error":0.0,"loss":null})"));
  }

  void thatNothingIsLostIsSaidWhereItWasMeasured() {
    const std::string equal = "\nEvery number reads back equal to what it was.\n";
    QCOMPARE(lossText({{numbers("a"), words()}}), equal);
    QCOMPARE(lossText({{numbers("a"), unmeasured("b")}}), std::string());
    QCOMPARE(lossText({{words()}}), std::string());
    QCOMPARE(lossText({}), std::string());
  }

  void whatLostIsListed() {
    table::Column old = unmeasured("b");
    old.stats.maxError = 0.5;
    const QStringList lines = linesOf({{numbers("exact"), lossy("a"), old}});
    QCOMPARE(lines.at(1), QString("Loss of precision since the values were read, earlier types included:"));
    QCOMPARE(lines.at(3), QString("a f16 0.25 0.125 0.1 20 0 1,000 0"));
    QCOMPARE(lines.at(4), QString("b f32 0.5 – – – – – –"));
    QVERIFY(lines.at(5).startsWith("SNR: "));
    QVERIFY(!lines.join('\n').contains("exact "));
  }

  void ofManyThoseThatLostMostAreListed() {
    table::Schema schema;
    for (int i = 0; i < 41; ++i) schema.columns.push_back(lossy("c" + std::to_string(i)));
    schema.columns[7].loss.squaredError = 0.0004;  // 40 dB
    QStringList names;
    const QStringList lines = linesOf(schema);
    for (const QString& line : lines) {
      if (line.startsWith('c')) names << line.section(' ', 0, 0);
    }
    QStringList expected;
    for (int i = 0; i < 41; ++i) {
      if (i != 7) expected << QStringLiteral("c%1").arg(i);
    }
    QCOMPARE(names, expected);
    QVERIFY(lines.contains("These lose most; --json shows all 41 columns."));
    schema.columns.pop_back();
    QVERIFY(!linesOf(schema).join('\n').contains("lose most"));
  }

  void aPlanHasTheLossAtEachType() {
    ingest::ColumnPlan column;
    for (const double value : {0., 1., 300.}) column.stats.add(value);
    column.sampled = {0, 1, 300};
    const auto json = sampledLossesJson({}, column);
    QStringList held;
    for (const auto& each : json) {
      if (each["holds"].get<bool>()) held << QString::fromStdString(each["type"].get<std::string>());
    }
    // i8 does by codes, and u8 has none.
    QCOMPARE(held, (QStringList{"f64", "f32", "f16", "i32", "u32", "i16", "u16", "i8"}));
    const auto& narrow = json[7];
    QVERIFY(narrow["step"].get<double>() > 1 && narrow["max_error"].get<double>() > 0);
    QCOMPARE(json[8]["type"].get<std::string>(), std::string("u8"));
    QVERIFY(json[8]["max_error"].is_null() && !json[8].contains("snr_db"));
    column.role = table::Role::label;
    QVERIFY(sampledLossesJson({}, column).is_null());
  }
};

MASU_TEST(LossReportTest)
#include "loss_report_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Options of an import that go together are obeyed together: the dataset shows what each of the two asks for. That
// every pair goes together or is refused is in cli_options_test.
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <functional>
#include <vector>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

/// What one can see of a dataset, and of the records beside it.
struct Seen {
  QJsonObject import;
  QJsonObject info;
  QJsonArray rows;
  QByteArray rejects;

  /// The cells of a column, in the order of the samples.
  QStringList cells(const QString& column) const {
    QStringList cells;
    for (const QJsonValue& row : rows) cells << row[u"values"][column].toString();
    return cells;
  }
  QStringList labels() const {
    QStringList labels;
    for (const QJsonValue& row : rows) labels << row[u"label"].toString();
    return labels;
  }
  QString roleOf(const QString& column) const {
    for (const QJsonValue& one : info[u"columns"].toArray())
      if (one[u"name"].toString() == column) return one[u"role"].toString();
    return {};
  }
  QString dtype() const { return info[u"dtype"].toString(); }
};

struct Pair {
  const char* options;
  QStringList arguments;
  std::function<bool(const Seen&)> first;
  std::function<bool(const Seen&)> second;
};

QStringList sorted(QStringList texts) {
  texts.sort();
  return texts;
}

/// a counts from 1 to 8, b is a quarter of that, c is red or blue in turn, and the label is x up to 4.
std::vector<Pair> pairs() {
  const QStringList from3 = {"3", "4", "5", "6", "7", "8"};
  const QStringList table = {"@t.csv", "--label", "label"};
  const QStringList bad = {"@bad.csv", "--delimiter", ",", "--type", "a=number", "--on-error", "missing"};
  const auto onlyFrom3 = [=](const Seen& seen) { return sorted(seen.cells("a")) == from3; };
  return {
      {"where shuffle", table + QStringList{"--where", "a > 2", "--shuffle", "3"}, onlyFrom3,
       [=](const Seen& seen) { return seen.cells("a") != from3; }},
      {"where class-map", table + QStringList{"--where", "a > 2", "--class-map", "x", "z"}, onlyFrom3,
       [](const Seen& seen) {
         return seen.labels() == QStringList({"z", "z", "y", "y", "y", "y"});
       }},
      {"where ignored column", table + QStringList{"--where", "c = \"red\"", "--type", "c=ignored"},
       [](const Seen& seen) {
         return seen.cells("a") == QStringList({"1", "3", "5", "7"});
       },
       [](const Seen& seen) { return !seen.rows[0][u"values"].toObject().contains(u"c"); }},
      {"label keep", table + QStringList{"--keep", "a"},
       [](const Seen& seen) { return seen.labels().join("") == "xxxxyyyy"; },
       [](const Seen& seen) { return seen.roleOf("a") == "kept" && seen.cells("a").join("") == "12345678"; }},
      {"keep shuffle", table + QStringList{"--keep", "a", "--shuffle", "3"},
       [](const Seen& seen) { return seen.roleOf("a") == "kept"; },
       [](const Seen& seen) {
         // What is kept goes where its sample goes.
         bool together = seen.rows.size() == 8 && seen.cells("a").join("") != "12345678";
         for (int i = 0; i < seen.rows.size(); ++i)
           together = together && seen.cells("a")[i].toDouble() == 4 * seen.cells("b")[i].toDouble();
         return together;
       }},
      {"na type", table + QStringList{"--na", "red", "--type", "c=category"},
       [](const Seen& seen) { return !seen.cells("c").contains("red") && seen.cells("c").count("blue") == 4; },
       [](const Seen& seen) { return seen.roleOf("c") == "category"; }},
      {"na missing", table + QStringList{"--na", "3", "--missing", "a=zero"},
       [](const Seen& seen) { return !seen.cells("a").contains("3"); },
       [](const Seen& seen) { return seen.cells("a").value(2) == "0"; }},
      {"missing where", table + QStringList{"--na", "3", "--missing", "a=drop", "--where", "b > 0.5"},
       [](const Seen& seen) { return !seen.cells("a").contains("3"); },
       [](const Seen& seen) {
         return seen.cells("a") == QStringList({"4", "5", "6", "7", "8"});
       }},
      {"dtype tolerance", table + QStringList{"--dtype", "auto", "--tolerance", "0.5"},
       [](const Seen& seen) { return seen.dtype() == "i8" || seen.dtype() == "u8"; },
       [](const Seen& seen) {
         bool within = seen.rows.size() == 8;
         for (int i = 0; within && i < 8; ++i) within = std::abs(seen.cells("b")[i].toDouble() - (i + 1) / 4.0) <= 0.5;
         return within;
       }},
      {"dtype compression", table + QStringList{"--dtype", "f64", "--compression", "zstd"},
       [](const Seen& seen) { return seen.dtype() == "f64"; },
       [](const Seen& seen) { return seen.info[u"storage"][u"compression"].toString() == "zstd"; }},
      {"on-error rejects", bad + QStringList{"--rejects", "@mine.csv"},
       [](const Seen& seen) { return seen.import[u"samples"].toInt() == 3 && seen.import[u"rejected"].toInt() == 1; },
       [](const Seen& seen) { return seen.rejects.contains("777") && !seen.rejects.contains("oops"); }},
      {"on-error ragged", bad + QStringList{"--ragged", "pad"},
       [](const Seen& seen) { return seen.import[u"rejected"].toInt() == 0; },
       [](const Seen& seen) { return seen.import[u"samples"].toInt() == 4; }},
      {"delimiter decimal",
       {"@commas.csv", "--delimiter", ";", "--decimal", ","},
       [](const Seen& seen) {
         return seen.cells("x") == QStringList({"1", "2", "3"});
       },
       [](const Seen& seen) {
         return seen.cells("y") == QStringList({"0.5", "1.5", "2.5"});
       }},
      {"date-order where",
       {"@dates.csv", "--type", "day=time", "--date-order", "dmy", "--where",
        "day >= \"2020-02-01\" and day < \"2020-03-05\""},
       [](const Seen& seen) { return seen.rows.size() == 1; },
       // Had it been read as month and day, it would be the second.
       [](const Seen& seen) { return seen.cells("x").value(0) == "1"; }},
  };
}

}  // namespace

class CliImportPairsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void bothAreObeyed_data();
  void bothAreObeyed();

 private:
  QString path(const QString& name) const { return m_folder.filePath(name); }

  QTemporaryDir m_folder;
};

void CliImportPairsTest::initTestCase() {
  QByteArray table = "a,b,c,label\n";
  for (int i = 1; i <= 8; ++i)
    table += QByteArray::number(i) + ',' + QByteArray::number(i / 4.0) + (i % 2 ? ",red," : ",blue,") +
             (i <= 4 ? "x\n" : "y\n");
  writeFile(path("t.csv"), table);
  writeFile(path("bad.csv"), "a,b,c\n1,2,one\noops,2,two\n777\n4,2,four\n");
  writeFile(path("commas.csv"), "x;y\n1;0,5\n2;1,5\n3;2,5\n");
  writeFile(path("dates.csv"), "day,x\n01/02/2020,1\n03/04/2020,2\n05/06/2020,3\n");
}

void CliImportPairsTest::bothAreObeyed_data() {
  QTest::addColumn<int>("place");
  int place = 0;
  for (const Pair& pair : pairs()) QTest::newRow(pair.options) << place++;
}

void CliImportPairsTest::bothAreObeyed() {
  QFETCH(const int, place);
  const Pair pair = pairs()[static_cast<std::size_t>(place)];
  QStringList arguments = pair.arguments;
  for (QString& one : arguments)
    if (one.startsWith('@')) one = path(one.mid(1));
  const QString file = path(QStringLiteral("F%1.h5").arg(place));
  const Ran ran = runMasu(QStringList{"import"} + arguments + QStringList{"--out", file, "--no-sync", "--json"});
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  Seen seen;
  seen.import = ran.json();
  seen.rows = runMasu({"head", file, "--count", "100", "--json"}).json()[u"rows"].toArray();
  seen.info = runMasu({"info", file, "--json"}).json();
  seen.rejects = readFile(path("mine.csv"));
  QVERIFY2(pair.first(seen), QJsonDocument(seen.rows).toJson().constData());
  QVERIFY2(pair.second(seen), QJsonDocument(seen.rows).toJson().constData());
}

MASU_TEST(CliImportPairsTest)
#include "import_pairs_test.moc"

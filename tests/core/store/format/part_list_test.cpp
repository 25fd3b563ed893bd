// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/part_list.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/store/format/layout.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
namespace fs = std::filesystem;

namespace {

PartList someList() {
  PartList list;
  list.partBytes = std::uint64_t{1} << 40;
  list.parts = {{"F.part000.h5", 10, "u-0", "c0"}, {"F.part001.h5", std::uint64_t{1} << 60, "u-1", "c1"}};
  list.objects = {
      {.name = "features", .dtype = table::DType::i16, .sampleShape = {2, 3}, .samples = 9, .chunkSamples = 4},
      {.name = "origin", .samples = 9, .chunkSamples = 9, .element = Element::origin},
      {.name = "kept/a/b", .samples = 9, .chunkSamples = 1, .element = Element::textEnds}};
  return list;
}

QJsonObject someJson() {
  return QJsonDocument::fromJson(QByteArray::fromStdString(documentOf(someList()))).object();
}

bool isTaken(const QJsonObject& json) {
  return partListFrom(QJsonDocument(json).toJson().toStdString(), "F.h5").has_value();
}

/// The document with another value in the first entry of a list.
QJsonObject with(const QString& list, const QString& field, const QJsonValue& value) {
  QJsonObject json = someJson();
  QJsonArray entries = json.value(list).toArray();
  QJsonObject first = entries.first().toObject();
  value.isUndefined() ? first.remove(field) : void(first.insert(field, value));
  entries[0] = first;
  json.insert(list, entries);
  return json;
}

}  // namespace

class PartListTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void comesBackFromItsDocument() {
    const PartList list = someList();
    const auto back = partListFrom(documentOf(list), "F.h5");
    QVERIFY(back);
    QCOMPARE(back->parts.size(), list.parts.size());
    QCOMPARE(back->partBytes, list.partBytes);
    QCOMPARE(back->objects.size(), list.objects.size());
    for (std::size_t i = 0; i < list.parts.size(); ++i) {
      QCOMPARE(back->parts[i].file, list.parts[i].file);
      QCOMPARE(back->parts[i].bytes, list.parts[i].bytes);
      QCOMPARE(back->parts[i].uuid, list.parts[i].uuid);
      QCOMPARE(back->parts[i].content, list.parts[i].content);
    }
    for (std::size_t i = 0; i < list.objects.size(); ++i) {
      QCOMPARE(back->objects[i].name, list.objects[i].name);
      QVERIFY(back->objects[i].dtype == list.objects[i].dtype);
      QVERIFY(back->objects[i].element == list.objects[i].element);
      QCOMPARE(back->objects[i].sampleShape, list.objects[i].sampleShape);
      QCOMPARE(back->objects[i].samples, list.objects[i].samples);
      QCOMPARE(back->objects[i].chunkSamples, list.objects[i].chunkSamples);
    }
    QCOMPARE(documentOf(*back), documentOf(list));
  }

  void aDocumentThatIsCutIsRefused() {
    const std::string document = documentOf(someList());
    for (std::size_t size = 0; size < document.size(); ++size) {
      const auto list = partListFrom(std::string_view(document).substr(0, size), "/d/F.h5");
      QVERIFY(!list);
      QCOMPARE(list.error().source.file, std::string("/d/F.h5"));
    }
  }

  /// The names are joined to the dataset's folder: none may lead out of it.
  void noNameLeadsOutOfTheFolder() {
    QVERIFY(isTaken(someJson()));
    for (const char* name : {"", ".", "..", "/etc/passwd", "../F.part000.h5", "a/b", "./x"})
      QVERIFY2(!isTaken(with("parts", "file", name)), name);
    QVERIFY(!isTaken(with("parts", "file", QString(QChar(u'\0')) + "x")));
  }

  void everyFieldMustBeWhatItIs() {
    for (const char* field : {"file", "bytes", "uuid", "content"}) {
      QVERIFY2(!isTaken(with("parts", field, QJsonValue::Undefined)), field);
      QVERIFY2(!isTaken(with("parts", field, QJsonArray())), field);
    }
    for (const char* field : {"name", "element", "type", "shape", "samples", "chunk_samples"}) {
      QVERIFY2(!isTaken(with("objects", field, QJsonValue::Undefined)), field);
      QVERIFY2(!isTaken(with("objects", field, "nonsense")), field);
    }
    QVERIFY(!isTaken(with("objects", "chunk_samples", 0)));  // chunks are divided by it
    QVERIFY(isTaken(with("objects", "chunk_samples", 9)));
    QVERIFY(!isTaken(with("objects", "chunk_samples", 10)));  // more than there are samples
    QVERIFY(!isTaken(with("objects", "name", "meta/parts")));
  }

  void thereAreSomePartsAndNotTooMany() {
    PartList list = someList();
    list.parts.assign(kMostParts, list.parts.front());
    QVERIFY(partListFrom(documentOf(list), "F.h5"));
    list.parts.push_back(list.parts.front());
    QVERIFY(!partListFrom(documentOf(list), "F.h5"));
    list.parts.clear();
    QVERIFY(!partListFrom(documentOf(list), "F.h5"));
  }

  /// Publishing parts of these names replaces no file, and readers find them in a row.
  void freeNamesAreThoseThatNoFileHas() {
    const QTemporaryDir folder;
    const fs::path dataset = fs::path(folder.path().toStdString()) / "F.h5";
    using Names = std::vector<std::string>;
    QCOMPARE(freePartNames(dataset, 2), (Names{"F.part000.h5", "F.part001.h5"}));
    QCOMPARE(freePartNames(dataset, 0), Names());
    std::ofstream(layout::partPath(dataset, 1)) << "x";
    QCOMPARE(freePartNames(dataset, 1), Names{"F.part000.h5"});
    QCOMPARE(freePartNames(dataset, 2), (Names{"F.part002.h5", "F.part003.h5"}));
    fs::create_symlink("nowhere", layout::partPath(dataset, 3));  // a link whose file is missing is there, too
    QCOMPARE(freePartNames(dataset, 2), (Names{"F.part004.h5", "F.part005.h5"}));
  }
};

MASU_TEST(PartListTest)
#include "part_list_test.moc"

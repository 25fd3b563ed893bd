// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/arrays.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

namespace {

const std::vector<ingest::SourceArray> kArrays = {{"/x", {100, 3, 20}, "f32"},
                                                  {"/y", {100}, "i64"},
                                                  {"/other", {40, 2}, "f64"},
                                                  {"/z", {40, 1}, "u8"},
                                                  {"/words", {100}, ""}};

}  // namespace

class ArraysTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_widget = std::make_unique<ImportArrays>();
    m_features = m_widget->findChild<QComboBox*>(QStringLiteral("features"));
    m_labels = m_widget->findChild<QComboBox*>(QStringLiteral("labels"));
    QVERIFY(m_features != nullptr && m_labels != nullptr);
    m_widget->setArrays(kArrays);
    connect(m_widget.get(), &ImportArrays::edited, this,
            [this](const ingest::RecordingOptions& options) { m_edited.push_back(ingest::arraysOf(options)); });
    m_edited.clear();
  }

  void withoutArraysThereIsNothingToChoose() {
    QVERIFY(m_widget->hasArrays() && !m_widget->isHidden());
    m_widget->setArrays({});
    QVERIFY(!m_widget->hasArrays() && m_widget->isHidden());
  }

  /// Whose shapes go together; texts are neither features nor labels.
  void labelsHaveANumberForEachSample() {
    show({"/x", {}});
    QCOMPARE(namesIn(*m_features), (QStringList{"", "/x", "/y", "/other", "/z"}));
    QCOMPARE(namesIn(*m_labels), (QStringList{"", "/y"}));
    show({"/other", "/z"});
    QCOMPARE(namesIn(*m_labels), (QStringList{"", "/z"}));
    QCOMPARE(m_features->currentData().toString(), "/other");
    QCOMPARE(m_labels->currentData().toString(), "/z");
    // What labels belong to has to be chosen first.
    show({});
    QCOMPARE(namesIn(*m_labels), QStringList{""});
    QVERIFY(!m_labels->isEnabled());
    QVERIFY(m_edited.empty());
  }

  void choosingSaysWhatIsImported() {
    show({"/x", {}});
    choose(*m_labels, "/y");
    QCOMPARE(m_edited.size(), std::size_t{1});
    QCOMPARE(m_edited.back().features, std::string("/x"));
    QCOMPARE(m_edited.back().labels, std::string("/y"));
    QCOMPARE(m_labels->currentData().toString(), "/y");
  }

  /// Labels belong to what they label.
  void otherFeaturesLeaveLabelsThatDoNotFit() {
    show({"/x", "/y"});
    choose(*m_features, "/other");
    QCOMPARE(m_edited.back().features, std::string("/other"));
    QCOMPARE(m_edited.back().labels, std::string());
    QCOMPARE(m_labels->currentIndex(), 0);
    choose(*m_features, "");
    QVERIFY(m_edited.back().features.empty() && m_edited.back().labels.empty());
  }

 private:
  void show(const ingest::ArrayChoice& choice) {
    ingest::RecordingOptions options;
    ingest::setArrays(options, choice);
    m_widget->showOptions(options);
  }

  static QStringList namesIn(const QComboBox& field) {
    QStringList names;
    for (int i = 0; i < field.count(); ++i) names << field.itemData(i).toString();
    return names;
  }

  /// As a person does.
  static void choose(QComboBox& field, const char* name) {
    field.setCurrentIndex(field.findData(QString::fromLatin1(name)));
    Q_EMIT field.activated(field.currentIndex());
  }

  std::unique_ptr<ImportArrays> m_widget;
  QComboBox* m_features = nullptr;
  QComboBox* m_labels = nullptr;
  std::vector<ingest::ArrayChoice> m_edited;
};

MASU_TEST(ArraysTest)
#include "arrays_test.moc"

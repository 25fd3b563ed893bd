// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <limits>

#include "core/estimate/model_footprint.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::estimate;

/// A footprint as a worker prints it, and as it is read.
class FootprintJsonTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyFieldComesBack() {
    ModelFootprint written = full();
    written.bufferBytes = std::numeric_limits<std::uint64_t>::max();
    const auto read = footprintFromJson(toJson(written));
    QVERIFY2(read, read ? "" : read.error().message.english().c_str());
    QVERIFY(isSame(*read, written));
    written.card.reset();
    written.onCard = false;
    const auto without = footprintFromJson(toJson(written));
    QVERIFY(without && isSame(*without, written));
    QVERIFY(isSame(*footprintFromJson(toJson(ModelFootprint())), ModelFootprint()));
  }

  void itIsOneLine() {
    ModelFootprint footprint = full();
    footprint.model = "a\nb\xff";
    const std::string text = toJson(footprint);
    QVERIFY(text.find('\n') == std::string::npos);
    QCOMPARE(footprintFromJson(text)->model, std::string("a\nb\xef\xbf\xbd"));
  }

  /// Every field has to be there, but what kept the model from files: a worker that is not confined says nothing.
  void aFieldThatIsMissingIsRefused() {
    const QJsonObject whole = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(full()))).object();
    QVERIFY(whole.size() > 15);
    for (const QString& key : whole.keys()) {
      QJsonObject part = whole;
      part.remove(key);
      const auto read = footprintFromJson(textOf(part));
      QVERIFY2(read.has_value() == (key == "confinement" || key == "card"), qPrintable(key));
    }
    for (const QString& key : whole["card"].toObject().keys()) {
      QJsonObject part = whole;
      QJsonObject card = whole["card"].toObject();
      card.remove(key);
      part["card"] = card;
      QVERIFY2(!footprintFromJson(textOf(part)), qPrintable(key));
    }
  }

  void aFieldOfAnotherKindIsRefused() {
    const QJsonObject whole = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(full()))).object();
    for (const QString& key : whole.keys()) {
      QJsonObject other = whole;
      other[key] = QJsonObject();
      const auto read = footprintFromJson(textOf(other));
      QVERIFY2(!read, qPrintable(key));
      QCOMPARE(read.error().code, Errc::format);
    }
    QJsonObject negative = whole;
    negative["parameters"] = -1;
    QVERIFY(!footprintFromJson(textOf(negative)));
    for (const char* text : {"", "{", "[]", "null", "5"}) QVERIFY2(!footprintFromJson(text), text);
  }

 private:
  static ModelFootprint full() {
    ModelFootprint footprint;
    footprint.model = "custom \"net\"";
    std::uint64_t next = 9'007'199'254'740'993;  // beyond what a double counts
    for (std::uint64_t ModelFootprint::*field : wholes()) footprint.*field = next++;
    footprint.stepSeconds = 0.1;
    footprint.stepSecondsPerSample = 1e-300;
    footprint.onCard = true;
    footprint.card = CardSteps{7, 0.25, 1.0 / 3};
    footprint.machineFlops = 1e12 / 7;
    footprint.machineBytesPerSecond = 3e9;
    footprint.confinement = "Landlock 7, seccomp";
    return footprint;
  }
  static std::vector<std::uint64_t ModelFootprint::*> wholes() {
    return {&ModelFootprint::parameters,      &ModelFootprint::parameterBytes,
            &ModelFootprint::bufferBytes,     &ModelFootprint::activationBytesPerSample,
            &ModelFootprint::workspaceBytes,  &ModelFootprint::workspaceBytesPerSample,
            &ModelFootprint::flopsPerSample,  &ModelFootprint::scoreBytes,
            &ModelFootprint::savingBytes,     &ModelFootprint::checkpointBytes,
            &ModelFootprint::runtimeBytes};
  }
  static bool isSame(const ModelFootprint& a, const ModelFootprint& b) {
    for (std::uint64_t ModelFootprint::*field : wholes())
      if (a.*field != b.*field) return false;
    if (a.card.has_value() != b.card.has_value()) return false;
    const CardSteps one = a.card.value_or(CardSteps());
    const CardSteps other = b.card.value_or(CardSteps());
    return a.model == b.model && a.stepSeconds == b.stepSeconds && a.stepSecondsPerSample == b.stepSecondsPerSample &&
           a.onCard == b.onCard && a.machineFlops == b.machineFlops &&
           a.machineBytesPerSecond == b.machineBytesPerSecond && a.confinement == b.confinement &&
           one.workspaceBytesPerSample == other.workspaceBytesPerSample && one.stepSeconds == other.stepSeconds &&
           one.stepSecondsPerSample == other.stepSecondsPerSample;
  }
  static std::string textOf(const QJsonObject& json) { return QJsonDocument(json).toJson().toStdString(); }
};

MASU_TEST(FootprintJsonTest)
#include "footprint_json_test.moc"

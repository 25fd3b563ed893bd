// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/fit/choices.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/test_group.h"
#include "ui/widgets/segments.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// A device that computes in some precisions.
estimate::Device deviceOf(const char* name, std::initializer_list<estimate::Precision> computes) {
  estimate::Device device;
  device.name = name;
  device.memory = Bytes{16'000'000'000};
  for (const estimate::Precision compute : computes) device.flops[estimate::indexOf(compute)] = 1e12;
  return device;
}

void choose(QComboBox* box, int index) {
  box->setCurrentIndex(index);
  Q_EMIT box->activated(index);
}

}  // namespace

class ChoicesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_page = std::make_unique<QWidget>();
    auto* rows = new QVBoxLayout(m_page.get());
    auto* models = new QHBoxLayout;
    auto* machine = new QHBoxLayout;
    rows->addLayout(models);
    rows->addLayout(machine);
    m_choices = new FitChoices(models, machine, m_page.get());
  }
  void cleanup() { m_page.reset(); }

  /// The first is chosen, any can be added, and the last that is left stays.
  void oneModelIsAlwaysChosen() {
    const QSignalSpy changed(m_choices, &FitChoices::modelsChanged);
    m_choices->setModels({"linear", "mlp", "tabular"});
    QCOMPARE(m_choices->models(), std::vector<std::string>{"linear"});
    QCOMPARE(changed.count(), 0);
    model("linear")->click();
    QCOMPARE(m_choices->models(), std::vector<std::string>{"linear"});
    QVERIFY(model("linear")->isChecked());
    QCOMPARE(changed.count(), 0);
    model("tabular")->click();
    QCOMPARE(m_choices->models(), (std::vector<std::string>{"linear", "tabular"}));
    model("linear")->click();
    QCOMPARE(m_choices->models(), std::vector<std::string>{"tabular"});
    QCOMPARE(changed.count(), 2);
    m_choices->setModels({"mlp"});
    QCOMPARE(m_choices->models(), std::vector<std::string>{"mlp"});
    QCOMPARE(changed.count(), 2);
  }

  void whatWasTracedIsShownBesideItsModel() {
    m_choices->setModels({"linear", "mlp"});
    estimate::LedgerInput input;
    input.largestSplitSamples = 1000;
    input.models.resize(1);
    input.models[0].model = "mlp";
    input.models[0].parameters = 12'345;
    m_choices->setTraced(input, 256);
    QVERIFY(model("mlp")->text().contains("12,345"));
    QCOMPARE(model("linear")->text(), QString("linear"));
    QVERIFY(says(*m_page, "256 at most"));
    m_choices->setTraced(input, 1000);
    QVERIFY(says(*m_page, "any fits"));
    m_choices->setTraced(input, 0);
    QVERIFY(says(*m_page, "none fits"));
    m_choices->forgetLimit();
    QVERIFY(!says(*m_page, "none fits") && !says(*m_page, "any fits"));
    QCOMPARE(m_choices->models(), std::vector<std::string>{"linear"});
  }

  /// A device's precision is f32 until another is chosen; that stays where the next device has it.
  void aDeviceComputesInWhatItHas() {
    using estimate::Precision;
    QVERIFY(!m_choices->device());
    QCOMPARE(m_choices->compute(), Precision::f32);
    m_choices->setDevices({deviceOf("one", {Precision::f32, Precision::f16}),
                           deviceOf("two", {Precision::f32, Precision::f16, Precision::bf16}),
                           deviceOf("three", {Precision::f32})});
    QVERIFY(!m_choices->device());
    auto* devices = named<QComboBox>(*m_page, "Device");
    auto* computes = named<QComboBox>(*m_page, "Computes in");
    QVERIFY(!computes->isVisibleTo(m_page.get()));
    const QSignalSpy changed(m_choices, &FitChoices::figuresChanged);
    choose(devices, 1);
    QCOMPARE(m_choices->device()->name, std::string("one"));
    QVERIFY(computes->isVisibleTo(m_page.get()));
    QCOMPARE(computes->count(), 2);
    QCOMPARE(m_choices->compute(), Precision::f32);
    choose(computes, computes->findText("f16"));
    QCOMPARE(m_choices->compute(), Precision::f16);
    QCOMPARE(changed.count(), 2);
    choose(devices, 2);
    QCOMPARE(m_choices->compute(), Precision::f16);
    choose(devices, 3);
    QCOMPARE(m_choices->compute(), Precision::f32);
    QVERIFY(!computes->isVisibleTo(m_page.get()));
  }

  /// Another list keeps the device that is chosen where it has it, else this machine is.
  void theChosenDeviceIsKept() {
    using estimate::Precision;
    m_choices->setDevices({deviceOf("one", {Precision::f32}), deviceOf("two", {Precision::f32})});
    auto* devices = named<QComboBox>(*m_page, "Device");
    choose(devices, 2);
    m_choices->setDevices({deviceOf("two", {Precision::f32}), deviceOf("three", {Precision::f32})});
    QCOMPARE(devices->count(), 3);
    QCOMPARE(m_choices->device()->name, std::string("two"));
    m_choices->setDevices({deviceOf("three", {Precision::f32})});
    QVERIFY(!m_choices->device());
  }

  /// Sizes at other types come after a while, and belong to one dataset.
  void typesAreOfferedOnceTheyAreKnown() {
    std::vector<tasks::StoredSize> sizes(4);
    const table::DType types[] = {table::DType::f64, table::DType::f32, table::DType::f16, table::DType::i8};
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i].type = types[i];
    m_choices->setStored(table::DType::f32);
    QVERIFY(!m_choices->stored());
    QVERIFY(says(*m_page, "Stored as f32"));
    m_choices->offerTypes(sizes);
    QCOMPARE(m_choices->stored(), std::optional<std::size_t>(1));
    auto* offered = named<Segments>(*m_page, "Stored as");
    QVERIFY(offered->isVisibleTo(m_page.get()));
    // A type wider than floats only where features have it.
    QVERIFY(!offered->button(0)->isVisibleTo(offered));
    for (const int narrower : {1, 2, 3}) QVERIFY(offered->button(narrower)->isVisibleTo(offered));
    offered->button(2)->click();
    QCOMPARE(m_choices->stored(), std::optional<std::size_t>(2));
    m_choices->offerTypes(sizes);
    QCOMPARE(m_choices->stored(), std::optional<std::size_t>(2));
    // Without features there is nothing to choose.
    m_choices->setStored(std::nullopt);
    m_choices->offerTypes(sizes);
    QVERIFY(!m_choices->stored() && !offered->isVisibleTo(m_page.get()));
    m_choices->setStored(table::DType::f64);
    m_choices->offerTypes(sizes);
    QCOMPARE(m_choices->stored(), std::optional<std::size_t>(0));
    QVERIFY(offered->button(0)->isVisibleTo(offered));
  }

 private:
  QToolButton* model(const char* name) const {
    QToolButton* found = nullptr;
    // What was offered before goes with the next turn of the event loop.
    for (QToolButton* button : m_page->findChildren<QToolButton*>(QLatin1String(name))) found = button;
    return found;
  }

  std::unique_ptr<QWidget> m_page;
  FitChoices* m_choices = nullptr;
};

MASU_TEST(ChoicesTest)
#include "choices_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/plan_delegate.h"

#include <QImage>
#include <QPainter>
#include <QTest>
#include <cmath>

#include "tests/fixtures/test_group.h"
#include "ui/pages/import/table/plan_model.h"
#include "ui/theme/theme.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// A plan whose columns lose what the test says.
class MarkedModel : public ImportPlanModel {
 public:
  QVariant data(const QModelIndex& index, int role) const override {
    if (role != LossRole) return ImportPlanModel::data(index, role);
    if (index.column() != loss || marks.empty()) return {};
    QVariantList list;
    for (const LossMark mark : marks) list << static_cast<int>(mark);
    return list;
  }
  std::vector<LossMark> marks;
};

}  // namespace

class PlanDelegateTest : public QObject {
  Q_OBJECT

  static constexpr int kCellWidth = 160;
  static constexpr int kCellHeight = 26;

 private Q_SLOTS:
  void init() {
    m_plan = ingest::ImportPlan();
    m_plan.dtype = kComparedTypes[1];
    m_plan.columns.resize(3);
    m_plan.columns[0].name = "age";
    m_plan.columns[0].histogram = {1, 2, 4, 0, 4000};
    m_plan.columns[1].name = "y";
    m_plan.columns[1].role = table::Role::label;
    m_plan.columns[1].valueCounts = {8, 8};
    m_plan.columns[2].name = "age";
    m_plan.columns[2].role = table::Role::ignored;
    m_model = std::make_unique<MarkedModel>();
    m_model->setPlan(std::make_shared<const ingest::ImportPlan>(m_plan));
  }

  void theGroundSaysWhetherARowIsSelected() {
    const QImage plain = painted(0, ImportPlanModel::name);
    QCOMPARE(plain.pixelColor(1, 1), tokens().surface);
    QCOMPARE(plain.pixelColor(1, kCellHeight - 1), tokens().lineSoft);
    QCOMPARE(painted(0, ImportPlanModel::name, QStyle::State_Selected).pixelColor(1, 1), tokens().tint);
  }

  /// A box with a tick is of a column that is used; it begins at the page's margin.
  void theBoxSaysWhetherAColumnIsUsed() {
    const QImage used = painted(0, ImportPlanModel::use);
    const QImage ignored = painted(2, ImportPlanModel::use);
    QVERIFY(used != ignored);
    QCOMPARE(painted(1, ImportPlanModel::use), used);
    for (const QImage& image : {used, ignored}) {
      for (int x = 0; x < size::kLeft; ++x) QCOMPARE(image.pixelColor(x, kCellHeight / 2), tokens().surface);
      QVERIFY(image.pixelColor(size::kLeft, kCellHeight / 2) != tokens().surface);
    }
    // Of a column that is not used the name is grey.
    QVERIFY(painted(0, ImportPlanModel::name) != painted(2, ImportPlanModel::name));
  }

  void binsAreAsHighAsTheirCounts() {
    const QImage image = painted(0, ImportPlanModel::distribution);
    const auto height = [&](int bin) { return pixelsOf(image, tokens().hist, 8 + 16 * bin + 7); };
    QCOMPARE(height(4), 16);
    QCOMPARE(height(0), 1);  // however small: it is not nothing
    QCOMPARE(height(3), 0);
    m_plan.columns[0].histogram = {1, 2, 4};
    m_model->setPlan(std::make_shared<const ingest::ImportPlan>(m_plan));
    const QImage three = painted(0, ImportPlanModel::distribution);
    QCOMPARE(pixelsOf(three, tokens().hist, 15), 4);
    QCOMPARE(pixelsOf(three, tokens().hist, 31), 8);
    QCOMPARE(pixelsOf(three, tokens().hist, 47), 16);
  }

  void theLabelIsInAccent() {
    const QImage label = painted(1, ImportPlanModel::distribution);
    QCOMPARE(pixelsOf(label, tokens().accent, 15), 16);
    QCOMPARE(pixelsOf(label, tokens().hist, 15), 0);
    m_plan.columns[0].histogram.clear();
    m_model->setPlan(std::make_shared<const ingest::ImportPlan>(m_plan));
    const QImage none = painted(0, ImportPlanModel::distribution);
    for (int x = 0; x < kCellWidth; ++x) QCOMPARE(none.pixelColor(x, kCellHeight / 2), tokens().surface);
  }

  /// A dot, a ring and a cross; the type that is chosen has a ground.
  void everyTypeHasItsMark() {
    m_model->marks = {LossMark::exact, LossMark::exact, LossMark::within, LossMark::beyond, LossMark::exact};
    const QImage image = painted(0, ImportPlanModel::loss);
    const auto middle = [&](int type) {
      return image.pixelColor(type * kDotWidth + kDotWidth / 2, kCellHeight / 2 - 1);
    };
    for (int type = 0; type < 5; ++type)
      QCOMPARE(image.pixelColor(type * kDotWidth + 1, 2), type == 1 ? tokens().tint : tokens().surface);
    QCOMPARE(middle(0), tokens().edge);
    QCOMPARE(middle(1), tokens().accent);
    QCOMPARE(middle(2), tokens().surface);  // a ring is empty
    QCOMPARE(middle(4), tokens().edge);
    const QColor cross = middle(3);
    QVERIFY(cross.red() > cross.green() + 40 && cross.red() > cross.blue() + 40);
    for (const int type : {2, 3}) QVERIFY(inkOf(image, type) > 4);
  }

  /// What is stored as codes has no marks and says so.
  void codesHaveNoMarks() {
    const QImage codes = painted(1, ImportPlanModel::loss);
    QVERIFY(inkOf(codes, 0) > 0);
    const QImage ignored = painted(2, ImportPlanModel::loss);
    for (int type = 0; type < 5; ++type) QCOMPARE(inkOf(ignored, type), 0);
  }

 private:
  QImage painted(int row, int column, QStyle::State state = {}) const {
    QImage image(kCellWidth, kCellHeight, QImage::Format_RGB32);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    QStyleOptionViewItem option;
    option.rect = image.rect();
    option.state = state;
    ImportPlanDelegate().paint(&painter, option, m_model->index(row, column));
    return image;
  }
  static int pixelsOf(const QImage& image, const QColor& colour, int x) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y) found += image.pixelColor(x, y) == colour ? 1 : 0;
    return found;
  }
  /// Pixels of a type's cell, above the hairline, that are not ground.
  static int inkOf(const QImage& image, int type) {
    int inked = 0;
    for (int y = 0; y < image.height() - 1; ++y)
      for (int x = type * kDotWidth; x < (type + 1) * kDotWidth; ++x)
        inked += image.pixelColor(x, y) != tokens().surface ? 1 : 0;
    return inked;
  }

  ingest::ImportPlan m_plan;
  std::unique_ptr<MarkedModel> m_model;
};

MASU_TEST(PlanDelegateTest)
#include "plan_delegate_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/fit/batch.h"

#include <QImage>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <cstdlib>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

class BatchTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_field = std::make_unique<BatchField>();
    m_slider = m_field->findChild<BatchSlider*>();
    m_number = m_field->findChild<QSpinBox*>();
    m_field->show();
  }

  void powersOfTwoComeBack() {
    for (std::uint64_t batch = 1; batch <= BatchSlider::kLargest; batch *= 2)
      QCOMPARE(BatchSlider::batchFor(BatchSlider::stepFor(batch)), batch);
    QCOMPARE(BatchSlider::stepFor(1), 0);
    QCOMPARE(BatchSlider::stepFor(BatchSlider::kLargest), int(BatchSlider::kSteps));
    QCOMPARE(BatchSlider::stepFor(0), 0);
    QCOMPARE(BatchSlider::stepFor(10 * BatchSlider::kLargest), int(BatchSlider::kSteps));
  }

  void aStepToTheRightIsNoSmallerBatch() {
    std::uint64_t before = 0;
    for (int step = 0; step <= BatchSlider::kSteps; ++step) {
      const std::uint64_t batch = BatchSlider::batchFor(step);
      QVERIFY2(batch >= before && batch >= 1 && batch <= BatchSlider::kLargest, qPrintable(QString::number(step)));
      before = batch;
    }
  }

  void sliderAndNumberAreTheSame() {
    QSignalSpy changed(m_field.get(), &BatchField::batchChanged);
    m_field->setBatch(512);
    QCOMPARE(changed.count(), 0);
    QCOMPARE(m_number->value(), 512);
    QCOMPARE(m_slider->value(), BatchSlider::stepFor(512));
    QTest::keyClick(m_slider, Qt::Key_Home);
    QCOMPARE(changed.takeLast().first().toULongLong(), 1ULL);
    QCOMPARE(m_number->value(), 1);
    QTest::keyClick(m_slider, Qt::Key_End);
    QCOMPARE(m_field->batch(), BatchSlider::kLargest);
    // One press is one doubling.
    m_field->setBatch(64);
    QTest::keyClick(m_slider, Qt::Key_Right);
    QCOMPARE(m_field->batch(), std::uint64_t{128});
  }

  /// A number that is no power of two stays as it was typed, wherever the slider stands.
  void aTypedNumberStays() {
    QSignalSpy changed(m_field.get(), &BatchField::batchChanged);
    m_number->selectAll();
    QTest::keyClicks(m_number, "100");
    QTest::keyClick(m_number, Qt::Key_Return);
    QCOMPARE(m_field->batch(), std::uint64_t{100});
    QCOMPARE(changed.last().first().toULongLong(), 100ULL);
    QCOMPARE(m_slider->value(), BatchSlider::stepFor(100));
    m_field->setBatch(1'000'000);
    QCOMPARE(m_field->batch(), std::uint64_t{1'000'000});
    QCOMPARE(m_slider->value(), m_slider->maximum());
    m_field->setBatch(std::uint64_t{1} << 40);
    QCOMPARE(m_field->batch(), std::uint64_t(m_number->maximum()));
  }

  /// The largest batch that fits is a tick; more than the slider holds is none.
  void theLimitIsATick() {
    m_field->setBatch(1);
    const QImage none = m_slider->grab().toImage();
    m_field->setLimit(128);
    const QImage middle = m_slider->grab().toImage();
    QVERIFY(middle != none);
    m_field->setLimit(8192);
    const QImage later = m_slider->grab().toImage();
    QVERIFY(firstDifference(later, none) > firstDifference(middle, none));
    QVERIFY(std::abs(firstDifference(middle, none) - m_slider->width() / 2) <= 2);  // 2^7 of 2^14
    for (const std::uint64_t limit : {std::uint64_t{0}, BatchSlider::kLargest + 1}) {
      m_field->setLimit(limit);
      QCOMPARE(m_slider->grab().toImage(), none);
    }
  }

 private:
  /// The first column in which two pictures differ; −1 where none does.
  static int firstDifference(const QImage& a, const QImage& b) {
    for (int x = 0; x < a.width(); ++x)
      for (int y = 0; y < a.height(); ++y)
        if (a.pixel(x, y) != b.pixel(x, y)) return x;
    return -1;
  }

  std::unique_ptr<BatchField> m_field;
  BatchSlider* m_slider = nullptr;
  QSpinBox* m_number = nullptr;
};

MASU_TEST(BatchTest)
#include "batch_test.moc"

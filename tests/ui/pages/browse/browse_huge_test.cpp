// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QLineEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "core/flow/machine.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/models/sample_table_model.h"
#include "ui/pages/browse/filter.h"
#include "ui/pages/browse/page.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr std::uint64_t kSamples = 20'000'000'000;
constexpr qint64 kMostBytesOfAJump = 16 << 20;

/// Bytes that this process has asked the kernel for so far.
qint64 bytesRead() {
  QFile io(QStringLiteral("/proc/self/io"));
  if (!io.open(QIODevice::ReadOnly)) return 0;
  const QByteArray first = io.readAll().split('\n').first();  // "rchar: N"
  return first.mid(first.indexOf(':') + 1).trimmed().toLongLong();
}

}  // namespace

/// A dataset of twenty billion samples, whose values are holes of its file.
class BrowseHugeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    MASU_TAKE(const QString pattern, m_project.table(300));
    m_path = m_project.path(QStringLiteral("huge.h5"));
    QProcess python;
    python.start("/usr/bin/python3", {MASU_TEST_SOURCE "/huge_dataset.py", pattern, m_path, QString::number(kSamples)});
    QVERIFY(python.waitForFinished(60000));
    const QByteArray complaint = python.readAllStandardError();
    if (complaint.contains("File too large")) QSKIP("This disk has no files of so many bytes.");
    QVERIFY2(python.exitCode() == 0, complaint.constData());
  }

  /// A jump reads a page of rows and the chunks that hold it, however many samples are before it.
  void jumpsAnywhereByReadingAPage() {
    Session session;
    JobRunner runner;
    const auto opened = session.open(m_path);
    QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    SampleTableModel& rows = page.rows();
    QCOMPARE(rows.positions(), kSamples);
    constexpr int kJumps = 41;
    const qint64 before = bytesRead();
    for (std::uint64_t i = 0; i <= 40; ++i) {
      const std::uint64_t sample = i == 40 ? kSamples - 1 : (kSamples / 41) * i + i;
      page.goTo(sample);
      QTRY_VERIFY(rows.row(static_cast<int>(rows.positionOf(sample) - rows.top())) != nullptr);
      QTRY_COMPARE(page.selected(), std::optional<std::uint64_t>(sample));
    }
    QVERIFY(rows.rowCount() < 200);
    const qint64 read = bytesRead() - before;
    QVERIFY2(read > 0 && read < kJumps * kMostBytesOfAJump, qPrintable(QString::number(read)));
  }

  void reportsWhatDoesNotFitMemory() {
    if (flow::resolve({}).memoryBytes >= kSamples) QSKIP("This machine has memory for it.");
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    BrowsePage page(session, runner);
    page.show();
    auto* filter = page.findChild<BrowseFilter*>();
    QSignalSpy failed(filter, &BrowseFilter::failed);
    enter(named<QLineEdit>(page, "Samples where"), "sample > 5");
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(page.rows().positions(), kSamples);
  }

 private:
  SampleProject m_project;
  QString m_path;
};

MASU_TEST(BrowseHugeTest)
#include "browse_huge_test.moc"

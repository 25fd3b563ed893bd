// SPDX-License-Identifier: GPL-3.0-or-later
// Images of Browse: a page of them, and one as large as there is room.
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/charts/signal/image_grid.h"
#include "ui/pages/browse/page.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 30'000;
constexpr int kImages = 400;
constexpr QSize kSize(6, 4);

/// Image number n is of one grey, n % 256.
QByteArray idxText() {
  QByteArray text = QByteArray::fromHex("00000803000001900000000400000006");
  for (int image = 0; image < kImages; ++image)
    text += QByteArray(kSize.width() * kSize.height(), static_cast<char>(image % 256));
  return text;
}

}  // namespace

class BrowseImagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    QFile file(m_folder.filePath("grey-idx3-ubyte"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(idxText());
    file.close();
    Progress progress;
    tasks::InspectRequest inspect;
    inspect.options.sources = {pathFrom(file.fileName())};
    MASU_TAKE(const auto inspection, tasks::inspectionIn(tasks::inspect(inspect, {{}, progress})));
    tasks::ImportRequest request;
    request.plan = inspection.plan;
    request.load.target = pathFrom(m_folder.filePath("grey.h5"));
    MASU_TAKE(const auto imported, tasks::runImport(request, {{}, progress}));
    m_path = toQt(imported.dataset);
  }

  void init() {
    m_session = std::make_unique<Session>();
    m_runner = std::make_unique<JobRunner>();
    QVERIFY(m_session->open(m_path));
    m_page = std::make_unique<BrowsePage>(*m_session, *m_runner);
    m_page->resize(1096, 764);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_grid = m_page->findChild<ImageGrid*>();
    QVERIFY(m_grid != nullptr && m_grid->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(m_grid->cells().size() > 20, kPatience);
    m_grid->setFocus();
  }

  void cleanup() {
    m_page.reset();
    m_runner.reset();
    m_session.reset();
  }

  void enterShowsOneAndTheArrowsGoOn() {
    m_page->goTo(7);
    QTRY_VERIFY_WITH_TIMEOUT(m_page->selected() == std::uint64_t{7}, kPatience);
    QTest::keyClick(m_grid, Qt::Key_Return);
    QVERIFY(m_grid->isEnlarged());
    QTRY_VERIFY_WITH_TIMEOUT(shows(7), kPatience);
    QTest::keyClick(m_grid, Qt::Key_Right);
    QTRY_VERIFY_WITH_TIMEOUT(shows(8), kPatience);
    QVERIFY(m_page->selected() == std::uint64_t{8});
    QTest::keyClick(m_grid, Qt::Key_Up);
    QTRY_VERIFY_WITH_TIMEOUT(shows(7), kPatience);
    // It takes the room that there is: a pixel far from the middle is of the image.
    const QImage seen = m_grid->grab().toImage();
    const qreal ratio = seen.devicePixelRatio();
    const QPoint away = (QPointF(m_grid->width() / 2.0, m_grid->height() / 4.0) * ratio).toPoint();
    QCOMPARE(seen.pixelColor(away), QColor(7, 7, 7));
    QTest::keyClick(m_grid, Qt::Key_Escape);
    QVERIFY(!m_grid->isEnlarged());
    QTRY_VERIFY_WITH_TIMEOUT(m_grid->cells().size() > 20, kPatience);
    QVERIFY(m_page->selected() == std::uint64_t{7});
    QVERIFY(m_grid->current() >= 0);
  }

  void aDoubleClickShowsOneAndAnotherThePage() {
    QTest::mouseDClick(m_grid, Qt::LeftButton, {}, QPoint(60, 40));
    QVERIFY(m_grid->isEnlarged());
    QTRY_VERIFY_WITH_TIMEOUT(shows(0), kPatience);
    QTest::mouseDClick(m_grid, Qt::LeftButton, {}, m_grid->rect().center());
    QVERIFY(!m_grid->isEnlarged());
    QTRY_VERIFY_WITH_TIMEOUT(m_grid->cells().size() > 20, kPatience);
  }

  void theEndsAreEnds() {
    m_page->goTo(kImages - 1);
    QTRY_VERIFY_WITH_TIMEOUT(m_page->selected() == std::uint64_t{kImages - 1}, kPatience);
    QTest::keyClick(m_grid, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(shows(kImages - 1), kPatience);
    QTest::keyClick(m_grid, Qt::Key_Right);
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty(), kPatience);
    QVERIFY(shows(kImages - 1));
  }

 private:
  bool shows(int image) const {
    if (m_grid->cells().size() != 1 || m_grid->cells().front().image.isNull()) return false;
    return m_grid->cells().front().image.pixelColor(0, 0) == QColor(image % 256, image % 256, image % 256);
  }

  QTemporaryDir m_folder;
  QString m_path;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<BrowsePage> m_page;
  ImageGrid* m_grid = nullptr;
};

MASU_TEST(BrowseImagesTest)
#include "browse_images_test.moc"

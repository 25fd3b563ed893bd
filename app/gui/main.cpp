// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "ui/gallery/gallery.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/session/settings.h"
#include "ui/shell/main_window.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"

using namespace masu;

namespace {

struct Arguments {
  QString theme;
  QString language;
  QString gallery;
  QStringList files;
};

/// Help and version, which end the program, need no display.
bool asksForText(int argc, char** argv) {
  static const QList<QByteArray> kTexts = {"-h", "--help", "--help-all", "-v", "--version"};
  return std::any_of(argv, argv + argc, [](const char* word) { return kTexts.contains(word); });
}

/// Ends the program where an option was given another value than those it takes, an empty one included.
void expectOneOf(const QCommandLineParser& parser, const QCommandLineOption& option, const QStringList& taken) {
  const QString value = parser.value(option);
  if (!parser.isSet(option) || taken.contains(value)) return;
  std::fprintf(stderr, "masu-gui: --%s takes %s, not %s.\n", qPrintable(option.names().front()),
               qPrintable(taken.join(", ")), value.isEmpty() ? "\"\"" : qPrintable(value));
  std::exit(2);
}

Arguments argumentsOf(const QCoreApplication& application) {
  QCommandLineParser parser;
  parser.setApplicationDescription(
      "Prepares, splits and streams datasets that do not fit in memory, and trains on them.");
  parser.addHelpOption();
  parser.addVersionOption();
  const QCommandLineOption theme("theme", "system, light or dark.", "theme");
  const QCommandLineOption language("lang", "system, en or ja.", "language");
  const QCommandLineOption gallery(
      "gallery", "Draws every page in its main states to PNG files, and ends (default: both themes and languages).",
      "directory");
  parser.addOptions({theme, language, gallery});
  parser.addPositionalArgument("FILE", "A dataset, a table, or a folder of recordings.", "[FILE...]");
  parser.process(application);
  expectOneOf(parser, theme, {"system", "light", "dark"});
  expectOneOf(parser, language, {"system", "en", "ja"});
  if (parser.isSet(gallery) && parser.value(gallery).isEmpty()) {
    // Without a folder this would be a window that nobody sees.
    std::fprintf(stderr, "masu-gui: --gallery takes a directory, not \"\".\n");
    std::exit(2);
  }
  if (parser.isSet(gallery) && !parser.positionalArguments().isEmpty()) {
    std::fprintf(stderr, "masu-gui: --gallery draws its own data. Give it no FILE.\n");
    std::exit(2);
  }
  return {parser.value(theme), parser.value(language), parser.value(gallery), parser.positionalArguments()};
}

/// One window at a time over one session; made again when the language changes.
class Desktop {
 public:
  explicit Desktop(Arguments arguments) : m_arguments(std::move(arguments)) {}

  void open() {
    const ui::Settings settings = ui::Settings::read();
    m_language.apply(m_arguments.language.isEmpty() ? settings.language : m_arguments.language);
    m_window = std::make_unique<ui::MainWindow>(m_session, m_runner);
    QObject::connect(m_window.get(), &ui::MainWindow::languageChanged, m_window.get(), [this] {
      // Not from within the window's own slot.
      QTimer::singleShot(0, qApp, [this] { reopen(); });
    });
    m_window->show();
    QStringList files;
    for (const QString& file : m_arguments.files) files << QFileInfo(file).absoluteFilePath();
    m_window->openPaths(files);
  }

 private:
  void reopen() {
    m_arguments.language.clear();
    m_arguments.files.clear();
    const std::unique_ptr<ui::MainWindow> before = std::move(m_window);
    open();
    m_window->continueFrom(*before);
  }

  Arguments m_arguments;
  ui::Language m_language;
  ui::Session m_session;
  ui::JobRunner m_runner;
  std::unique_ptr<ui::MainWindow> m_window;
};

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication::setApplicationName("masu-gui");
  QCoreApplication::setOrganizationName("Masu");
  QCoreApplication::setApplicationVersion(MASU_VERSION);
  if (asksForText(argc, argv)) {
    const QCoreApplication application(argc, argv);
    argumentsOf(application);  // returns only where a file of that name was meant, after "--"
  }
  // Pictures need no display.
  for (int i = 1; i < argc; ++i)
    if (QByteArray(argv[i]).startsWith("--gallery")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QGuiApplication::setDesktopFileName("io.github.masu.Masu");
  const Arguments arguments = argumentsOf(application);
  if (!arguments.gallery.isEmpty()) {
    const auto chosen = [](const QString& value) { return value == u"system" ? QString() : value; };
    return ui::renderGallery(application, {arguments.gallery, chosen(arguments.theme), chosen(arguments.language)});
  }

  const QString theme = arguments.theme.isEmpty() ? ui::Settings::read().theme : arguments.theme;
  ui::Theme::current().install(application, theme == "dark"    ? ui::Theme::Mode::dark
                                            : theme == "light" ? ui::Theme::Mode::light
                                                               : ui::Theme::Mode::system);
  Desktop desktop(arguments);
  desktop.open();
  return QApplication::exec();
}

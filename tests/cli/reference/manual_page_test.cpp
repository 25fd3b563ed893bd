// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <QTest>

#include "app/cli/reference/reference.h"
#include "tests/fixtures/test_group.h"

namespace {

/// What the page says after this line.
QString sectionOf(const CLI::App& app, const QString& line) {
  const QString page = QString::fromStdString(masu::cli::manualPage(app, "1.2"));
  const qsizetype begin = page.indexOf(line + '\n');
  return begin < 0 ? QString() : page.mid(begin + line.size() + 1);
}

}  // namespace

class ManualPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_app = std::make_unique<CLI::App>();
    m_command = m_app->add_subcommand("try-out", "Try it");
    m_command->group("Data")->set_help_flag();
  }

  void theHeaderHasTheVersion() {
    const QString page = QString::fromStdString(masu::cli::manualPage(*m_app, "1.2-rc.3"));
    QVERIFY2(page.startsWith(".TH MASU 1 \"\" \"Masu 1.2\\-rc.3\" \"User commands\"\n.SH NAME\nmasu \\- "),
             qPrintable(page));
  }

  void aCommandHasItsArgumentsAndOptions() {
    m_command->add_option("-o,--out-file", m_text, "Where to write")->required();
    m_command->add_option("SOURCE", m_texts, "What to read")->required();
    m_command->add_option("NAME", m_text, "What to call it");
    m_command->add_option("--kind", m_kind, "Which")->check(CLI::IsMember({"a", "b-c"}))->capture_default_str();
    m_command->add_flag("--fast", m_flag, "Be fast");
    m_command->add_option("--keep", m_texts, "What stays")->group("Tables");
    QCOMPARE(sectionOf(*m_app, ".SS try\\-out"),
             QString("Try it.\n.PP\n"
                     "\\fBmasu try\\-out\\fR [\\fIOPTIONS\\fR] \\fISOURCE\\fR ... [\\fINAME\\fR]\n"
                     ".TP\n\\fISOURCE\\fR ...\nWhat to read.\n"
                     ".TP\n\\fINAME\\fR\nWhat to call it.\n"
                     ".TP\n\\fB\\-o\\fR, \\fB\\-\\-out\\-file\\fR \\fITEXT\\fR\nWhere to write (required).\n"
                     ".TP\n\\fB\\-\\-kind\\fR \\fBa\\fR|\\:\\fBb\\-c\\fR\nWhich (default: a).\n"
                     ".TP\n\\fB\\-\\-fast\\fR\nBe fast.\n"
                     ".PP\n\\fBTables\\fR\n"
                     ".TP\n\\fB\\-\\-keep\\fR \\fITEXT\\fR ...\nWhat stays.\n"));
  }

  void choicesOfAnArgumentAreListed() {
    m_command->add_option("ACTION", m_text, "What to do")->required()->check(CLI::IsMember({"go", "stop"}));
    QVERIFY(sectionOf(*m_app, ".SS try\\-out")
                .endsWith(".TP\n\\fIACTION\\fR\nWhat to do: \\fBgo\\fR \\fBstop\\fR.\n"));
  }

  /// A line that begins with a dot or a quote would be a request of roff.
  void textIsNoRoff() {
    m_command->add_option("--dot", m_text, ".TH and C:\\x, a-b");
    m_command->add_option("--quote", m_text, "'it is' a.b");
    const QString section = sectionOf(*m_app, ".SS try\\-out");
    QVERIFY2(section.contains("\n\\&.TH and C:\\ex,\\: a\\-b.\n"), qPrintable(section));
    QVERIFY2(section.contains("\n\\&'it is' a.b.\n"), qPrintable(section));
  }

  void whatIsHiddenIsNotInThePage() {
    m_command->add_option("--secret", m_text, "Hidden")->group("");
    m_app->add_subcommand("secret-command", "Hidden")->group("");
    QVERIFY(!QString::fromStdString(masu::cli::manualPage(*m_app, "1.2")).contains("secret"));
  }

 private:
  std::unique_ptr<CLI::App> m_app;
  CLI::App* m_command = nullptr;
  std::string m_text;
  std::string m_kind = "a";
  std::vector<std::string> m_texts;
  bool m_flag = false;
};

MASU_TEST(ManualPageTest)
#include "manual_page_test.moc"

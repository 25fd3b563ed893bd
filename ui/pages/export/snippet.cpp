// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/export/snippet.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSyntaxHighlighter>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

constexpr int kCopiedMilliseconds = 1'500;
constexpr qsizetype kShellWidth = 40;  ///< in characters

/// Keywords in accent, texts in the colour of the second run, comments as hints.
class CodeColours : public QSyntaxHighlighter {
 public:
  using QSyntaxHighlighter::QSyntaxHighlighter;

 protected:
  void highlightBlock(const QString& line) override {
    static const QRegularExpression keyword(QStringLiteral("\\b(import|from|as|for|in|with|class|def|return)\\b"));
    static const QRegularExpression quoted(QStringLiteral("\"[^\"]*\""));
    static const QRegularExpression comment(QStringLiteral("#.*$"));
    QTextCharFormat strong;
    strong.setForeground(tokens().accent);
    strong.setFontWeight(QFont::Medium);
    paint(line, keyword, strong);
    QTextCharFormat text;
    text.setForeground(tokens().runs[1]);
    paint(line, quoted, text);
    QTextCharFormat hint;
    hint.setForeground(tokens().text3);
    paint(line, comment, hint);
  }

 private:
  void paint(const QString& line, const QRegularExpression& expression, const QTextCharFormat& format) {
    for (auto found = expression.globalMatch(line); found.hasNext();) {
      const auto match = found.next();
      setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), format);
    }
  }
};

/// The three of every training are what is written anyway.
std::vector<store::Split> statedSplits(const std::vector<store::Split>& splits) {
  using store::Split;
  return splits == std::vector{Split::train, Split::validation, Split::test} ? std::vector<Split>() : splits;
}

}  // namespace

ExportSnippet::ExportSnippet(QWidget* parent)
    : QWidget(parent),
      m_head(new QHBoxLayout),
      m_copy(makeButton(tr("Copy"), QStringLiteral("copy"), ButtonKind::normal, ButtonSize::small)),
      m_text(new QPlainTextEdit) {
  setProperty("pane", "surface");
  setAttribute(Qt::WA_StyledBackground);
  m_head->setContentsMargins(16, 8, 12, 8);
  m_head->addStretch();
  m_head->addWidget(m_copy);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addLayout(m_head);
  column->addWidget(makeLine(Qt::Horizontal));
  m_text->setReadOnly(true);
  m_text->setFont(monoFont());
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->document()->setDocumentMargin(12);
  m_text->setFixedHeight(196);
  m_text->setTabChangesFocus(true);
  m_text->setAccessibleName(tr("How to read it"));
  column->addWidget(m_text);
  auto* colours = new CodeColours(m_text->document());
  connect(&Theme::current(), &Theme::changed, colours, &QSyntaxHighlighter::rehighlight);
  connect(m_copy, &QPushButton::clicked, this, &ExportSnippet::copy);
}

void ExportSnippet::setPrograms(const QVector<Program>& programs) {
  QStringList before, titles;
  for (const Program& program : m_programs) before << program.title;
  for (const Program& program : programs) titles << program.title;
  m_programs = programs;
  if (m_kind == nullptr || titles != before) {
    delete m_kind;
    m_kind = new Segments(titles, ButtonSize::small);
    m_head->insertWidget(0, m_kind);
    connect(m_kind, &Segments::currentChanged, this, &ExportSnippet::refresh);
  }
  refresh();
}

void ExportSnippet::choose(int program) {
  if (m_kind != nullptr) m_kind->setCurrent(program);
  refresh();
}

CommandLine ExportSnippet::commandLine(const tasks::ExportRequest& request) {
  const shards::ShardOptions& options = request.options;
  CommandLine line(QStringLiteral("export"));
  line.argument(request.file)
      .option("--format", std::string(shards::name(options.format)))
      .option("--out", options.out.string());
  for (const store::Split split : statedSplits(options.splits)) line.option("--split", std::string(store::name(split)));
  if (options.manifest != "default") line.option("--manifest", options.manifest);
  if (options.shardSamples > 0) line.count("--shard-samples", options.shardSamples);
  if (options.shardBytes > 0) line.count("--shard-size", options.shardBytes);
  if (options.readers > 1) line.count("--readers", options.readers);
  if (options.shuffle) line.count("--shuffle", *options.shuffle);
  line.flag("--encoded", options.encoded);
  if (options.type) line.option("--dtype", std::string(table::name(*options.type)));
  return line;
}

QString ExportSnippet::shellLine(const tasks::ExportRequest& request) {
  return commandLine(request).text(kShellWidth);
}

QString ExportSnippet::text() const {
  return m_text->toPlainText();
}

void ExportSnippet::refresh() {
  const int chosen = m_kind == nullptr ? -1 : m_kind->current();
  m_text->setPlainText(chosen >= 0 && chosen < m_programs.size() ? m_programs[chosen].code : QString());
}

void ExportSnippet::copy() {
  QGuiApplication::clipboard()->setText(text());
  m_copy->setText(tr("Copied"));
  QTimer::singleShot(kCopiedMilliseconds, m_copy, [this] { m_copy->setText(tr("Copy")); });
}

}  // namespace masu::ui

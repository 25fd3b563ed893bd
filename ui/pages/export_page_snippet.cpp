#include "ui/pages/export_page_snippet.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

constexpr int kCopiedMilliseconds = 1'500;

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

/// A text between quotes of Python.
QString pythonText(QString text) {
  text.replace(QLatin1Char('\\'), QLatin1String("\\\\")).replace(QLatin1Char('"'), QLatin1String("\\\""));
  return QLatin1Char('"') + text + QLatin1Char('"');
}

/// One argument of a shell.
QString shellText(QString text) {
  static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./-]+$"));
  if (plain.match(text).hasMatch()) return text;
  return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

QString pandasText(const ExportSnippet::Facts& facts) {
  QString code =
      QStringLiteral("import glob\nimport pandas as pd\n\nshards = sorted(glob.glob(%1))\nfor path in shards:\n")
          .arg(pythonText(facts.folder + QLatin1Char('/') + facts.split + QLatin1String("/split_data_*.csv")));
  code += QStringLiteral("    frame = pd.read_csv(path)\n");
  if (!facts.label.isEmpty()) {
    code += QStringLiteral("    y = frame.pop(%1)\n    x = frame").arg(pythonText(facts.label));
  }
  return code;
}

QString torchText(const ExportSnippet::Facts& facts) {
  const QString pattern =
      pythonText(facts.folder + QLatin1Char('/') + facts.split + QLatin1String("/split_data_*.csv"));
  const QString label = facts.label.isEmpty() ? QString() : pythonText(facts.label);
  QString code = QStringLiteral(
                     "import glob\nimport pandas as pd\nimport torch\n\n"
                     "class Shards(torch.utils.data.IterableDataset):\n"
                     "    def __iter__(self):\n"
                     "        for path in sorted(glob.glob(%1)):\n"
                     "            frame = pd.read_csv(path)\n")
                     .arg(pattern);
  if (!label.isEmpty())
    code += QStringLiteral("            y = torch.tensor(frame.pop(%1).astype(\"category\").cat.codes)\n").arg(label);
  code += QStringLiteral("            x = torch.tensor(frame.select_dtypes(\"number\").to_numpy(\"float32\"))\n");
  code +=
      label.isEmpty() ? QStringLiteral("            yield from x") : QStringLiteral("            yield from zip(x, y)");
  return code;
}

QString shellLine(const ExportSnippet::Facts& facts) {
  QString code = QStringLiteral("masu export %1 --format csv \\\n  --out %2 --shard-samples %3")
                     .arg(shellText(facts.dataset), shellText(facts.folder))
                     .arg(facts.shardSamples);
  if (!facts.manifest.isEmpty() && facts.manifest != QLatin1String("default")) {
    code += QStringLiteral(" --manifest ") + shellText(facts.manifest);
  }
  return facts.encoded ? code + QStringLiteral(" --encoded") : code;
}

}  // namespace

ExportSnippet::ExportSnippet(QWidget* parent)
    : QWidget(parent),
      m_kind(new Segments({QStringLiteral("pandas"), QStringLiteral("PyTorch"), tr("Shell")}, ButtonSize::small)),
      m_copy(makeButton(tr("Copy"), QStringLiteral("copy"), ButtonKind::normal, ButtonSize::small)),
      m_text(new QPlainTextEdit) {
  setProperty("pane", "surface");
  setAttribute(Qt::WA_StyledBackground);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(16, 8, 12, 8);
  head->addWidget(m_kind);
  head->addStretch();
  head->addWidget(m_copy);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addLayout(head);
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
  connect(m_kind, &Segments::currentChanged, this, &ExportSnippet::refresh);
  connect(m_copy, &QPushButton::clicked, this, &ExportSnippet::copy);
}

void ExportSnippet::setFacts(const Facts& facts) {
  m_facts = facts;
  refresh();
}

QString ExportSnippet::textFor(Kind kind, const Facts& facts) {
  switch (kind) {
    case kPandas:
      return pandasText(facts);
    case kPyTorch:
      return torchText(facts);
    case kShell:
      break;
  }
  return shellLine(facts);
}

QString ExportSnippet::text() const {
  return m_text->toPlainText();
}

void ExportSnippet::refresh() {
  m_text->setPlainText(textFor(static_cast<Kind>(m_kind->current()), m_facts));
}

void ExportSnippet::copy() {
  QGuiApplication::clipboard()->setText(text());
  m_copy->setText(tr("Copied"));
  QTimer::singleShot(kCopiedMilliseconds, m_copy, [this] { m_copy->setText(tr("Copy")); });
}

}  // namespace masu::ui

#include "ui/shell/help_dialog.h"

#include <QTextBrowser>
#include <QVBoxLayout>
#include <utility>
#include <vector>

#include "ui/theme/theme.h"

namespace masu::ui {

HelpDialog::HelpDialog(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Help"));
  resize(640, 600);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 12, 4, 12);
  auto* browser = new QTextBrowser;
  browser->setOpenExternalLinks(true);
  browser->document()->setDefaultStyleSheet(
      QStringLiteral("h2 { font-size: 15px; } td { padding: 2px 16px 2px 0; } .k { color: %1; }")
          .arg(tokens().text2.name()));
  browser->setHtml(text());
  browser->setAccessibleName(tr("Help"));
  column->addWidget(browser);
}

QString HelpDialog::text() {
  const auto table = [](const QString& heading, const std::vector<std::pair<QString, QString>>& rows) {
    QString html = QStringLiteral("<h2>%1</h2><table>").arg(heading.toHtmlEscaped());
    for (const auto& [left, right] : rows)
      html += QStringLiteral("<tr><td class='k' width='150'>%1</td><td>%2</td></tr>")
                  .arg(left.toHtmlEscaped(), right.toHtmlEscaped());
    return html + QStringLiteral("</table>");
  };
  return table(tr("The six steps"),
               {{tr("Import"), tr("Choose a table or a folder of recordings. You see types, size, time and loss before "
                                  "anything is written.")},
                {tr("Browse"), tr("Page through the samples of the dataset, whatever its size.")},
                {tr("Split"), tr("Divide the samples into train, validation and test. A sample is in one split only.")},
                {tr("Fit"), tr("See what memory and disk a training run takes, and how large a batch may be.")},
                {tr("Train"), tr("Train one or several models from one stream and watch loss and accuracy.")},
                {tr("Export"), tr("Write shards that other trainers read as they are.")}}) +
         table(tr("Keys"), {{tr("Ctrl 1 … Ctrl 6"), tr("Go to a step")},
                            {tr("Ctrl K"), tr("Find an action")},
                            {tr("Ctrl O"), tr("Open files")},
                            {tr("Ctrl F"), tr("Filter")},
                            {tr("Ctrl Enter"), tr("The primary action of the page")},
                            {tr("Ctrl Z, Ctrl Shift Z"), tr("Undo, redo")},
                            {tr("Space, R, S"), tr("Import: use the column, change its role, change its stored type")},
                            {tr("T, V, E, U"), tr("Browse and Split: move to train, validation, test, unused")}}) +
         table(tr("Words"),
               {{tr("Role"), tr("What a column is for: a feature, a category, the label, a weight, a group, kept for "
                                "browsing, or ignored.")},
                {tr("Stored as"), tr("The type of number in the file. A narrower one takes less memory; the dots tell "
                                     "whether it still holds every value.")},
                {tr("Window, hop"), tr("A recording is cut into windows of one length; the hop is the distance between "
                                       "their beginnings.")},
                {tr("Group"),
                 tr("What belongs together, such as a speaker, and should not be on both sides of a split.")},
                {tr("Rejected"),
                 tr("A record that does not fit the plan. It is set aside in a file beside the dataset.")}});
}

}  // namespace masu::ui

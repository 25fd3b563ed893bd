#pragma once

#include <QSyntaxHighlighter>
#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace masu::ui {

class Segments;

/// The lines that read an export elsewhere, ready to copy.
class ExportSnippet : public QWidget {
  Q_OBJECT

 public:
  enum Kind { kPandas, kPyTorch, kShell };
  struct Facts {
    QString folder;
    QString file;   ///< first shard, below the folder: "train/split_data_00000.csv"
    QString split;  ///< the folder of the first split
    QString label;  ///< column to predict; empty for none
    QString manifest;
    QString dataset;  ///< path of the dataset file
    std::uint64_t shardSamples = 0;
    bool encoded = false;
  };

  explicit ExportSnippet(QWidget* parent = nullptr);
  void setFacts(const Facts& facts);
  QString text() const;
  void copy();

  static QString textFor(Kind kind, const Facts& facts);

 private:
  void refresh();

  Facts m_facts;
  Segments* m_kind;
  QPushButton* m_copy;
  QPlainTextEdit* m_text;
};

}  // namespace masu::ui

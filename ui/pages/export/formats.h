// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QWidget>
#include <map>

#include "core/shards/content/shard_options.h"

class QButtonGroup;

namespace masu::ui {

/// A card of one format: its name, who reads it, and what the export would take.
class FormatCard : public QAbstractButton {
  Q_OBJECT

 public:
  FormatCard(const QString& title, const QString& readers, QWidget* parent = nullptr);

  void setSize(const QString& text);
  QSize sizeHint() const override { return {200, 62}; }
  QSize minimumSizeHint() const override { return {168, 62}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_readers;
  QString m_size;
};

/// Every format as a card, one of them chosen. Arrow keys move, as in any button group.
class ExportFormats : public QWidget {
  Q_OBJECT

 public:
  explicit ExportFormats(QWidget* parent = nullptr);

  shards::Format format() const;
  void setFormat(shards::Format format);  ///< emits nothing
  /// Bytes by format; an empty text for those that are not there.
  void setBytes(const std::map<shards::Format, std::uint64_t>& bytes);
  FormatCard* card(shards::Format format) const;

  /// What people call a format: "WebDataset".
  static QString title(shards::Format format);

 Q_SIGNALS:
  void formatChanged();

 private:
  QButtonGroup* m_group;
};

}  // namespace masu::ui

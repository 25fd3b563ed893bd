// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <QWidget>

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace masu::ui {

/// A section of a side panel: heading, caption at its right, content, a hairline below.
class Section : public QWidget {
  Q_OBJECT

 public:
  explicit Section(const QString& heading, const QString& caption = {}, QWidget* parent = nullptr);

  void setHeading(const QString& heading);
  void setCaption(const QString& caption);
  QVBoxLayout* content() const { return m_content; }

 private:
  QLabel* m_heading;
  QLabel* m_caption;
  QVBoxLayout* m_content;
};

/// Names at the left, values at the right, 20 px a row.
class KeyValues : public QWidget {
  Q_OBJECT

 public:
  explicit KeyValues(QWidget* parent = nullptr);

  /// Sets the value of a row, adding the row at the end when it is new. An empty value hides the row.
  void set(const QString& name, const QString& value);
  void clear();
  QString value(const QString& name) const;

 private:
  struct KeyValue {
    QString name;
    class ElidedLabel* left;
    class ElidedLabel* right;
  };
  QVector<KeyValue> m_rows;
  QGridLayout* m_grid;
};

}  // namespace masu::ui

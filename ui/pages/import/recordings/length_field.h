// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSpinBox>
#include <optional>

#include "core/base/error.h"
#include "core/ingest/plan/window_length.h"

namespace masu::ui {

/// Takes the length of a window, or of a hop, in frames or as a time with its unit. What is typed counts once Enter is
/// pressed or the field is left; the arrows go by steps that suit the unit.
class ImportLengthField : public QAbstractSpinBox {
  Q_OBJECT

 public:
  enum class None { refused, taken };

  /// Where none is taken, "none" and an empty field are a length, too: nullopt.
  ImportLengthField(QString name, None none, QWidget* parent = nullptr);

  std::optional<ingest::WindowLength> length() const { return m_length; }
  /// What is being typed is not pulled away.
  void showLength(std::optional<ingest::WindowLength> length);
  void stepBy(int steps) override;

 Q_SIGNALS:
  void edited();
  void refused(const masu::Error& error);

 protected:
  StepEnabled stepEnabled() const override;

 private:
  void take();
  void setLength(std::optional<ingest::WindowLength> length);
  QString text() const;

  QString m_name;
  None m_none;
  std::optional<ingest::WindowLength> m_length;
};

}  // namespace masu::ui

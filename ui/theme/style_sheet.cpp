// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style_sheet.h"

#include <QPair>
#include <QVector>

namespace masu::ui {

namespace {

constexpr const char* kPanes = R"(
QMainWindow, QDialog { background: @surface; }
QWidget[pane="surface"] { background: @surface; }
QWidget[pane="sunken"] { background: @sunken; }
QWidget[pane="steps"] { background: @steps; border: 0; border-right: 1px solid @line; }
QWidget[pane="strip"] { background: @steps; border: 0; border-top: 1px solid @line; }
QWidget[pane="header"], QWidget[pane="toolbar"] { background: @surface; border: 0; border-bottom: 1px solid @line; }
QWidget[pane="toolbar"] { background: @sunken; }
QWidget[pane="actions"] { background: @surface; border: 0; border-top: 1px solid @line; }
QWidget[pane="side"] { background: @sunken; border: 0; border-left: 1px solid @line; }
QWidget[pane="section"] { background: transparent; border: 0; border-bottom: 1px solid @line; }
QWidget[pane="card"] { background: @surface; border: 1px solid @line2; border-radius: 4px; }
QWidget[pane="card"]:hover { background: @hover; }
QWidget[pane="banner-warn"] { background: @warnBg; border: 0; border-radius: 4px; }
QWidget[pane="banner-bad"] { background: @badBg; border: 0; border-radius: 4px; }
QWidget[pane="banner-warn"][flat="true"], QWidget[pane="banner-bad"][flat="true"] { border-radius: 0;
  border-bottom: 1px solid @line; }
QWidget[pane="popup"] { background: @surface; border: 1px solid @line2; border-radius: 4px; }
QFrame[line="horizontal"] { background: @line; border: 0; max-height: 1px; min-height: 1px; }
QFrame[line="vertical"] { background: @line2; border: 0; max-width: 1px; min-width: 1px; }
QScrollArea, QStackedWidget { background: transparent; border: 0; }
QToolTip { background: @surface; color: @text; border: 1px solid @line2; padding: 4px 8px; font-size: 12px; }
)";

constexpr const char* kLabels = R"(
QLabel { background: transparent; color: @text; }
QLabel:disabled { color: @textOff; }
QLabel[role="title"] { font-size: 20px; font-weight: 600; }
QLabel[role="purpose"], QLabel[role="secondary"] { color: @text2; }
QLabel[role="heading"] { font-weight: 600; }
QLabel[role="empty"] { font-size: 15px; font-weight: 600; }
QLabel[role="caption"] { font-size: 11px; color: @text2; }
QLabel[role="hint"] { font-size: 11px; color: @text3; }
QLabel[role="label"] { font-size: 12px; color: @text2; }
QLabel[role="value"] { font-size: 12px; color: @text; }
QLabel[role="strong"] { font-weight: 500; }
QLabel[role="figure"] { font-size: 28px; font-weight: 600; }
QLabel[role="bad"] { font-size: 12px; color: @bad; }
QLabel[role="warn"] { font-size: 12px; color: @warn; }
QLabel[role="accent"] { color: @accent; }
QLabel[role="hint-bad"] { font-size: 11px; color: @bad; }
QLabel[role="hint-warn"] { font-size: 11px; color: @warn; }
QLabel[role="tag"] { font-size: 11px; color: @text2; background: @lineSoft; border-radius: 3px; padding: 1px 5px; }
QLabel[role="tag-accent"] { font-size: 11px; color: @accent; background: @tint; border-radius: 3px; padding: 1px 5px; }
)";

constexpr const char* kButtons = R"(
QPushButton, QToolButton { background: @surface; color: @text; border: 1px solid @line2; border-radius: 4px;
  padding: 0 9px; min-height: 26px; max-height: 26px; }
QPushButton:hover, QToolButton:hover { background: @hover; }
QPushButton:pressed, QToolButton:pressed { background: @tint2; }
QPushButton:focus, QToolButton:focus { border: 2px solid @accent; padding: 0 8px; min-height: 24px; max-height: 24px; }
QPushButton:disabled, QToolButton:disabled { color: @textOff; background: @surface; border-color: @line; }
QPushButton[scale="small"], QToolButton[scale="small"] { font-size: 12px; padding: 0 7px; min-height: 22px;
  max-height: 22px; }
QPushButton[scale="small"]:focus, QToolButton[scale="small"]:focus { padding: 0 6px; min-height: 20px;
  max-height: 20px; }
QPushButton[kind="primary"] { background: @accent; border-color: @accent; color: @onAccent; font-weight: 500;
  padding: 0 13px; }
QPushButton[kind="primary"]:hover, QPushButton[kind="primary"]:pressed { background: @pressed; border-color: @pressed; }
QPushButton[kind="primary"]:focus { border: 2px solid @pressed; padding: 0 12px; }
QPushButton[kind="primary"]:disabled { background: @line; border-color: @line; color: @textOff; }
QPushButton[kind="primary"][scale="large"] { min-height: 30px; max-height: 30px; }
QPushButton[kind="primary"][scale="large"]:focus { min-height: 28px; max-height: 28px; }
QPushButton[kind="next"], QPushButton[kind="link"], QToolButton[kind="link"] { background: transparent;
  border-color: transparent; color: @accent; font-weight: 500; padding: 0 4px; }
QPushButton[kind="next"]:hover, QPushButton[kind="link"]:hover, QToolButton[kind="link"]:hover { color: @pressed;
  background: @tint; }
QPushButton[kind="ghost"], QToolButton[kind="ghost"] { background: transparent; border-color: transparent;
  color: @text2; }
QPushButton[kind="ghost"]:hover, QToolButton[kind="ghost"]:hover { background: @hover; }
QPushButton[kind="ghost"]:disabled, QPushButton[kind="next"]:disabled, QPushButton[kind="link"]:disabled {
  color: @textOff; }
QPushButton[kind="ghost"]:focus, QToolButton[kind="ghost"]:focus, QPushButton[kind="next"]:focus,
  QPushButton[kind="link"]:focus { border-color: @accent; }
QPushButton[kind="danger"] { color: @bad; }
QToolButton[iconOnly="true"] { padding: 0; min-width: 26px; max-width: 26px; }
QToolButton[iconOnly="true"]:focus { min-width: 24px; max-width: 24px; }
QToolButton[iconOnly="true"][scale="small"] { min-width: 22px; max-width: 22px; }
QToolButton[iconOnly="true"][scale="small"]:focus { min-width: 20px; max-width: 20px; }
QToolButton::menu-indicator, QPushButton::menu-indicator { image: url(@down); width: 12px;
  subcontrol-position: right center; subcontrol-origin: padding; right: 8px; }
QToolButton[iconOnly="true"]::menu-indicator { image: none; width: 0; }
QPushButton[menu="true"] { padding-right: 26px; }
QToolButton[segment="first"], QToolButton[segment="middle"], QToolButton[segment="last"], QToolButton[segment="only"] {
  font-size: 12px; color: @text2; border-radius: 0; border-right-width: 0; }
QToolButton[segment="first"] { border-top-left-radius: 4px; border-bottom-left-radius: 4px; }
QToolButton[segment="last"], QToolButton[segment="only"] { border-right-width: 1px; border-top-right-radius: 4px;
  border-bottom-right-radius: 4px; }
QToolButton[segment]:checked { background: @tint; color: @accent; font-weight: 500; }
QToolButton[segment]:focus { border: 1px solid @accent; padding: 0 9px; min-height: 26px; max-height: 26px; }
QToolButton[segment][scale="small"]:focus { padding: 0 7px; min-height: 22px; max-height: 22px; }
QToolButton[tab="true"] { border: 0; border-radius: 4px; background: transparent; color: @text2; }
QToolButton[tab="true"]:checked { background: @tint; color: @accent; font-weight: 500; }
QToolButton[tab="true"]:hover:!checked { background: @hover; }
)";

constexpr const char* kFields = R"(
QLineEdit, QComboBox, QAbstractSpinBox { background: @surface; color: @text; border: 1px solid @line2;
  border-radius: 4px; padding: 0 7px; min-height: 26px; max-height: 26px;
  selection-background-color: @tint2; selection-color: @text; }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus { border: 2px solid @accent; padding: 0 6px; min-height: 24px;
  max-height: 24px; }
QLineEdit[invalid="true"], QComboBox[invalid="true"], QAbstractSpinBox[invalid="true"] { border-color: @bad; }
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled { color: @textOff; border-color: @line; }
QLineEdit[mono="true"] { font-family: "JetBrains Mono", monospace; font-size: 11px; }
QLineEdit[scale="small"], QComboBox[scale="small"], QAbstractSpinBox[scale="small"] { font-size: 12px;
  min-height: 22px; max-height: 22px; padding: 0 5px; }
QLineEdit[scale="small"]:focus, QComboBox[scale="small"]:focus, QAbstractSpinBox[scale="small"]:focus {
  min-height: 20px; max-height: 20px; padding: 0 4px; }
QLineEdit { lineedit-clear-button-icon: url(@close); }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPlainTextEdit, QTextEdit, QTextBrowser { background: @surface; color: @text; border: 0;
  selection-background-color: @tint2; selection-color: @text; }
QPlainTextEdit[framed="true"], QListWidget[framed="true"] { background: @surface; color: @text;
  border: 1px solid @line2; border-radius: 4px; }
QPlainTextEdit[framed="true"]:focus, QListWidget[framed="true"]:focus { border-color: @accent; }
QComboBox::drop-down { border: 0; width: 22px; subcontrol-origin: border; subcontrol-position: right center; }
QComboBox::down-arrow { image: url(@down); width: 14px; height: 14px; }
QComboBox::down-arrow:disabled { image: url(@downOff); }
QComboBox QAbstractItemView { background: @surface; color: @text; border: 1px solid @line2; outline: 0; padding: 4px 0;
  selection-background-color: @tint; selection-color: @accent; }
QComboBox QAbstractItemView::item { min-height: 26px; padding: 0 8px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: 0; width: 18px; background: transparent; }
QAbstractSpinBox::up-arrow { image: url(@up); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url(@down); width: 10px; height: 10px; }
QCheckBox, QRadioButton { background: transparent; color: @text; spacing: 8px; }
QCheckBox:disabled, QRadioButton:disabled { color: @textOff; }
QCheckBox[scale="small"], QRadioButton[scale="small"] { font-size: 12px; }
QCheckBox::indicator { width: 12px; height: 12px; border: 1px solid @edge; border-radius: 3px; background: @surface; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(@check); }
QCheckBox::indicator:focus, QCheckBox::indicator:hover { border-color: @accent; }
QCheckBox::indicator:disabled { border-color: @line2; background: @surface; }
QCheckBox::indicator:checked:disabled { background: @line2; image: url(@checkOff); }
QRadioButton::indicator { width: 12px; height: 12px; border: 1px solid @edge; border-radius: 7px;
  background: @surface; }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 4px solid @accent; border-radius: 7px;
  background: @surface; }
QRadioButton::indicator:hover { border-color: @accent; }
QSlider { background: transparent; min-height: 16px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @line2; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { width: 12px; height: 12px; margin: -5px 0; border: 1px solid @accent; border-radius: 7px;
  background: @surface; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: @tint2; }
QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled { background: @line2; border-color: @line2; }
QProgressBar { background: @line2; border: 0; border-radius: 2px; min-height: 4px; max-height: 4px;
  color: transparent; }
QProgressBar::chunk { background: @accent; border-radius: 2px; }
)";

constexpr const char* kViews = R"(
QAbstractItemView { background: @surface; color: @text; border: 0; outline: 0; font-size: 12px;
  selection-background-color: @tint; selection-color: @text; }
QTableView, QTreeView { gridline-color: transparent; }
QTableView::item, QTreeView::item, QListView::item { border: 0; padding: 0 8px; }
QTableView::item:selected, QTreeView::item:selected, QListView::item:selected { background: @tint; color: @text; }
QTreeView::branch { background: @surface; }
QHeaderView { background: @surface; border: 0; }
QHeaderView::section { background: @surface; color: @text2; font-size: 11px; font-weight: 500; border: 0;
  border-bottom: 1px solid @line; padding: 0 8px; }
QTableCornerButton::section { background: @surface; border: 0; }
QSplitter::handle { background: @line; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @line2; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @edge; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; }
QMenu { background: @surface; color: @text; border: 1px solid @line2; padding: 4px 0; }
QMenu::item { padding: 4px 24px 4px 12px; min-height: 18px; }
QMenu::icon { padding-left: 10px; }
QMenu::item:selected { background: @tint; color: @accent; }
QMenu::item:disabled { color: @textOff; }
QMenu::separator { height: 1px; background: @line; margin: 4px 0; }
QMenu::indicator { width: 12px; height: 12px; left: 8px; }
)";

/// Colour names are followed by a non-letter in the templates above, so the longer name is replaced first.
QVector<QPair<QString, QString>> values(const Tokens& t, const StyleImages& images) {
  return {{"@surface", t.surface.name()}, {"@sunken", t.sunken.name()},     {"@steps", t.steps.name()},
          {"@hover", t.hover.name()},     {"@lineSoft", t.lineSoft.name()}, {"@line2", t.line2.name()},
          {"@line", t.line.name()},       {"@edge", t.edge.name()},         {"@textOff", t.textOff.name()},
          {"@text2", t.text2.name()},     {"@text3", t.text3.name()},       {"@text", t.text.name()},
          {"@accent", t.accent.name()},   {"@pressed", t.pressed.name()},   {"@onAccent", t.onAccent.name()},
          {"@tint2", t.tint2.name()},     {"@tint", t.tint.name()},         {"@warnBg", t.warnBg.name()},
          {"@warn", t.warn.name()},       {"@badBg", t.badBg.name()},       {"@bad", t.bad.name()},
          {"@downOff", images.downOff},   {"@down", images.down},           {"@up", images.up},
          {"@right", images.right},       {"@checkOff", images.checkOff},   {"@check", images.check},
          {"@close", images.close}};
}

}  // namespace

QString styleSheetFrom(const Tokens& tokens, const StyleImages& images) {
  QString sheet;
  for (const char* part : {kPanes, kLabels, kButtons, kFields, kViews}) sheet += QLatin1String(part);
  for (const auto& [name, value] : values(tokens, images)) sheet.replace(name, value);
  return sheet;
}

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <filesystem>
#include <string>
#include <string_view>

namespace masu::ui {

/// The only place where text changes between core (UTF-8) and Qt (UTF-16).
inline QString toQt(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline QString toQt(const char* text) {
  return QString::fromUtf8(text);
}
inline QString toQt(const std::string& text) {
  return toQt(std::string_view(text));
}
inline QString toQt(const std::filesystem::path& path) {
  return toQt(path.string());
}
inline std::string fromQt(const QString& text) {
  return text.toStdString();
}
inline std::filesystem::path pathFrom(const QString& text) {
  return std::filesystem::path(text.toStdString());
}

}  // namespace masu::ui

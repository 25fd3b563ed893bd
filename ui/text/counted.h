#pragma once

#include <QString>
#include <cstdint>

namespace masu::ui {

/// A translated text that tells a count, such as "%n files", with its digits grouped as formatCount() does.
QString counted(QString text, std::uint64_t count);

}  // namespace masu::ui

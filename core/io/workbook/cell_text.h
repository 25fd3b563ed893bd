// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

#include "core/base/result.h"
#include "core/io/workbook/xml_part.h"

namespace masu::io {

/// Reads a text with its formats, `si` or `is`: the element that began last, to its end. Runs are joined; how a text is
/// pronounced is left out.
Result<void> appendRichText(XmlPart& part, QString& to);

/// Appends a text as UTF-8. Characters that XML does not have are spelled _x000D_ in workbooks; tabs, line ends and
/// those from the blank on are written as what they are.
void appendUtf8(std::string& to, const QString& text);

}  // namespace masu::io

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QXmlStreamAttributes>
#include <cstddef>
#include <filesystem>
#include <memory>

#include "core/base/result.h"
#include "core/io/archive_reader.h"

namespace masu::io {

enum class XmlEvent { begin, end, text, finished };

/// A part of a workbook, a member of its archive that is XML, from front to back. Names are without their prefixes.
/// Memory: a few buffers; what would take more than any workbook needs is refused. Private to this folder, as is what
/// else shows Qt. Threads: one at a time. Lifetime: borrows the archive, which reads nothing else meanwhile.
class XmlPart {
 public:
  /// `shown`: the workbook, in messages. Errors: those of ArchiveReader::begin().
  static Result<XmlPart> open(ArchiveReader& archive, std::size_t member, const std::filesystem::path& shown);
  XmlPart(XmlPart&&) noexcept;
  XmlPart& operator=(XmlPart&&) noexcept;
  ~XmlPart();

  /// Errors: XML that is damaged, or declares a document type or entities; an element that is too long, or nested too
  /// deeply; what ArchiveReader::read() finds. Requires: no error and no XmlEvent::finished before.
  Result<XmlEvent> next();
  /// Of the element that began or ended last.
  QStringView name() const;
  /// Of the element that began last; empty where it has none. Valid until the next one begins.
  QStringView attribute(QStringView name) const;
  QStringView text() const;

  /// Steps over the rest of the element that began last, with its end.
  Result<void> skip();
  /// The same, and appends the text in it, without that of elements within.
  Result<void> appendText(QString& to);

  /// That the part has more of something than any workbook needs.
  Error oversized() const;
  /// What this part is called.
  const std::string& member() const;

 private:
  struct State;
  explicit XmlPart(std::unique_ptr<State> state);

  std::unique_ptr<State> m_state;
};

}  // namespace masu::io

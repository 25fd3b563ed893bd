// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/journal/reject.h"

#include "core/csv/structure/line_ends.h"
#include "core/table/moment.h"

namespace masu::ingest {

namespace {

/// A failure for a reason, with {0} file, {1} line, {2} column, {3} Reject::cell and {4} Reject::expected.
std::string_view failure(RejectReason reason) {
  switch (reason) {
    case RejectReason::fieldCount:
      return MASU_TEXT("core", "Line {1} of {0} has {3} fields; expected {4}.");
    case RejectReason::notANumber:
      return MASU_TEXT("core", "Column {2} holds {3} in line {1} of {0}, which is not a number.");
    case RejectReason::notABoolean:
      return MASU_TEXT("core",
                       "Column {2} holds {3} in line {1} of {0}, which is not a boolean (true, false, yes, no, 1 or "
                       "0).");
    case RejectReason::notATime:
      return MASU_TEXT("core", "Column {2} has {3} in line {1} of {0}, which is not a date or time.");
    case RejectReason::tooLarge:
      return MASU_TEXT("core", "Column {2} holds {3} in line {1} of {0}, more than any number type can hold.");
    case RejectReason::labelMissing:
      return MASU_TEXT("core", "The label {2} is missing in line {1} of {0}.");
    case RejectReason::weightMissing:
      return MASU_TEXT("core", "The weight {2} is missing in line {1} of {0}.");
    case RejectReason::notAWeight:
      return MASU_TEXT("core",
                       "Column {2} holds {3} in line {1} of {0}, which is not a weight: a weight is a finite number, 0 "
                       "or more.");
    case RejectReason::notUtf8:
      return MASU_TEXT("core", "Column {2} holds bytes in line {1} of {0} that are not UTF-8 text.");
    case RejectReason::quoteNeverCloses:
      return MASU_TEXT("core", "A quote that opens in the record of line {1} of {0} never closes.");
    case RejectReason::strayQuote:
      return MASU_TEXT("core",
                       "A quote in line {1} of {0} joins it with the lines below, where text follows the quote that "
                       "closes it or the fields do not fit: it is a stray one.");
    case RejectReason::recordTooLong:
      return MASU_TEXT("core",
                       "The record in line {1} of {0} is longer than {3} bytes, the limit of --longest-record; a quote "
                       "in it may never close.");
    case RejectReason::notAnObject:
      return MASU_TEXT("core", "Line {1} of {0} is not a JSON object.");
    case RejectReason::keyTwice:
      return MASU_TEXT("core", "The JSON object in line {1} of {0} has the key {3} twice.");
    case RejectReason::numberTooLarge:
      return MASU_TEXT("core",
                       "The JSON object in line {1} of {0} has the number {3}, more than any number type can hold.");
    case RejectReason::timeAmongDates:
      return MASU_TEXT("core", "Column {2} has {3} in line {1} of {0}, a time without a date in a column of dates.");
    case RejectReason::dateAmongTimes:
      return MASU_TEXT("core", "Column {2} has {3} in line {1} of {0}, a date in a column of times of day.");
    case RejectReason::otherDateOrder:
      return MASU_TEXT("core",
                       "Column {2} has {3} in line {1} of {0}, a date in another order of day, month and year than "
                       "the column is read in. Give the right order by --date-order.");
  }
  return "";
}

}  // namespace

Location placeOf(const csv::Block& block, std::uint64_t offset, std::string file, LineCursor& cursor) {
  if (offset < cursor.offset) cursor = {};
  for (std::uint64_t& i = cursor.offset; i < offset; ++i) {
    const char c = block.bytes[i];
    cursor.lines += csv::endsLine(block.bytes, i) ? 1 : 0;
    if (csv::isLineEnd(c)) cursor.lineStart = i + 1;
  }
  return {std::move(file), block.firstLine + cursor.lines, offset - cursor.lineStart + 1};
}

RejectReason timeFault(std::string_view text, table::DateOrder order) {
  table::Moment moment;
  if (!table::parseMoment(text, order, moment)) return RejectReason::notATime;
  return moment.dated ? RejectReason::dateAmongTimes : RejectReason::timeAmongDates;
}

std::string_view sentence(RejectReason reason) {
  switch (reason) {
    case RejectReason::fieldCount:
      return MASU_TEXT("core", "wrong number of fields");
    case RejectReason::notANumber:
      return MASU_TEXT("core", "not a number");
    case RejectReason::notATime:
      return MASU_TEXT("core", "not a date or time");
    case RejectReason::tooLarge:
      return MASU_TEXT("core", "number too large");
    case RejectReason::labelMissing:
      return MASU_TEXT("core", "label missing");
    case RejectReason::weightMissing:
      return MASU_TEXT("core", "weight missing");
    case RejectReason::notAWeight:
      return MASU_TEXT("core", "not a weight");
    case RejectReason::notUtf8:
      return MASU_TEXT("core", "text is not UTF-8");
    case RejectReason::quoteNeverCloses:
      return MASU_TEXT("core", "a quote never closes");
    case RejectReason::recordTooLong:
      return MASU_TEXT("core", "record too long");
    case RejectReason::strayQuote:
      return MASU_TEXT("core", "a stray quote joins lines");
    case RejectReason::notABoolean:
      return MASU_TEXT("core", "not a boolean");
    case RejectReason::notAnObject:
      return MASU_TEXT("core", "not a JSON object");
    case RejectReason::keyTwice:
      return MASU_TEXT("core", "a key occurs twice");
    case RejectReason::numberTooLarge:
      return MASU_TEXT("core", "JSON number too large");
    case RejectReason::timeAmongDates:
      return MASU_TEXT("core", "a time without a date in a column of dates");
    case RejectReason::dateAmongTimes:
      return MASU_TEXT("core", "a date in a column of times of day");
    case RejectReason::otherDateOrder:
      return MASU_TEXT("core", "a date in another order of day, month and year");
  }
  return "";
}

Error errorFrom(const Reject& reject, const std::string& columnName, Location where) {
  Error error(Errc::format, std::string(failure(reject.reason)),
              {where.file, std::to_string(where.line), columnName, reject.cell, std::to_string(reject.expected)});
  error.source = std::move(where);
  return error;
}

}  // namespace masu::ingest

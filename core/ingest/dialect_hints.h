#pragma once

#include "core/csv/sniffer.h"
#include "core/ingest/import_options.h"

namespace masu::ingest {

/// What was said of how tables are spelled; the rest is found out.
inline csv::DialectHints hintsFrom(const TableOptions& options) {
  return {options.delimiter, options.quote,   options.escape,    options.decimal,        options.encoding,
          options.header,    options.comment, options.skipLines, options.missingMarkers, options.longestRecord};
}

}  // namespace masu::ingest

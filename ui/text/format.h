// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <cstdint>

class QDateTime;

namespace masu::ui {

/// How figures are written: three significant digits where a size is meant, "," between thousands, a true minus
/// (U+2212), a no-break space before units and %. Sizes count in decimal units (1 GB = 10^9 bytes), as disks and shops
/// do.

QString formatBytes(std::uint64_t bytes);                        ///< "4.49 GB", "512 MB", "2 kB", "12 B"
QString formatBytesOf(std::uint64_t part, std::uint64_t whole);  ///< "41.0 of 107.9 GB", both in the unit of the whole
QString formatRate(double bytesPerSecond);                       ///< "842 MB/s"
QString formatCount(std::uint64_t count);                        ///< "97,620,000"
QString formatCountShort(std::uint64_t count);                   ///< "97.6 M"; below 100,000 in full
/// Train, validation and test in whole percents that add up to 100: "87 10 3"; empty where there is nothing.
QString formatShares(const std::array<std::uint64_t, 3>& counts);
QString formatPercent(double share, int decimals = 0);           ///< 0.38 → "38 %"
QString formatDuration(double seconds);                          ///< "1 min 19 s", "18 s", "0.4 s", "2 h 5 min"
QString formatForecast(double seconds);                          ///< as a duration; "< 1 s" is all that can be known
QString formatNumber(double value, int significant = 6);         ///< "12,285", "−33.3", "0.088"
QString formatSeconds(double seconds, int decimals = 3);         ///< "2.283 s"; for lengths of recordings
QString formatFrequency(double hertz);                           ///< "4 kHz", "250 Hz", "0.5 Hz"
QString formatUnit(const QString& unit);  ///< as sources write it: "uV" → "µV", "degC" → "°C"
QString formatWhen(const QDateTime& when, const QDateTime& now);  ///< "today, 14:32", "yesterday", "12 March"

/// What tr() takes for the plural of a count that may be larger than an int.
int pluralOf(std::uint64_t count);
/// A translated text with a count, such as tr("%n file(s)", nullptr, pluralOf(count)), with its digits grouped as
/// formatCount() does. The one way in which pages write how many there are of something.
QString counted(QString text, std::uint64_t count);

}  // namespace masu::ui

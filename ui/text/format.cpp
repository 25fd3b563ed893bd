// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <cmath>

namespace masu::ui {

namespace {

constexpr QChar kNoBreak(0x00A0);
constexpr QChar kMinus(0x2212);
constexpr std::array<const char*, 6> kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};

/// One set of separators everywhere, whatever the system's locale: "," between thousands, "." before decimals.
QString plain(double value, int decimals) {
  QString text = QLocale::c().toString(std::abs(value), 'f', decimals);
  text.remove(QLatin1Char(','));
  qsizetype point = text.indexOf(QLatin1Char('.'));
  if (point < 0) point = text.size();
  for (qsizetype at = point - 3; at > 0; at -= 3) text.insert(at, QLatin1Char(','));
  if (value < 0 && text.contains(QRegularExpression(QStringLiteral("[1-9]")))) text.prepend(kMinus);
  return text;
}

std::size_t unitOf(std::uint64_t bytes) {
  std::size_t unit = 0;
  for (double value = static_cast<double>(bytes); value >= 999.5 && unit + 1 < kUnits.size(); value /= 1000) ++unit;
  return unit;
}

int decimalsFor(double value) {
  return value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
}

struct Format {
  Q_DECLARE_TR_FUNCTIONS(Format)
};

}  // namespace

QString formatBytes(std::uint64_t bytes) {
  const std::size_t unit = unitOf(bytes);
  const double value = static_cast<double>(bytes) / std::pow(1000.0, static_cast<double>(unit));
  const int decimals = unit <= 1 ? 0 : decimalsFor(value);
  return plain(value, decimals) + kNoBreak + QLatin1String(kUnits[unit]);
}

QString formatBytesOf(std::uint64_t part, std::uint64_t whole) {
  const std::size_t unit = unitOf(whole);
  const double scale = std::pow(1000.0, static_cast<double>(unit));
  const int decimals = unit <= 1 ? 0 : 1;
  return Format::tr("%1 of %2")
      .arg(plain(static_cast<double>(part) / scale, decimals),
           plain(static_cast<double>(whole) / scale, decimals) + kNoBreak + QLatin1String(kUnits[unit]));
}

QString formatRate(double bytesPerSecond) {
  const double whole = std::isfinite(bytesPerSecond) ? std::max(0.0, bytesPerSecond) : 0.0;
  return formatBytes(static_cast<std::uint64_t>(whole)) + QLatin1String("/s");
}

QString formatCount(std::uint64_t count) {
  return plain(static_cast<double>(count), 0);
}

QString formatCountShort(std::uint64_t count) {
  if (count < 100'000) return formatCount(count);
  static constexpr std::array<const char*, 4> kSteps = {"k", "M", "G", "T"};
  double value = static_cast<double>(count) / 1000;
  std::size_t step = 0;
  for (; value >= 999.5 && step + 1 < kSteps.size(); value /= 1000) ++step;
  return plain(value, value >= 99.95 ? 0 : 1) + kNoBreak + QLatin1String(kSteps[step]);
}

QString formatShares(const std::array<std::uint64_t, 3>& counts) {
  constexpr std::uint64_t kWhole = 100;
  const std::uint64_t all = counts[0] + counts[1] + counts[2];
  if (all == 0) return {};
  std::array<std::uint64_t, 3> shares = {};
  std::array<std::uint64_t, 3> rests = {};
  std::uint64_t given = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    shares[i] = counts[i] * kWhole / all;
    rests[i] = counts[i] * kWhole % all;
    given += shares[i];
  }
  // Largest remainder: rounded one by one they would add up to 99 or 101.
  for (; given < kWhole; ++given) {
    const auto largest = std::max_element(rests.begin(), rests.end());
    ++shares[static_cast<std::size_t>(largest - rests.begin())];
    *largest = 0;
  }
  return QStringLiteral("%1 %2 %3").arg(shares[0]).arg(shares[1]).arg(shares[2]);
}

QString formatPercent(double share, int decimals) {
  return plain(share * 100, decimals) + kNoBreak + QLatin1Char('%');
}

QString formatDuration(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return QStringLiteral("–");
  if (seconds > 0 && seconds < 0.05) return QStringLiteral("< 0.1") + kNoBreak + Format::tr("s");
  if (seconds < 9.95) return plain(seconds, 1) + kNoBreak + Format::tr("s");
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  const auto part = [](std::int64_t n, const QString& unit) { return QString::number(n) + kNoBreak + unit; };
  if (whole < 60) return part(whole, Format::tr("s"));
  const auto joined = [&](std::int64_t big, const QString& bigUnit, std::int64_t small, const QString& smallUnit) {
    return small == 0 ? part(big, bigUnit) : part(big, bigUnit) + QLatin1Char(' ') + part(small, smallUnit);
  };
  if (whole < 3600) return joined(whole / 60, Format::tr("min"), whole % 60, Format::tr("s"));
  if (whole < 86400) return joined(whole / 3600, Format::tr("h"), whole % 3600 / 60, Format::tr("min"));
  return joined(whole / 86400, Format::tr("d"), whole % 86400 / 3600, Format::tr("h"));
}

QString formatForecast(double seconds) {
  return seconds > 0 && seconds < 1 ? QStringLiteral("< 1") + kNoBreak + Format::tr("s") : formatDuration(seconds);
}

QString formatNumber(double value, int significant) {
  if (std::isnan(value)) return QStringLiteral("–");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : kMinus + QStringLiteral("∞");
  const double size = std::abs(value);
  if (value == std::trunc(value) && size < 1e15) return plain(value, 0);
  if (size != 0 && (size < 1e-4 || size >= 1e15)) {
    QString text = QLocale::c().toString(value, 'g', std::min(significant, 4));
    return text.replace(QLatin1Char('-'), kMinus);
  }
  // Two decimals show nothing of a rate of 0.00046; six places are what columns have room for.
  constexpr int kMostPlaces = 6;
  const int before = static_cast<int>(std::floor(std::log10(size))) + 1;
  QString text = plain(value, std::clamp(significant - before, 0, std::max(significant, kMostPlaces)));
  if (text.contains(QLatin1Char('.'))) {
    while (text.endsWith(QLatin1Char('0'))) text.chop(1);
    if (text.endsWith(QLatin1Char('.'))) text.chop(1);
  }
  return text;
}

QString formatSeconds(double seconds, int decimals) {
  return plain(seconds, decimals) + kNoBreak + Format::tr("s");
}

QString formatFrequency(double hertz) {
  constexpr double kKilo = 1000;
  if (hertz >= kKilo) return formatNumber(hertz / kKilo, 3) + kNoBreak + QStringLiteral("kHz");
  return formatNumber(hertz, 3) + kNoBreak + QStringLiteral("Hz");
}

QString formatUnit(const QString& unit) {
  static const QStringList kOfMicro = {QStringLiteral("V"), QStringLiteral("A"),  QStringLiteral("g"),
                                       QStringLiteral("s"), QStringLiteral("m"),  QStringLiteral("T"),
                                       QStringLiteral("W"), QStringLiteral("Pa"), QStringLiteral("mol")};
  if (unit.startsWith(QLatin1Char('u')) && kOfMicro.contains(unit.mid(1))) return QStringLiteral("µ") + unit.mid(1);
  if (unit.compare(QLatin1String("degC"), Qt::CaseInsensitive) == 0) return QStringLiteral("°C");
  return unit;
}

QString formatWhen(const QDateTime& when, const QDateTime& now) {
  const qint64 days = when.date().daysTo(now.date());
  if (days == 0) return Format::tr("today, %1").arg(when.toString(QStringLiteral("HH:mm")));
  if (days == 1) return Format::tr("yesterday");
  const bool sameYear = when.date().year() == now.date().year();
  const QLocale locale;
  return locale.toString(when.date(), sameYear ? Format::tr("d MMMM") : Format::tr("d MMMM yyyy"));
}

int pluralOf(std::uint64_t count) {
  constexpr std::uint64_t kMost = 1U << 30U;
  return static_cast<int>(std::min(count, kMost));
}

QString counted(QString text, std::uint64_t count) {
  return count < 1000 ? text : text.replace(QString::number(pluralOf(count)), formatCount(count));
}

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/paint/colour_ramp.h"

#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

struct Lab {
  double l = 0;
  double a = 0;
  double b = 0;
};

double linear(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double gamma(double channel) {
  channel = std::clamp(channel, 0.0, 1.0);
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * std::pow(channel, 1 / 2.4) - 0.055;
}

Lab labOf(const QColor& colour) {
  const double r = linear(static_cast<double>(colour.redF()));
  const double g = linear(static_cast<double>(colour.greenF()));
  const double b = linear(static_cast<double>(colour.blueF()));
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QRgb rgbOf(const Lab& lab) {
  const double l = std::pow(lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b, 3);
  const double m = std::pow(lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b, 3);
  const double s = std::pow(lab.l - 0.0894841775 * lab.a - 1.2914855480 * lab.b, 3);
  const auto byte = [](double channel) { return static_cast<int>(std::lround(255 * gamma(channel))); };
  return qRgb(byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
              byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
              byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

Lab between(const Lab& from, const Lab& to, double share) {
  return {std::lerp(from.l, to.l, share), std::lerp(from.a, to.a, share), std::lerp(from.b, to.b, share)};
}

}  // namespace

ColourRamp::ColourRamp() : m_colours() {
  const Lab surface = labOf(tokens().surface);
  const Lab accent = labOf(tokens().accent);
  const Lab ink = labOf(tokens().text);
  for (std::size_t i = 0; i < m_colours.size(); ++i) {
    const double share = 2 * static_cast<double>(i) / static_cast<double>(m_colours.size() - 1);
    m_colours[i] = rgbOf(share < 1 ? between(surface, accent, share) : between(accent, ink, share - 1));
  }
}

QRgb ColourRamp::at(double share) const {
  if (!(share > 0)) return m_colours.front();
  const double last = static_cast<double>(m_colours.size() - 1);
  return m_colours[static_cast<std::size_t>(std::lround(std::min(share, 1.0) * last))];
}

}  // namespace masu::ui

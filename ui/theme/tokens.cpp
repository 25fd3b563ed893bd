// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tokens.h"

namespace masu::ui {

namespace {

QColor rgb(QRgb value) {
  return QColor::fromRgb(value);
}

Tokens makeLight() {
  Tokens t;
  t.steps = rgb(0xF1F0EC), t.surface = rgb(0xFFFFFF), t.sunken = rgb(0xFAF9F7), t.hover = rgb(0xEAE8E3);
  t.line = rgb(0xE6E4DF), t.lineSoft = rgb(0xF0EEEA), t.line2 = rgb(0xD3D0C9), t.edge = rgb(0xABA8A0);
  t.text = rgb(0x22221F), t.text2 = rgb(0x62605A), t.text3 = rgb(0x76736B), t.textOff = rgb(0xB4B1A9);
  t.accent = rgb(0x0B756C), t.pressed = rgb(0x085E57), t.onAccent = rgb(0xFFFFFF);
  t.tint = rgb(0xE5F1EF), t.tint2 = rgb(0xC9E2DE);
  t.warn = rgb(0x8F5F00), t.warnBg = rgb(0xFBF3E0), t.bad = rgb(0xB3372B), t.badBg = rgb(0xFBECE9);
  t.train = rgb(0x5487BD), t.validation = rgb(0xE8B54D), t.test = rgb(0xA3476F), t.unused = rgb(0xCFCCC6);
  t.trainBg = rgb(0xE9F0F7), t.validationBg = rgb(0xFBF2DD), t.testBg = rgb(0xF5E7ED);
  t.wave = rgb(0x3D4B4F), t.hist = rgb(0xA9B3B2), t.histAll = rgb(0xDEDCD7);
  t.runs = {rgb(0x12877B), rgb(0xC95F2E), rgb(0x7565BD), rgb(0x3F4246)};
  t.ledgerFirst = {rgb(0x0A453F), rgb(0x10655D), rgb(0x26827A), rgb(0x6DB3AA), rgb(0xA9D3CD)};
  t.ledgerSecond = {rgb(0x8F3F16), rgb(0xBE5A2B), rgb(0xDD9871), rgb(0xEFC9B3)};
  t.ledgerShared = {rgb(0x8E8B84), rgb(0xB3B0A8), rgb(0xD0CDC6)};
  return t;
}

Tokens makeDark() {
  Tokens t;
  t.steps = rgb(0x171817), t.surface = rgb(0x1F201F), t.sunken = rgb(0x1B1C1B), t.hover = rgb(0x2A2B2A);
  t.line = rgb(0x303130), t.lineSoft = rgb(0x282928), t.line2 = rgb(0x444543), t.edge = rgb(0x73726D);
  t.text = rgb(0xE8E6E1), t.text2 = rgb(0xABA8A1), t.text3 = rgb(0x8D8A84), t.textOff = rgb(0x5B5954);
  t.accent = rgb(0x4FB7A8), t.pressed = rgb(0x6CC7B9), t.onAccent = rgb(0x0C2421);
  t.tint = rgb(0x1F3431), t.tint2 = rgb(0x2A4A45);
  t.warn = rgb(0xE9B24C), t.warnBg = rgb(0x322A1A), t.bad = rgb(0xEE7F72), t.badBg = rgb(0x38211E);
  t.train = rgb(0x79AEE6), t.validation = rgb(0xF2CE80), t.test = rgb(0xC2557E), t.unused = rgb(0x4C4A46);
  t.trainBg = rgb(0x22303E), t.validationBg = rgb(0x352E1F), t.testBg = rgb(0x39222C);
  t.wave = rgb(0xB9C6C3), t.hist = rgb(0x5F706D), t.histAll = rgb(0x383936);
  t.runs = {rgb(0x4FB7A8), rgb(0xE88A5A), rgb(0xA296E6), rgb(0xD5D2CC)};
  t.ledgerFirst = {rgb(0x1B5A52), rgb(0x237067), rgb(0x2F8C80), rgb(0x6CC7B9), rgb(0xB5E2DB)};
  t.ledgerSecond = {rgb(0x9A4A22), rgb(0xBF6435), rgb(0xE88A5A), rgb(0xF4C6AC)};
  t.ledgerShared = {rgb(0x7B7973), rgb(0x605E59), rgb(0x4A4945)};
  return t;
}

}  // namespace

const Tokens& Tokens::light() {
  static const Tokens tokens = makeLight();
  return tokens;
}

const Tokens& Tokens::dark() {
  static const Tokens tokens = makeDark();
  return tokens;
}

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/html_page.h"

namespace masu::tasks {

namespace {

// No & and no < in it: as XML a style is text like any other.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1d2429; --soft: #5b6770; --line: #d5dbe0; --paper: #ffffff; --tint: #f2f5f7;
  --s0: #1f6fb2; --s1: #b8500f; --good: #1b7a43; --warn: #8a5a00; --bad: #b3261e; --cell: 31, 111, 178; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ed; --soft: #9aa7b1; --line: #38434c; --paper: #14191d;
  --tint: #1d242a; --s0: #6db3ec; --s1: #f0a066; --good: #67c48d; --warn: #e0b45a; --bad: #f28b82;
  --cell: 109, 179, 236; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; color: var(--ink); background: var(--paper);
  font: 15px/1.5 system-ui, "Noto Sans", "Noto Sans CJK JP", sans-serif; }
h1 { font-size: 1.6rem; overflow-wrap: anywhere; } h2 { font-size: 1.25rem; margin-top: 2rem; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin-top: 1.5rem; }
table { border-collapse: collapse; margin: 0.5rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: 0.3rem; }
th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: break-word; max-width: 40rem; }
th { font-weight: 600; } tbody th { font-weight: 500; }
thead th { border-bottom: 2px solid var(--line); }
.figure { text-align: right; white-space: nowrap; }
.wide { overflow-x: auto; max-width: 100%; }
.soft { color: var(--soft); } .good { color: var(--good); }
.warning { color: var(--warn); } .serious { color: var(--bad); }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 0.9em; overflow-wrap: anywhere; }
pre { background: var(--tint); padding: 0.8rem; overflow-x: auto; }
svg.chart { width: 100%; max-width: 44rem; height: auto; display: block; }
svg.bar { width: 10rem; height: 0.6rem; vertical-align: middle; } svg.bar rect { fill: var(--s0); }
svg.key { width: 2rem; height: 0.6rem; vertical-align: middle; }
.grid { stroke: var(--line); stroke-width: 1; } .axis { stroke: var(--soft); stroke-width: 1; }
.label { fill: var(--soft); font-size: 12px; }
.s0 { stroke: var(--s0); fill: none; stroke-width: 2; }
.s1 { stroke: var(--s1); fill: none; stroke-width: 2; stroke-dasharray: 6 3; }
circle.s0 { fill: var(--s0); } circle.s1 { fill: var(--s1); stroke-dasharray: none; }
ul.legend { list-style: none; padding: 0; margin: 0 0 1rem; }
ul.legend li { display: inline-block; margin-right: 1.5rem; }
@media print { :root { color-scheme: light; --ink: #000000; --soft: #444444; --line: #bbbbbb; --paper: #ffffff;
  --tint: #f2f5f7; --s0: #1f6fb2; --s1: #b8500f; --good: #1b7a43; --warn: #8a5a00; --bad: #b3261e;
  --cell: 31, 111, 178; }
  body { max-width: none; padding: 0; font-size: 10pt; } .wide { overflow: visible; }
  tr, svg.chart { break-inside: avoid; } h1, h2, h3 { break-after: avoid; } thead { display: table-header-group; } }
)";

constexpr const char* kPolicy = "default-src 'none'; style-src 'unsafe-inline'";

}  // namespace

std::string htmlPage(const std::string& title, const std::string& language, const Markup& body) {
  const Markup head = emptyElement("meta", {{"charset", "utf-8"}}) +
                      emptyElement("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", kPolicy}}) +
                      emptyElement("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}) +
                      element("title", title) + element("style", Markup::trusted(kStyle)) + Markup::trusted("\n");
  const Markup page =
      element("head", head) + Markup::trusted("\n") + element("body", element("main", body)) + Markup::trusted("\n");
  return "<!DOCTYPE html>\n" +
         element("html", page,
                 {{"xmlns", "http://www.w3.org/1999/xhtml"}, {"lang", language}, {"xml:lang", language}})
             .text() +
         "\n";
}

Markup section(int level, const Markup& heading, const Markup& content) {
  const std::string name = "h" + std::to_string(level);
  return element("section", element(name.c_str(), heading) + Markup::trusted("\n") + content) + Markup::trusted("\n");
}

Markup paragraph(const Markup& content) {
  return element("p", content) + Markup::trusted("\n");
}

Markup code(const Markup& content) {
  return content.isEmpty() ? Markup() : element("code", content);
}

}  // namespace masu::tasks

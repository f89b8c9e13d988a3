//===- HtmlStyle.h - Style of the report's page -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_EMULATOR_PROFILE_HTMLSTYLE_H
#define TILEIRAS_LIB_EMULATOR_PROFILE_HTMLSTYLE_H

namespace tileiras::emu {

inline constexpr char kReportStyle[] = R"(
body { font: 14px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 90em; padding: 0 1.5em; color: #1c1c1c; }
h1 { font-size: 1.5em; margin: 0; } h2 { font-size: 1.1em; margin: 2em 0 .5em; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(14em, 1fr)); gap: .6em; margin-top: 1em; }
.facts div { border: 1px solid #ddd; border-radius: 6px; padding: .5em .8em; }
.facts b { display: block; font-size: 1.25em; font-weight: 600; } .facts span { color: #666; }
table { border-collapse: collapse; width: 100%; font: 12.5px/1.5 ui-monospace, monospace; }
th { position: sticky; top: 0; background: #fff; text-align: right; font-weight: 600; padding: 2px 8px; cursor: pointer; }
th.chosen { text-decoration: underline; } th.text { text-align: left; cursor: default; }
td { text-align: right; padding: 0 8px; white-space: pre; vertical-align: top; color: #555; }
td.code { text-align: left; width: 100%; color: #111; } td.line { color: #999; }
tr:target td { outline: 2px solid #36c; } a { color: inherit; }
)";

/// Colours the rows by the chosen column: a darker row has a larger share.
inline constexpr char kReportScript[] = R"(
function choose(column) {
  for (const th of document.querySelectorAll('th[data-cost]'))
    th.classList.toggle('chosen', +th.dataset.cost === column);
  for (const table of document.querySelectorAll('table')) {
    const rows = [...table.querySelectorAll('tr[data-costs]')];
    const costs = rows.map(row => +row.dataset.costs.split(' ')[column]);
    const most = Math.max(1, ...costs);
    rows.forEach((row, i) => row.style.background =
        costs[i] ? `hsl(28 95% 55% / ${(0.06 + 0.74 * costs[i] / most).toFixed(3)})` : '');
  }
}
for (const th of document.querySelectorAll('th[data-cost]'))
  th.onclick = () => choose(+th.dataset.cost);
choose(0);
)";

} // namespace tileiras::emu

#endif // TILEIRAS_LIB_EMULATOR_PROFILE_HTMLSTYLE_H

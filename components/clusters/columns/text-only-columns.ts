import { healthHue } from "#components/data/fleet-parts/health-mark.tsx";
import { hueTextClasses } from "#components/ui/hue-classes.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { rowHealthLabel } from "#lib/fleet/fields/health.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { text } from "#lib/language/text.ts";
import { rowStateInsteadOfHealth } from "#lib/policy/next/row-state.ts";
import { describeForcedChange } from "#lib/view/forecast/forced-change-descriptions.ts";
import { urgencyHues } from "#lib/words/dead-end-labels.ts";
import type { CellTextContext, TextOnlyCell } from "./text-only-cell.ts";

export const nameCellText = ({ name, project }: FleetRow): TextOnlyCell => [
  { text: name, look: "font-medium text-ink" },
  { text: project, look: "text-xs font-normal text-tertiary" },
];

/** Returns the health cell as plain text. The indent leaves room for the icon of the full cell. */
export const healthCellText = (row: FleetRow): TextOnlyCell => {
  const hue = healthHue(row);
  const look = hue === "positive" ? "text-secondary" : `font-medium ${hueTextClasses[hue]}`;
  return [
    {
      text:
        row.findings > 0 && row.health === "healthy" && rowStateInsteadOfHealth(row) === undefined
          ? text("{findings, plural, one {# finding} other {# findings}}", { findings: row.findings })
          : rowHealthLabel(row),
      look: `pl-7.5 ${look}`,
      indent: 3,
    },
  ];
};

export const forcedChangeCellText = (row: FleetRow, { now, clockFor }: CellTextContext): TextOnlyCell => {
  const words = describeForcedChange(row, { clock: clockFor(nextWindowOfRow(row.window, now)?.offsetMinutes), now });
  if (words.kind === "none") return [{ text: text("none"), look: "text-tertiary" }];
  if (words.kind === "unknown") return [{ text: words.what, look: "text-tertiary" }];
  const { when, what } = words;
  return words.kind === "dead-end"
    ? [
        {
          text: when,
          look: `pl-7 font-medium ${hueTextClasses[urgencyHues[words.urgency]]}`,
          indent: 3,
        },
        { text: what === "" ? "" : `· ${what}`, look: lightReason },
      ]
    : [
        words.overdue
          ? { text: text("Overdue"), look: "pl-7 font-medium text-caution-text", indent: 3 }
          : { text: when, look: "pl-7 font-medium text-ink", indent: 3 },
        {
          text: `· ${words.isNotReady ? text("{step}, not ready", { step: words.briefly }) : words.briefly}`,
          look: lightReason,
        },
      ];
};
const lightReason = "font-normal text-secondary";

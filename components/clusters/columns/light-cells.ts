import { healthHue } from "#components/data/fleet-parts/health-mark.tsx";
import { roleText } from "#components/ui/role-classes.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { healthSentence } from "#lib/fleet/fields/health.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { text } from "#lib/language/text.ts";
import { stateBesideHealth } from "#lib/policy/next/row-state.ts";
import { forcedWords } from "#lib/view/forecast/forced-words.ts";
import { urgencyHues } from "#lib/words/dead-end-labels.ts";
import type { CellContext, LightCell } from "./light-text.ts";

export const lightName = ({ name, project }: FleetRow): LightCell => [
  { text: name, look: "font-medium text-ink" },
  { text: project, look: "text-xs font-normal text-tertiary" },
];

/** Text-only, without the icon; the indent keeps the words where they are beside it. */
export const lightHealth = (row: FleetRow): LightCell => {
  const hue = healthHue(row);
  const look = hue === "positive" ? "text-secondary" : `font-medium ${roleText[hue]}`;
  return [
    {
      text:
        row.findings > 0 && row.health === "healthy" && stateBesideHealth(row) === undefined
          ? text("{findings, plural, one {# finding} other {# findings}}", { findings: row.findings })
          : healthSentence(row),
      look: `pl-7.5 ${look}`,
      indent: 3,
    },
  ];
};

export const lightForced = (row: FleetRow, { now, clockFor }: CellContext): LightCell => {
  const words = forcedWords(row, { clock: clockFor(rowWindow(row.window, now)?.offsetMinutes), now });
  if (words.kind === "none") return [{ text: text("none"), look: "text-tertiary" }];
  if (words.kind === "unknown") return [{ text: words.what, look: "text-tertiary" }];
  const { when, what } = words;
  return words.kind === "dead-end"
    ? [
        {
          text: when,
          look: `pl-7 font-medium ${roleText[urgencyHues[words.urgency]]}`,
          indent: 3,
        },
        { text: what === "" ? "" : `· ${what}`, look: lightReason },
      ]
    : [
        words.overdue
          ? { text: text("Overdue"), look: "pl-7 font-medium text-caution-text", indent: 3 }
          : { text: when, look: "pl-7 font-medium text-ink", indent: 3 },
        { text: `· ${words.briefly}`, look: lightReason },
      ];
};
const lightReason = "font-normal text-secondary";

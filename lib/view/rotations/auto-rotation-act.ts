import type { Act } from "#lib/contract/act.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { AutomaticRotationFamily } from "#lib/policy/operations/auto-rotation.ts";

const day = 24 * 60 * 60;
const offered: readonly (readonly [seconds: number, words: Message])[] = [
  [0, message("Off")],
  [day, message("Every day")],
  [7 * day, message("Every 7 days")],
  [14 * day, message("Every 14 days")],
  [28 * day, message("Every 28 days")],
  [60 * day, message("Every 60 days")],
  [90 * day, message("Every 90 days")],
];

function labelOf(seconds: number): string {
  if (seconds % day === 0) return text("Every {days} days", { days: seconds / day });
  return seconds % 3600 === 0
    ? text("Every {hours} hours", { hours: seconds / 3600 })
    : text("Every {minutes} minutes", { minutes: Math.round(seconds / 60) });
}

/** Selectable periods in seconds, including the current one. */
export function rotationPeriodChoices(currentSeconds: number): readonly (readonly [value: string, words: string])[] {
  const known = offered.some(([seconds]) => seconds === currentSeconds);
  const all = known ? offered : [...offered, [currentSeconds, labelOf(currentSeconds)] as const];
  return [...all].sort(([a], [b]) => a - b).map(([seconds, words]) => [String(seconds), `${words}`]);
}

/** Action for how often a credential is rotated in the maintenance window. 0: never; unset: Gardener's defaults. */
export function autoRotationAct(family: AutomaticRotationFamily, periodSeconds: number): Act {
  const rotationPeriod = periodSeconds % 3600 === 0 ? `${periodSeconds / 3600}h` : `${periodSeconds}s`;
  return {
    kind: "change",
    about: "auto-rotation",
    patch: { spec: { maintenance: { autoRotation: { credentials: { [family]: { rotationPeriod } } } } } },
  };
}

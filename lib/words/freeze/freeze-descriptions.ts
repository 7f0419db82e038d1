import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import type { FreezeOfStep, FreezeRemedy } from "#lib/policy/freeze/freeze-overlap.ts";
import type { FreezePeriod, FreezeTimeError } from "#lib/policy/freeze/freeze-period.ts";
import type { DisplayClock } from "../clock.ts";
import { formatList } from "../format-list.ts";
import { formatDateTime, formatSpan } from "../format-time.ts";

/** Why the times of a freeze period are refused, shown beside the field. */
export const freezeTimeErrorDescriptions: Readonly<Record<FreezeTimeError["code"], Message>> = {
  unreadable: message("Not a date and time with its offset, such as 2026-12-18T17:00:00+01:00."),
  "ends-before-it-begins": message("The end is not after the beginning."),
  "too-long": message("A freeze is at most a year long."),
};

/** What freeze periods do not do. Every screen that shows or names one says so. */
export const freezeLimitDescription = message(
  "Gardener does not know freezes: maintenance and updates take place in them as at any other time.",
);

/** Times of a period: `Fri 18 Dec 2026, 17:00 UTC – Mon 4 Jan 2027, 08:00 UTC`. */
export function freezeSpanLabel({ fromAt, untilAt }: Omit<FreezePeriod, "name">, clock: DisplayClock): string {
  return `${formatDateTime(fromAt, clock)} – ${formatDateTime(untilAt, clock)}`;
}

/** Says in two or three words that a step falls into a period, or can. */
export function freezeOfStepLabel({ overlap, period: { name } }: FreezeOfStep): string {
  return overlap === "inside" ? text("in the freeze {name}", { name }) : text("perhaps in the freeze {name}", { name });
}

/** Says that a forced step falls into a period, or can, and what can be done about it. */
export function describeFreezeOfForcedStep(
  step: ForecastStep,
  component: string,
  { freeze, clock }: { readonly freeze: FreezeOfStep; readonly clock: DisplayClock },
): string {
  const { overlap, period, remedy } = freeze;
  const values = { component, to: step.to, name: period.name, span: freezeSpanLabel(period, clock) };
  const sentence =
    overlap === "inside"
      ? text("{component}: {to} is forced in the freeze {name} ({span}).", values)
      : text("{component}: {to} can be forced in the freeze {name} ({span}).", values);
  return [sentence, ...(remedy ? [describeRemedy(remedy, clock)] : []), ...operatorAdvice(step)].join(" ");
}

/** Says in full that a step falls into a period, or can, and what can be done about a forced one: a sentence each. */
export function describeFreezeOfStep(
  { overlap, period, remedy }: FreezeOfStep,
  clock: DisplayClock,
): readonly string[] {
  const values = { name: period.name, span: freezeSpanLabel(period, clock) };
  const sentence =
    overlap === "inside"
      ? text("In the freeze {name} of the project ({span}).", values)
      : text("Perhaps in the freeze {name} of the project ({span}).", values);
  return [sentence, ...(remedy ? [describeRemedy(remedy, clock)] : [])];
}

function describeRemedy(remedy: FreezeRemedy, clock: DisplayClock): string {
  switch (remedy.kind) {
    case "window-before":
      return text("Make the update yourself before: the last maintenance window before the freeze is {window}.", {
        window: formatSpan({ beginMs: remedy.beginAt, endMs: remedy.endAt }, clock),
      });
    case "now":
      return text("No maintenance window is left before the freeze: make the update yourself now.");
    case "not-by-update":
      return text("A freeze has begun: an update now is in a freeze, too.");
  }
}

/** What an operator can do about a step; nothing where the version itself is not the cause. */
function operatorAdvice({ from, cause }: ForecastStep): readonly string[] {
  const leave = "leave" in cause ? cause.leave : undefined;
  switch (leave?.code) {
    case "expired":
      return [text("An operator of the garden can move the end of {version} in the cloud profile.", { version: from })];
    case "not-in-profile":
      return [text("An operator of the garden can list {version} in the cloud profile again.", { version: from })];
    default:
      return [];
  }
}

/** Why freeze periods are missing on a screen, a sentence each; empty if all are known. */
export function unreadFreezesDescriptions({ projects, forbidden, beyond }: Freezes): readonly string[] {
  return [
    ...projects.flatMap(({ unavailable }) => unavailable ?? []),
    ...projects.flatMap(({ project, unshown }) =>
      unshown === 0
        ? []
        : text("{count, plural, one {# freeze} other {# freezes}} of {project} cannot be read by this Almanac.", {
            count: unshown,
            project,
          }),
    ),
    ...describeForbiddenFreezes(forbidden),
    ...(beyond === 0
      ? []
      : [
          text("The freezes of {count, plural, one {# more project} other {# more projects}} were not read.", {
            count: beyond,
          }),
        ]),
  ];
}

/** Most projects that a sentence names. */
const mostNamed = 5;

function describeForbiddenFreezes(forbidden: readonly string[]): readonly string[] {
  if (forbidden.length === 0) return [];
  return forbidden.length <= mostNamed
    ? [text("You are not allowed to read the freezes of {projects}.", { projects: formatList(forbidden) })]
    : [text("You are not allowed to read the freezes of {count} projects.", { count: forbidden.length })];
}

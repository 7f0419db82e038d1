import type { DeliveryTime } from "#lib/contract/destinations.ts";
import { noticeLimits, type WatchedEvents, type WatchRuleEvent, watchedEventNames } from "#lib/contract/notices.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { toInlineLabel } from "#lib/language/to-inline-label.ts";

/** Labels of the events of a watch rule in its form. A number is entered between the two parts of a label. */
export const watchEventChoices = {
  unhealthy: [message("It is unhealthy for longer than"), message("minutes")],
  forced: [message("A forced change comes within"), message("days")],
  notReady: [message("It is not ready for a minor update that is forced within"), message("days")],
  forecast: [message("A changed CloudProfile changes its forecast")],
  deadEnd: [message("A dead end appears")],
  rotation: [message("A rotation waits for people")],
  earlierEnd: [message("A version in use gets an earlier end")],
  held: [message("It has failed, or something holds Gardener back")],
  ends: [message("Its lifetime ends within"), message("days")],
  unusedProject: [message("A project is unused, or is deleted within"), message("days")],
  others: [message("Somebody else changes it, requests an operation, starts a rotation or deletes it")],
  announced: [message("The operators announce something about it")],
  summary: [message("Maintenance, a roll or a rotation has ended: what it did")],
} as const satisfies Readonly<Record<WatchRuleEvent, readonly [Message, Message?]>>;

/** Title of a notice for each kind of event. */
export const noticeTitles = {
  unhealthy: message("Unhealthy"),
  forced: message("Forced change comes"),
  notReady: message("Not ready for a forced update"),
  forecast: message("Forecast changed"),
  deadEnd: message("Dead end"),
  rotation: message("Rotation waits"),
  earlierEnd: message("Version ends earlier"),
  held: message("Gardener does nothing"),
  ends: message("Lifetime ends"),
  unusedProject: message("Unused project"),
  others: message("Somebody else acts"),
  announced: message("Announcement"),
  summary: message("What it did"),
} as const satisfies Readonly<Record<WatchRuleEvent, Message>>;

/** Range of the number that a watch rule may set for an event, and the form's default. */
export const watchEventNumberRanges = {
  unhealthy: { ...noticeLimits.minutes, first: 30 },
  forced: { ...noticeLimits.days, first: 14 },
  notReady: { ...noticeLimits.readinessDays, first: 30 },
  ends: { ...noticeLimits.days, first: 7 },
  unusedProject: { ...noticeLimits.days, first: 30 },
} as const;

/** Short labels of events, with the number set in a rule. */
const numberedEvents: { readonly [Event in WatchRuleEvent]?: Message } = {
  unhealthy: message("unhealthy for {minutes, plural, one {# minute} other {# minutes}}"),
  forced: message("forced change within {days, plural, one {# day} other {# days}}"),
  notReady: message("not ready for an update forced within {days, plural, one {# day} other {# days}}"),
  ends: message("lifetime ends within {days, plural, one {# day} other {# days}}"),
  unusedProject: message("unused project, or its deletion within {days, plural, one {# day} other {# days}}"),
};

/** Describes the events of a watch rule in few words. */
export function watchedEventsLabel(events: WatchedEvents): string {
  return watchedEventNames
    .filter((event) => events[event] !== undefined)
    .map((event) => {
      const [words, asked] = [numberedEvents[event], Number(events[event])];
      return words ? text(words, { minutes: asked, days: asked }) : toInlineLabel(text(noticeTitles[event]));
    })
    .join(", ");
}

/** Formats an hour as on a clock, such as 08:00. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** Describes when notices are delivered, in few words. */
export function deliveryTimeLabel(when: DeliveryTime): string {
  return when.kind === "at-once"
    ? text("at once")
    : text("daily at {hour} ({zone})", { hour: formatHour(when.hour), zone: when.zone });
}

import type { DeliveryTime } from "#lib/contract/destinations.ts";
import { noticeLimits, type WatchedEvent, type WatchedEvents, watchedEventNames } from "#lib/contract/notices.ts";
import { countOf } from "#lib/words/count.ts";

/** What can be told, as choices of a form. Where a number is asked for it stands between the two parts. */
export const eventChoices = {
  unhealthy: ["It is unhealthy for longer than", "minutes"],
  forced: ["A forced change comes within", "days"],
  forecast: ["A changed CloudProfile changes its forecast"],
  deadEnd: ["A dead end appears"],
  rotation: ["A rotation waits for people"],
  earlierEnd: ["A version in use gets an earlier end"],
  others: ["Somebody else requests an operation, starts a rotation or deletes it"],
} as const satisfies Readonly<Record<WatchedEvent, readonly [string, string?]>>;

/** What a notice is about, as its title. */
export const noticeTitles = {
  unhealthy: "Unhealthy",
  forced: "Forced change comes",
  forecast: "Forecast changed",
  deadEnd: "Dead end",
  rotation: "Rotation waits",
  earlierEnd: "Version ends earlier",
  others: "Somebody else acts",
} as const satisfies Readonly<Record<WatchedEvent, string>>;

/** The numbers that a rule may ask for, and what the form begins with. */
export const eventNumbers = {
  unhealthy: { ...noticeLimits.minutes, first: 30 },
  forced: { ...noticeLimits.days, first: 14 },
} as const;

/** What a rule tells of, in few words. */
export function eventsInWords(events: WatchedEvents): string {
  return watchedEventNames
    .filter((event) => events[event] !== undefined)
    .map((event) => {
      if (event === "unhealthy") return `unhealthy for ${countOf(events.unhealthy ?? 0, "minute")}`;
      if (event === "forced") return `forced change within ${countOf(events.forced ?? 0, "day")}`;
      return noticeTitles[event].toLowerCase();
    })
    .join(", ");
}

/** As clocks show it, such as 08:00. */
export function hourInWords(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** When notices are sent somewhere, in few words. */
export function whenInWords(when: DeliveryTime): string {
  return when.kind === "at-once" ? "at once" : `daily at ${hourInWords(when.hour)} (${when.zone})`;
}

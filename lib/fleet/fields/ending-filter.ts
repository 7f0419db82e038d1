import { endingVersionOf, type ForcedEvent } from "#lib/forecast/forced-events.ts";
import { text } from "#lib/language/text.ts";
import { deadEndFilterLabel, deadEndFilterValueOf } from "./dead-end-filter.ts";

const endless = "none:";

/**
 * Formats the origin of a forced change as a value of the filter `ends`: `1.33.13@2027-03-23`, `1.33.13@gone`, or the
 * dead end if no version's end causes it: `none:no-next-minor:1.34.x@gcp`. One missing version may block some clusters
 * from a date on, and others, whose version has no date, immediately.
 */
export function endFilterValueOf(event: Pick<ForcedEvent, "step" | "deadEnd">): string {
  const { deadEnd } = event;
  return endingVersionOf(event)?.key ?? `${endless}${deadEnd === undefined ? "" : deadEndFilterValueOf(deadEnd)}`;
}

export function endFilterLabel(value: string): string {
  if (value.startsWith(endless)) {
    return text("none ({deadEnd})", { deadEnd: deadEndFilterLabel(value.slice(endless.length)) });
  }
  const [version = "", end, ...more] = value.split("@");
  if (end === undefined || more.length > 0) return value;
  return end === "gone"
    ? text("{version}, not in the profile", { version })
    : text("{version} on {end}", { version, end });
}

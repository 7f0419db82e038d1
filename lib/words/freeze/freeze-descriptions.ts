import { type Message, message } from "#lib/language/text.ts";
import type { FreezeTimeError } from "#lib/policy/freeze/freeze-period.ts";

/** Why the times of a freeze period are refused, shown beside the field. */
export const freezeTimeErrorDescriptions: Readonly<Record<FreezeTimeError["code"], Message>> = {
  unreadable: message("Not a date and time with its offset, such as 2026-12-18T17:00:00+01:00."),
  "ends-before-it-begins": message("The end is not after the beginning."),
  "too-long": message("A freeze period is at most a year long."),
};

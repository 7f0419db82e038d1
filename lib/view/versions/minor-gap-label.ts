import { text } from "#lib/language/text.ts";
import type { MinorGap } from "#lib/policy/profiles/minor-gaps.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";

/** Describes why a minor cannot be crossed, and until when, if the profile has a date for it. */
export function minorGapLabel({ reason, endsAt }: Pick<MinorGap, "reason" | "endsAt">): string {
  if (reason === "absent") return text("Missing");
  return endsAt === undefined
    ? text("Preview only")
    : text("Preview only until {end}", { end: formatVersionEndDate(endsAt) });
}

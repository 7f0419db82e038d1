import { text } from "#lib/language/text.ts";
import type { ProfileDifference } from "./profile-differences.ts";
import { apiDateLabel } from "./version-labels.ts";

/** Describes a difference of a profile since the last visit: `1.33.4 now expires 24 Nov 2026 (was 31 Dec 2026)`. */
export function describeProfileDifference({ image, version, kind, was, is }: ProfileDifference): string {
  const name = image === undefined ? version : `${image} ${version}`;
  switch (kind) {
    case "added":
      return is === "" ? text("{name} was added", { name }) : text("{name} was added as {is}", { name, is });
    case "removed":
      return text("{name} was removed", { name });
    case "end-moved": {
      const then = apiDateLabel(was || undefined);
      return is === ""
        ? text("{name} has no end date any more (was {then})", { name, then })
        : text("{name} now expires {end} (was {then})", { name, end: apiDateLabel(is), then });
    }
    case "reclassified":
      return text("{name} is now {is} (was {was})", {
        name,
        is: is || text("unclassified"),
        was: was || text("unclassified"),
      });
    default:
      return kind satisfies never;
  }
}

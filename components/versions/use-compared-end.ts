import { useSearchParams } from "next/navigation";
import { lastDayOfVersion, lastSecondOfDay } from "#lib/words/version-end.ts";

const field = "compared";

/**
 * End that a version's chosen end is compared with, in epoch milliseconds: the day in the URL, so that a colleague who
 * opens the link compares the same days; otherwise the end in the CloudProfile.
 */
export function useComparedEnd(written: number | undefined) {
  const asked = useSearchParams().get(field);
  return (asked === null ? undefined : lastSecondOfDay(asked)) ?? written;
}

/** Writes the day of the compared end to the URL; undefined for the end in the CloudProfile. */
export function writeComparedEndToUrl(endsAt: number | undefined): void {
  const { pathname, search, hash } = window.location;
  const params = new URLSearchParams(search);
  if (endsAt === undefined) params.delete(field);
  else params.set(field, lastDayOfVersion(endsAt));
  window.history.replaceState(null, "", `${pathname}?${params}${hash}`);
}

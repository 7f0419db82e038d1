import { useQuery } from "@tanstack/react-query";
import { useNow } from "#components/ui/state/use-now.ts";
import { isShownAt } from "#lib/announcements/concerned.ts";
import type { Announcement } from "#lib/contract/announcements/announcements.ts";
import { announcementsQuery } from "../queries/announcement-queries.ts";

/** The announcements that are shown now, warnings first, without remarks on versions. */
export function useShownAnnouncements(): readonly Announcement[] {
  const { data } = useQuery(announcementsQuery);
  const now = useNow(60_000);
  const shown = (data?.announcements ?? []).filter((each) => each.place.kind !== "version" && isShownAt(each, now));
  return shown.sort((a, b) => Number(b.importance === "warning") - Number(a.importance === "warning"));
}

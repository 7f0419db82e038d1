import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { announcementsQuery, changeAnnouncement } from "#components/data/queries/announcement-queries.ts";

/** Mutation of announcements, which are read again whatever its outcome, so that a conflict shows the current ones. */
export function useAnnouncementChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeAnnouncement,
    onSettled: () => refetchActiveQueries(client, announcementsQuery.queryKey),
  });
}

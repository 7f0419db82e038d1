import type { Announcement } from "#lib/contract/announcements/announcements.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { VisibleOccurrence } from "./report-notices.ts";

/** The clusters of a rule that an announcement is about. */
export interface AnnouncedTo {
  /** The first of them by project and name, which the notice names. */
  readonly first: FleetRow;
  readonly clusters: number;
}

/** Counts a cluster among those that an announcement is about. */
export function withAnnouncedCluster(before: AnnouncedTo | undefined, row: FleetRow): AnnouncedTo {
  if (before === undefined) return { first: row, clusters: 1 };
  const isFirst = `${row.project}/${row.name}` < `${before.first.project}/${before.first.name}`;
  return { first: isFirst ? row : before.first, clusters: before.clusters + 1 };
}

/**
 * What a rule reports of an announcement: once for all its clusters, while the announcement is shown. One that was
 * changed is another.
 */
export function announcedOccurrence(
  { id, name: title, from, until, at }: Announcement,
  { first: { uid, project, namespace, name }, clusters }: AnnouncedTo,
): VisibleOccurrence {
  const end = parseInstant(until);
  return {
    cluster: { uid, project, namespace, name },
    occurrence: {
      event: "announced",
      key: `announced ${id} ${at}`,
      from: parseInstant(from) ?? 0,
      ...(end !== undefined && { until: end }),
      fact: { kind: "announced", title, clusters },
      at: from ?? at,
    },
  };
}

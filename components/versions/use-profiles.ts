import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { useThrottledFleetRows } from "#components/data/live/use-throttled-fleet-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { versionsQuery } from "#components/data/queries/versions-queries.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { chooseProfiles, profileWithUsageOf } from "#lib/view/versions/read-profiles.ts";
import type { ProfileWithUsage, VersionsPageSubject } from "#lib/view/versions/version-rows.ts";

const noRows: readonly FleetRow[] = [];
const noProfiles: readonly Profile[] = [];

export interface ShownProfiles {
  readonly all: readonly Profile[];
  readonly chosen: readonly ProfileWithUsage[];
  /** Names of profiles in the URL that do not exist. */
  readonly unknown: readonly string[];
  readonly rows: readonly FleetRow[];
  /** Whether the numbers of clusters are complete, because the fleet has been read. */
  readonly counted: boolean;
}

/**
 * Returns the CloudProfiles and how many visible clusters use them. The profiles (undefined until read) and the rows
 * are deferred values, so that user input can interrupt their rendering.
 */
export function useProfiles(asked: readonly string[], subject: VersionsPageSubject) {
  const versions = useQuery(versionsQuery);
  const fleet = useQuery(fleetQuery);
  const answer = useDeferredValue(versions.data);
  const rows = useDeferredValue(useThrottledFleetRows(fleet.data?.rows) ?? noRows);
  const all = answer?.profiles ?? noProfiles;
  const { chosen, unknown } = useMemo(() => chooseProfiles(all, asked, { rows, subject }), [all, asked, rows, subject]);
  const read = useMemo(() => chosen.map((profile) => profileWithUsageOf(profile, all, rows)), [chosen, all, rows]);
  const counted = rows !== noRows && (fleet.data === undefined || areRowsComplete(fleet.data.freshness));
  const shown = useMemo<ShownProfiles>(
    () => ({ all, chosen: read, unknown, rows, counted }),
    [all, read, unknown, rows, counted],
  );
  return { versions, answer, shown };
}

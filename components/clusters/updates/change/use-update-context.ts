"use client";

import { useMemo } from "react";
import { type UpdateContext, updateContext } from "#lib/act/updates/judge-draft.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { readWorld } from "#lib/view/ladder/read-world.ts";

/** What of a Shoot a change is judged by: its heartbeat makes it another object every minute, and changes nothing here. */
function groundsOf({ metadata, spec, status }: Shoot): string {
  const { deletionTimestamp } = metadata;
  const operation = annotationOf({ metadata }, annotations.operation);
  const { inPlaceUpdates, credentials, gardener } = status ?? {};
  return JSON.stringify([spec, deletionTimestamp, operation, inPlaceUpdates, credentials?.rotation, gardener?.version]);
}

/** The cluster as it is now, with the profile of the forecast that is shown. */
export function useUpdateContext(shoot: Shoot, forecast: ClusterForecast): UpdateContext {
  const { world, snapshot } = forecast;
  const { release } = world;
  const profile = useMemo(() => {
    const read = readWorld(world);
    return read && prepareProfile(read.profile);
  }, [world]);
  const grounds = groundsOf(shoot);
  const now = parseInstant(snapshot.at) ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grounds stand for the Shoot.
  return useMemo(() => updateContext(shoot, profile, { release, now }), [grounds, profile, release, now]);
}

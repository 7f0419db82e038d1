"use client";

import { useMemo } from "react";
import { createUpdateContext, type UpdateContext } from "#lib/act/updates/spec-validator.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { readShootWithProfile } from "#lib/view/upcoming-versions/read-shoot-with-profile.ts";

/** Key of all Shoot fields on which possible changes depend, without status fields that change every minute. */
function inputsOf({ metadata, spec, status }: Shoot): string {
  const { deletionTimestamp } = metadata;
  const operation = annotationOf({ metadata }, annotations.operation);
  const { inPlaceUpdates, credentials, gardener } = status ?? {};
  return JSON.stringify([spec, deletionTimestamp, operation, inPlaceUpdates, credentials?.rotation, gardener?.version]);
}

/** Returns the current Shoot together with the CloudProfile of the shown forecast. */
export function useUpdateContext(shoot: Shoot, forecast: ClusterForecast): UpdateContext {
  const { world, snapshot } = forecast;
  const { release, gates } = world;
  const profile = useMemo(() => {
    const read = readShootWithProfile(world);
    return read && prepareProfile(read.profile);
  }, [world]);
  const grounds = inputsOf(shoot);
  const now = parseInstant(snapshot.at) ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grounds stand for the Shoot.
  return useMemo(
    () => createUpdateContext(shoot, profile, { garden: { release, gates }, now }),
    [grounds, profile, release, gates, now],
  );
}

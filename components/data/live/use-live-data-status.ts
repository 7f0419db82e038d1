import { useQuery } from "@tanstack/react-query";
import { useNow } from "#components/ui/state/use-now.ts";
import { type ScreenLiveness, screenLivenessOf } from "#lib/fleet/liveness.ts";
import { fleetQuery } from "../queries/fleet-queries.ts";
import { useLiveFleet } from "./live-fleet.tsx";

/** Returns whether the data on screen are live, delayed or outdated. */
export function useLiveDataStatus(): ScreenLiveness {
  const freshness = useQuery({ ...fleetQuery, select: (fleet) => fleet.freshness }).data;
  const { connection, pausedAt } = useLiveFleet();
  return screenLivenessOf({ freshness, connection, pausedAt }, useNow(1_000));
}

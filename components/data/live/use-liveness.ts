import { useQuery } from "@tanstack/react-query";
import { useNow } from "#components/ui/state/use-now.ts";
import { type Liveness, liveness } from "#lib/fleet/liveness.ts";
import { fleetQuery } from "../queries/fleet-queries.ts";
import { useLiveFleet } from "./live-fleet.tsx";

/** Returns how far the data on screen can be trusted right now. */
export function useLiveness(): Liveness {
  const freshness = useQuery({ ...fleetQuery, select: (fleet) => fleet.freshness }).data;
  const { connection, pausedAt } = useLiveFleet();
  return liveness({ freshness, connection, pausedAt }, useNow(1_000));
}

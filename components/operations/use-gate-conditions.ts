import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import type { FleetSnapshot } from "#lib/contract/fleet.ts";
import type { StagedRun } from "#lib/contract/staged/staged-runs.ts";
import { type GateCondition, type GateObservation, gateConditionsOf } from "#lib/staged-runs/stage-gate.ts";

/** What the live list shows of clusters. It has every cluster of each project of which the server shows a run's. */
export function observationOf(fleet: FleetSnapshot | undefined, nowMs: number): GateObservation {
  const rows = new Map(fleet?.rows.map((row) => [row.uid, row]));
  const isCurrent = fleet?.freshness.state === "live" && fleet.freshness.parts === undefined;
  return { rowOf: (uid) => rows.get(uid), isListed: () => isCurrent, nowMs };
}

/** Returns a function that says what the next stage of a run waits for, by the rows of the live list. */
export function useGateConditions(): (run: StagedRun, nowMs: number) => readonly GateCondition[] | undefined {
  const fleet = useQuery(fleetQuery).data;
  return useMemo(() => {
    const observation = observationOf(fleet, 0);
    return (run, nowMs) => gateConditionsOf(run, { ...observation, nowMs });
  }, [fleet]);
}

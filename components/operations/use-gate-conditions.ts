import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import type { StagedRun } from "#lib/contract/staged/staged-runs.ts";
import { type GateCondition, gateConditionsOf } from "#lib/staged-runs/stage-gate.ts";

/** Returns a function that says what the next stage of a run waits for, by the rows of the live list. */
export function useGateConditions(): (run: StagedRun, nowMs: number) => readonly GateCondition[] | undefined {
  const rows = useQuery(fleetQuery).data?.rows;
  return useMemo(() => {
    const byUid = new Map(rows?.map((row) => [row.uid, row]));
    return (run, nowMs) => gateConditionsOf(run, { rowOf: (uid) => byUid.get(uid), nowMs });
  }, [rows]);
}

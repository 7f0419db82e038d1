"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { checklistQuery, postChecklistChange } from "#components/data/queries/credential-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import type { Checklist, ChecklistChange } from "#lib/contract/checklist.ts";
import { emptyChecklist } from "#lib/view/checklist/change-checklist.ts";
import type { Cluster } from "../use-cluster.ts";
import { changeLocalChecklist, mergedChecklist, readLocalChecklist } from "./local-checklist.ts";

export interface ChecklistUse {
  readonly checklist: Checklist | undefined;
  /** `browser`: nobody else sees these ticks. */
  readonly keptIn: "garden" | "browser";
  readonly keptName: string | undefined;
  readonly unread: "forbidden" | "unknown-form" | undefined;
  readonly error: unknown;
  /** Why the last change was not kept. */
  readonly fault: string | undefined;
  readonly busy: boolean;
  /** One after the other; the first that is not kept is the last that is tried. */
  readonly change: (...changes: readonly ChecklistChange[]) => void;
  readonly refetch: () => void;
}

/** The checklist of a cluster: in the garden where the user's rights reach, else in the browser. */
export function useChecklist({ row }: Cluster): ChecklistUse {
  const client = useQueryClient();
  const query = checklistQuery(row);
  const { data, error, refetch } = useQuery(query);
  const user = useQuery(sessionQuery).data?.user.name;
  const readOnly = useReadOnlyReason() !== undefined;
  const [local, setLocal] = useState<Checklist>(() => readLocalChecklist(row.uid));
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const keptIn = data !== undefined && (!data.mayWrite || readOnly) ? "browser" : "garden";

  const changeHere = (changes: readonly ChecklistChange[]) => {
    setFault(undefined);
    for (const change of changes) {
      const changed = changeLocalChecklist(row.uid, change, { by: user ?? "you", at: new Date().toISOString() });
      if (!changed.ok) return setFault(localFaults[changed.error]);
      setLocal(changed.value);
    }
  };
  const changeThere = async (changes: readonly ChecklistChange[]) => {
    setBusy(true);
    try {
      for (const change of changes) {
        const checklist = await postChecklistChange(row, change);
        client.setQueryData(query.queryKey, (before) => before && { ...before, checklist });
      }
      setFault(undefined);
    } catch (problem) {
      setFault(faultOf(problem).detail ?? "The change could not be saved.");
      void refetch();
    } finally {
      setBusy(false);
    }
  };
  const kept = data && (data.checklist ?? emptyChecklist);
  return {
    checklist: kept && (keptIn === "browser" ? mergedChecklist(kept, local) : kept),
    keptIn,
    keptName: data?.keptIn,
    unread: data?.unread,
    error,
    fault,
    busy,
    change: (...changes) => {
      if (keptIn === "browser") changeHere(changes);
      else void changeThere(changes);
    },
    refetch: () => void refetch(),
  };
}

const localFaults = {
  "not-kept": "This browser does not allow pages to save data, so the tick is lost.",
  "unknown-item": "The checklist has no such item.",
  "too-many-rows": "The checklist is full.",
  "changed-meanwhile": "Somebody changed this item. Check again.",
} as const;

"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { checklistQuery, postChecklistChange } from "#components/data/queries/credential-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { offerUndo } from "#components/data/storage/undoable.ts";
import type { Checklist, ChecklistChange } from "#lib/contract/checklist.ts";
import { message, text } from "#lib/language/text.ts";
import { emptyChecklist } from "#lib/view/checklist/change-checklist.ts";
import { reverseOfChecklist } from "#lib/view/checklist/reverse-checklist.ts";
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

  const by = user ?? "you";
  /** Offers the way back from all of them together. */
  const offer = (undone: readonly ChecklistChange[], changes: readonly ChecklistChange[], redo: typeof changeHere) => {
    if (undone.length === 0) return;
    const subject = `checklist ${row.uid}`;
    const undo = () => redo(undone, false);
    offerUndo({ subject, what: `${wordsOf(changes)}: ${row.project}/${row.name}`, undo });
  };
  const changeHere = (changes: readonly ChecklistChange[], isOffered = true) => {
    setFault(undefined);
    const undone: ChecklistChange[] = [];
    for (const change of changes) {
      const before = readLocalChecklist(row.uid);
      const changed = changeLocalChecklist(row.uid, change, { by, at: new Date().toISOString() });
      if (!changed.ok) return setFault(text(localFaults[changed.error]));
      undone.push(...(reverseOfChecklist(change, { before, after: changed.value, by }) ?? []));
      setLocal(changed.value);
    }
    if (isOffered) offer(undone, changes, changeHere);
  };
  const changeThere = async (changes: readonly ChecklistChange[], isOffered = true) => {
    setBusy(true);
    const undone: ChecklistChange[] = [];
    try {
      for (const change of changes) {
        const before = client.getQueryData(query.queryKey)?.checklist ?? emptyChecklist;
        const checklist = await postChecklistChange(row, change);
        undone.push(...(reverseOfChecklist(change, { before, after: checklist, by }) ?? []));
        client.setQueryData(query.queryKey, (before) => before && { ...before, checklist });
      }
      setFault(undefined);
      if (isOffered) offer(undone, changes, (again, offered) => void changeThere(again, offered));
    } catch (problem) {
      setFault(faultOf(problem).detail ?? text("The change could not be saved."));
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

function wordsOf(changes: readonly ChecklistChange[]): string {
  const [change] = changes;
  if (changes.length > 1) return text("{count} items were marked", { count: changes.length });
  switch (change?.kind) {
    case "tick":
      return change.reason === undefined ? text("An item was ticked") : text("An item was left open with a reason");
    case "untick":
      return text("A tick was taken back");
    case "add-row":
      return text("A row was added");
    case "remove-row":
      return text("A row was removed");
    case undefined:
      return text("Nothing was changed");
    default:
      return change satisfies never;
  }
}

const localFaults = {
  "not-kept": message("This browser does not allow pages to save data, so the tick is lost."),
  "unknown-item": message("The checklist has no such item."),
  "too-many-rows": message("The checklist is full."),
  "changed-meanwhile": message("Somebody changed this item. Check again."),
} as const;

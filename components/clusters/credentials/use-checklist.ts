"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { checklistQuery, postChecklistChange } from "#components/data/queries/credential-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { offerUndo } from "#components/data/storage/undoable.ts";
import type { Checklist, ChecklistChangeRequest } from "#lib/contract/checklist.ts";
import { message, text } from "#lib/language/text.ts";
import { emptyChecklist } from "#lib/view/checklist/apply-checklist-change.ts";
import { changesThatRevertChecklist } from "#lib/view/checklist/reverse-checklist.ts";
import type { Cluster } from "../use-cluster.ts";
import { changeLocalChecklist, mergeChecklists, readLocalChecklist } from "./local-checklist.ts";

interface Changing {
  /** Changes to apply one after the other; the first that fails stops the rest. */
  readonly changes: readonly ChecklistChangeRequest[];
  /** Whether the changes are made in the browser's checklist instead of the garden's. */
  readonly isHere: boolean;
  /** Whether this undoes an earlier change; an undo is not offered for undo itself. */
  readonly isUndo?: boolean;
}

export type ChecklistState = ReturnType<typeof useChecklist>;

/** Returns a cluster's rotation checklist, stored in the garden if the user may write it there, else in the browser. */
export function useChecklist({ row }: Cluster) {
  const client = useQueryClient();
  const query = checklistQuery(row);
  const { data, error, refetch } = useQuery(query);
  const by = useQuery(sessionQuery).data?.user.name ?? "you";
  const readOnly = useReadOnlyReason() !== undefined;
  const [local, setLocal] = useState<Checklist>(() => readLocalChecklist(row.uid));
  const isHere = data !== undefined && (!data.mayWrite || readOnly);
  const kept = data && (data.checklist ?? emptyChecklist);

  const changing = useMutation({
    networkMode: "always",
    mutationFn: async ({ changes, isHere, isUndo = false }: Changing): Promise<string | undefined> => {
      const undone: ChecklistChangeRequest[] = [];
      for (const change of changes) {
        const before = isHere ? readLocalChecklist(row.uid) : client.getQueryData(query.queryKey)?.checklist;
        const changed = isHere
          ? changeLocalChecklist(row.uid, change, { by, at: new Date().toISOString() })
          : ({ ok: true, value: await postChecklistChange(row, change) } as const);
        if (!changed.ok) return text(localErrors[changed.error]);
        const after = changed.value;
        if (isHere) setLocal(after);
        else client.setQueryData(query.queryKey, (held) => held && { ...held, checklist: after });
        undone.push(...(changesThatRevertChecklist(change, { before: before ?? emptyChecklist, after, by }) ?? []));
      }
      if (isUndo || undone.length === 0) return undefined;
      offerUndo({
        subject: `checklist ${row.uid}`,
        what: `${labelOf(changes)}: ${row.project}/${row.name}`,
        undo: () => changing.mutate({ changes: undone, isHere, isUndo: true }),
      });
      return undefined;
    },
    onError: () => void refetch(),
  });
  const unkept = changing.error && (requestErrorOf(changing.error).detail ?? text("The change could not be saved."));
  return {
    checklist: kept && (isHere ? mergeChecklists(kept, local) : kept),
    /** `browser` means that no other user sees these ticks. */
    keptIn: isHere ? ("browser" as const) : ("garden" as const),
    keptName: data?.keptIn,
    unread: data?.unread,
    error,
    /** Why the last change of the checklist was not saved. */
    fault: unkept ?? changing.data,
    busy: changing.isPending,
    change: (...changes: readonly ChecklistChangeRequest[]) => changing.mutate({ changes, isHere }),
    refetch: () => void refetch(),
  };
}

function labelOf(changes: readonly ChecklistChangeRequest[]): string {
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

const localErrors = {
  "not-kept": message("This browser does not allow pages to save data, so the tick is lost."),
  "unknown-item": message("The checklist has no such item."),
  "too-many-rows": message("The checklist is full."),
  "changed-meanwhile": message("Somebody changed this item. Check again."),
} as const;

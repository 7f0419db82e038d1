import "server-only";
import { randomBytes } from "node:crypto";
import type { Checklist, ChecklistChangeRequest } from "#lib/contract/checklist.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { applyChecklistChange, type ChecklistError } from "#lib/view/checklist/apply-checklist-change.ts";
import { checklistItems, rotationStartOfItem } from "#lib/view/checklist/checklist-items.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { updateDocument } from "#server/storage/document-store.ts";
import { checklistDocumentStore } from "./checklist-document-store.ts";

export interface ChecklistChangeOptions {
  readonly client: GardenClient;
  /** The current Shoot, read with the user's own credential. */
  readonly shoot: Shoot;
  readonly by: string;
  readonly at: string;
  readonly signal: AbortSignal;
}

/** Stores one change of a rotation checklist and returns the new checklist. */
export async function storeChecklistChange(
  change: ChecklistChangeRequest,
  options: ChecklistChangeOptions,
): Promise<Checklist> {
  const { client, shoot, by, at, signal } = options;
  refuseOtherRotation(change, shoot);
  return updateDocument(checklistDocumentStore(client, shoot, signal), (checklist) => {
    const changed = applyChecklistChange(checklist, change, {
      by,
      at,
      newRowId: `row-${randomBytes(4).toString("hex")}`,
    });
    if (!changed.ok) throw problemOf(changed.error);
    return { book: changed.value, value: changed.value };
  });
}

/** Refuses to tick an item if another credential rotation has begun since the user loaded the page. */
function refuseOtherRotation(change: ChecklistChangeRequest, shoot: Shoot): void {
  if (change.kind !== "tick") return;
  const family = checklistItems.find(({ id }) => id === change.item)?.family ?? "both";
  if (rotationStartOfItem(shoot, family) === change.rotation) return;
  throw new ProblemError("conflict", { detail: text("This rotation is over, or another one has begun since.") });
}

function problemOf(fault: ChecklistError): ProblemError {
  switch (fault) {
    case "changed-meanwhile":
      return new ProblemError("conflict", { detail: text("Somebody else has changed this tick since you saw it.") });
    case "too-many-rows":
      return new ProblemError("invalid-request", { detail: text("The checklist is full.") });
    case "unknown-item":
      return new ProblemError("invalid-request", {
        detail: text("The checklist has no such item that can be ticked."),
      });
  }
}

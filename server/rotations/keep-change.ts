import "server-only";
import { randomBytes } from "node:crypto";
import type { Checklist, ChecklistChange } from "#lib/contract/checklist.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { type ChecklistFault, changeChecklist, emptyChecklist } from "#lib/view/checklist/change-checklist.ts";
import { checklistItems, rotationOfItem } from "#lib/view/checklist/checklist-items.ts";
import { ProblemError } from "../boundary/problem.ts";
import type { GardenClient } from "../garden/garden-client.ts";
import { GardenError } from "../garden/garden-error.ts";
import { checklistData, checklistName, checklistObject, checklistOfObject } from "./checklist-object.ts";

export interface KeepingOptions {
  readonly client: GardenClient;
  /** As it is now: read with the user's own credential. */
  readonly shoot: Shoot;
  readonly by: string;
  readonly at: string;
  readonly signal: AbortSignal;
}

/** Two people may tick at once. A refused write has done nothing, so the change is applied to what stands there then. */
const mostAttempts = 4;

/** Keeps one change of the checklist, and gives the checklist as it is afterwards. */
export async function keepChange(change: ChecklistChange, options: KeepingOptions): Promise<Checklist> {
  refuseOtherRotation(change, options.shoot);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await keepOnce(change, options);
    } catch (error) {
      const raced = error instanceof GardenError && (error.reason === "conflict" || error.reason === "already-exists");
      if (!raced || attempt >= mostAttempts) throw error;
    }
  }
}

async function keepOnce(change: ChecklistChange, options: KeepingOptions): Promise<Checklist> {
  const { client, shoot, by, at, signal } = options;
  const { name, namespace = "" } = shoot.metadata;
  const target = { resource: configMaps, namespace, name: checklistName(name) };
  const kept = await currentOf(client, target, signal);
  const checklist = kept === undefined ? emptyChecklist : checklistOfObject(kept);
  if (checklist === undefined) {
    const detail = `The ConfigMap ${target.name} holds a checklist of another form; it is not written over.`;
    throw new ProblemError("conflict", { detail });
  }
  const changed = changeChecklist(checklist, change, { by, at, newRowId: `row-${randomBytes(4).toString("hex")}` });
  if (!changed.ok) throw problemOf(changed.error);
  if (changed.value === checklist) return checklist;
  if (kept === undefined) {
    await client.create({ resource: configMaps, namespace }, checklistObject(shoot, changed.value), { signal });
  } else {
    const { uid, resourceVersion = "" } = kept.metadata;
    await client.patch(target, { metadata: { uid, resourceVersion }, data: checklistData(changed.value) }, { signal });
  }
  return changed.value;
}

async function currentOf(
  client: GardenClient,
  target: ObjectTarget,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  try {
    return (await client.get<KubeObject>(target, { signal })).body;
  } catch (error) {
    if (error instanceof GardenError && error.reason === "not-found") return undefined;
    throw error;
  }
}

/** A tick vouches for the rotation that the person looked at, not for one that began meanwhile. */
function refuseOtherRotation(change: ChecklistChange, shoot: Shoot): void {
  if (change.kind !== "tick") return;
  const family = checklistItems.find(({ id }) => id === change.item)?.family ?? "both";
  if (rotationOfItem(shoot, family) === change.rotation) return;
  throw new ProblemError("conflict", { detail: "This rotation is over, or another one has begun since." });
}

function problemOf(fault: ChecklistFault): ProblemError {
  switch (fault) {
    case "changed-meanwhile":
      return new ProblemError("conflict", { detail: "Somebody else has changed this tick since you saw it." });
    case "too-many-rows":
      return new ProblemError("invalid-request", { detail: "The checklist is full." });
    case "unknown-item":
      return new ProblemError("invalid-request", { detail: "The checklist has no such item that can be ticked." });
    default:
      return fault satisfies never;
  }
}

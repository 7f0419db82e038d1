import type { LastOperation } from "#lib/garden/condition.ts";
import { parseInstant } from "#lib/kube/instant.ts";

export const lastOperationTypes = ["Create", "Reconcile", "Delete", "Migrate", "Restore"] as const;
export type LastOperationType = (typeof lastOperationTypes)[number];

export const lastOperationStates = ["Processing", "Succeeded", "Error", "Failed", "Pending", "Aborted"] as const;
export type LastOperationState = (typeof lastOperationStates)[number];

/** Meaning of the last operation, as one word for the UI. */
export type LastOperationMeaning = "never-reconciled" | "not-scheduled" | "skipped" | "unrecognised" | Meaning;
type Meaning = (typeof meanings)[keyof typeof meanings];

export interface ParsedLastOperation {
  readonly meaning: LastOperationMeaning;
  /** Type of the last operation, if this build knows the type. */
  readonly type?: LastOperationType;
  readonly state?: LastOperationState;
  /** Type and state of the last operation as received, when this build does not know them. */
  readonly unknownType?: string;
  readonly unknownState?: string;
  /** Progress of the last operation in percent, integer 0 to 100. */
  readonly progress?: number;
  readonly description?: string;
  /** When the last operation was last written, RFC 3339; absent when missing or malformed. */
  readonly updatedAt?: string;
}

export function isLastOperationType(text: unknown): text is LastOperationType {
  return lastOperationTypes.some((type) => type === text);
}

function isLastOperationState(text: unknown): text is LastOperationState {
  return lastOperationStates.some((state) => state === text);
}

/** Limits a progress percentage to 0 to 100; undefined for anything but a finite number. */
export function clampProgress(progress: unknown): number | undefined {
  if (typeof progress !== "number" || !Number.isFinite(progress)) return undefined;
  return Math.min(100, Math.max(0, Math.floor(progress)));
}

const meanings = {
  Processing: "running",
  Succeeded: "finished",
  Error: "retrying",
  Failed: "stopped",
  Aborted: "aborted",
} as const satisfies Readonly<Record<Exclude<LastOperationState, "Pending">, string>>;

function meaningOf(type: LastOperationType | undefined, state: LastOperationState | undefined): LastOperationMeaning {
  if (state === undefined) return "unrecognised";
  if (state !== "Pending") return meanings[state];
  // The scheduler writes Create/Pending; gardenlet writes Pending without a type for a Shoot that it skips.
  return type === "Create" ? "not-scheduled" : "skipped";
}

/**
 * Interprets `status.lastOperation`: its meaning and limited progress. A type or state newer than this build is kept as
 * text, never dropped.
 * @source Gardener docs, usage/shoot/shoot_status; pkg/gardenlet/controller/shoot/shoot
 */
export function readLastOperation(lastOperation: LastOperation | null | undefined): ParsedLastOperation {
  if (!lastOperation) return { meaning: "never-reconciled" };
  const type = isLastOperationType(lastOperation.type) ? lastOperation.type : undefined;
  const state = isLastOperationState(lastOperation.state) ? lastOperation.state : undefined;
  const progress = clampProgress(lastOperation.progress);
  const updatedAt = lastOperation.lastUpdateTime;
  return {
    meaning: meaningOf(type, state),
    ...(type ? { type } : lastOperation.type ? { unknownType: String(lastOperation.type) } : {}),
    ...(state ? { state } : lastOperation.state ? { unknownState: String(lastOperation.state) } : {}),
    ...(progress === undefined ? {} : { progress }),
    ...(lastOperation.description ? { description: lastOperation.description } : {}),
    ...(updatedAt && parseInstant(updatedAt) !== undefined ? { updatedAt } : {}),
  };
}

import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import {
  annotationOf,
  annotations,
  joinOperations,
  rolloutOperation,
  rolloutOperationPrefix,
  rolloutPoolsOf,
} from "../operations/annotations.ts";
import { annotationCatalogue } from "../operations/catalogue.ts";
import { beginsRotation } from "../operations/catalogue-entry.ts";
import { operationType } from "../operations/operation-type.ts";
import { readOperations } from "../operations/shoot-facts.ts";
import { type AnnotationOperationId, isAnnotationOperation } from "../operations/vocabulary.ts";
import { operationsUnknownToRelease } from "../operations/vocabulary-of-release.ts";
import {
  isKubernetesAtLeast,
  isPhasedFamily,
  nodeRollingFamilies,
  type RotationFamily,
} from "../rotations/families.ts";
import {
  advanceEtcdKeyRotation,
  completeRotation,
  prunePendingPools,
  type RotationDraft,
  removeRolledPools,
  startEtcdKeyRotation,
  startNodeRollingRotation,
  startOneStepRotation,
  startRotationWithoutRollout,
} from "../rotations/rotation-start.ts";
import { isSshEnabled } from "../rotations/ssh-access.ts";
import { lastOperationAtFlowStart } from "../status/operation-outcome.ts";

interface Start {
  readonly shoot: Shoot;
  readonly rules: GardenerRules;
  readonly nowMs: number;
}

type Entry = (typeof annotationCatalogue)[AnnotationOperationId];

/** Whether an etcd key rotation completes by itself: alone if one-step; with all credentials if the versions allow. */
function etcdCompletesItself({ step, families }: Entry, { shoot, rules }: Start): boolean {
  if (families.length === 1) return step === "one-step";
  return rules("op.etcdSingle") === "known" && isKubernetesAtLeast(shoot, 34);
}

function startFamily(draft: RotationDraft, family: RotationFamily, entry: Entry, start: Start): RotationDraft {
  const { shoot, nowMs } = start;
  switch (family) {
    case "certificateAuthorities":
    case "serviceAccountKey":
      return entry.step === "start-without-rollout"
        ? startRotationWithoutRollout(draft, family, start)
        : startNodeRollingRotation(draft, family, nowMs);
    case "etcdEncryptionKey":
      return startEtcdKeyRotation(draft, etcdCompletesItself(entry, start), nowMs);
    case "sshKeypair":
      return isSshEnabled(shoot) ? startOneStepRotation(draft, family, nowMs) : draft;
    case "observability":
      return startOneStepRotation(draft, family, nowMs);
    default:
      return family satisfies never;
  }
}

function completeFamily(draft: RotationDraft, family: RotationFamily, entry: Entry, start: Start): RotationDraft {
  const { shoot, rules, nowMs } = start;
  if (!isPhasedFamily(family)) return draft;
  const isEtcdAmongOthers = family === "etcdEncryptionKey" && entry.families.length > 1;
  const isLeft = isEtcdAmongOthers && rules("rotation.completeWithoutEtcd") === "from134";
  return isLeft && isKubernetesAtLeast(shoot, 34) ? draft : completeRotation(draft, family, nowMs);
}

/** `status.credentials.rotation` after one operation; undefined when gardenlet does not handle the operation. */
function taken(draft: RotationDraft, operation: string, start: Start): RotationDraft | undefined {
  const rolled = rolloutOperationPrefix(operation);
  if (rolled === rolloutOperation) return draft;
  if (rolled) {
    const pools = rolloutPoolsOf(operation, rolled);
    return nodeRollingFamilies.reduce((next, twin) => removeRolledPools(next, twin, pools), draft);
  }
  if (!isAnnotationOperation(operation) || operationsUnknownToRelease(start.rules).has(operation)) return undefined;
  const entry = annotationCatalogue[operation];
  if (entry.sole || entry.takenBy !== "gardenlet") return undefined;
  const move = beginsRotation(entry) ? startFamily : entry.step === "complete" ? completeFamily : undefined;
  return move ? entry.families.reduce((next, family) => move(next, family, entry, start), draft) : draft;
}

/** The distinct pools of a `rollout-workers` operation; `*` stands for all. */
function poolsToRoll({ spec }: Shoot, operation: string): readonly string[] {
  const named = rolloutPoolsOf(operation, rolloutOperation);
  return named.includes("*") ? (spec.provider?.workers ?? []).map(({ name }) => name) : [...new Set(named)];
}

/**
 * The status field `manualWorkerPoolRollout` after a flow has started. An operation that adds no pool leaves an empty
 * block. Pools that no longer exist (all while hibernation is requested) are only removed when a rotation or an
 * in-place update is cleaned up as well.
 */
function manualRollout(
  { shoot, nowMs }: Start,
  operations: readonly string[],
  isTidied: boolean,
): Pick<ShootStatus, "manualWorkerPoolRollout"> {
  const current = shoot.status?.manualWorkerPoolRollout;
  const asked = operations.filter((operation) => rolloutOperationPrefix(operation) === rolloutOperation);
  if (!current && asked.length === 0) return {};
  const lastInitiationTime = formatInstant(nowMs);
  const added = asked
    .flatMap((operation) => poolsToRoll(shoot, operation))
    .map((name) => ({ name, lastInitiationTime }));
  const pending = [...(current?.pendingWorkersRollouts ?? []), ...added];
  const names = concernedPools(shoot);
  const left = isTidied ? pending.filter(({ name }) => names.has(name)) : pending;
  return { manualWorkerPoolRollout: left.length > 0 ? { pendingWorkersRollouts: left } : {} };
}

/** The pools for which a rollout or update can still be pending: none while hibernation is requested. */
function concernedPools({ spec }: Shoot): ReadonlySet<string> {
  if (spec.hibernation?.enabled === true) return new Set();
  return new Set((spec.provider?.workers ?? []).map(({ name }) => name));
}

function retryCycleStart({ shoot, nowMs }: Start, type: string, version: string | undefined): string {
  const { metadata, status } = shoot;
  const current = status?.retryCycleStartTime;
  const sameGeneration = metadata.generation === status?.observedGeneration;
  const sameVersion = version === undefined || version === status?.gardener?.version;
  const turnsToDelete = type === "Delete" && status?.lastOperation?.type !== "Delete";
  return current && sameGeneration && sameVersion && !turnsToDelete ? current : formatInstant(nowMs);
}

/** Status fields for the Seed on which the flow runs, and for the Shoot's UID. */
function placement({ metadata, spec, status }: Shoot, type: string): Partial<ShootStatus> {
  const moves = type !== "Migrate" && type !== "Delete" && Boolean(spec.seedName);
  return {
    ...(moves && spec.seedName ? { seedName: spec.seedName } : {}),
    ...(!status?.uid && metadata.uid ? { uid: metadata.uid } : {}),
  };
}

/** Pending in-place updates of existing pools; none if hibernation is requested, as waking up creates new machines. */
function inPlaceUpdates(shoot: Shoot): Pick<ShootStatus, "inPlaceUpdates"> {
  const pending = shoot.status?.inPlaceUpdates?.pendingWorkerUpdates;
  if (!pending) return {};
  const names = concernedPools(shoot);
  const auto = (pending.autoInPlaceUpdate ?? []).filter((name) => names.has(name));
  const manual = (pending.manualInPlaceUpdate ?? []).filter((name) => names.has(name));
  if (auto.length + manual.length === 0) return {};
  return { inPlaceUpdates: { pendingWorkerUpdates: { autoInPlaceUpdate: auto, manualInPlaceUpdate: manual } } };
}

function withoutEmpty(rotation: RotationDraft): RotationDraft | undefined {
  return Object.keys(rotation).length > 0 ? rotation : undefined;
}

/** The Shoot after gardenlet has started a flow. Status and annotation are two writes, in this order. */
export interface FlowStartResult {
  readonly shoot: Shoot;
  /** The operations that the flow has removed from the annotation. */
  readonly taken: readonly string[];
}

/**
 * What gardenlet writes when it starts a flow of any type: last operation, observed generation, rotations requested by
 * operations or the encryption config, and the operations it removes from the annotation. `retry`, `maintain`,
 * `reconcile` and `force-in-place-update` are not touched.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot (updateShootStatusOperationStart)
 */
export function simulateFlowStart(
  shoot: Shoot,
  nowMs: number,
  { rules = newestRules, version }: { readonly rules?: GardenerRules; readonly version?: string } = {},
): FlowStartResult {
  const start: Start = { shoot, rules, nowMs };
  const operations = readOperations(annotationOf(shoot, annotations.operation), rules);
  let draft: RotationDraft = shoot.status?.credentials?.rotation ?? {};
  const handled: string[] = [];
  for (const operation of operations) {
    const next = taken(draft, operation, start);
    if (next === undefined) continue;
    draft = next;
    handled.push(operation);
  }
  draft = nodeRollingFamilies.reduce((next, family) => prunePendingPools(next, family, shoot), draft);
  const rotation = withoutEmpty(advanceEtcdKeyRotation(draft, start));
  const type = operationType(shoot);
  const { metadata } = shoot;
  const { inPlaceUpdates: inPlace, ...status } = shoot.status ?? {};
  // A rotation of the etcd encryption key that the flow itself starts is added after obsolete pools are removed.
  const isTidied = Boolean(withoutEmpty(draft) ?? status.credentials?.rotation ?? inPlace?.pendingWorkerUpdates);
  return {
    taken: handled,
    shoot: {
      ...shoot,
      metadata: withoutTaken(
        metadata,
        operations.filter((operation) => !handled.includes(operation)),
      ),
      status: {
        ...status,
        ...inPlaceUpdates(shoot),
        ...manualRollout(start, handled, isTidied),
        ...(metadata.generation === undefined ? {} : { observedGeneration: metadata.generation }),
        ...(version === undefined ? {} : { gardener: { ...status?.gardener, version } }),
        ...(rotation || status?.credentials
          ? { credentials: { ...status?.credentials, ...(rotation ? { rotation } : {}) } }
          : {}),
        ...placement(shoot, type),
        lastOperation: lastOperationAtFlowStart(type, nowMs),
        retryCycleStartTime: retryCycleStart(start, type, version),
      },
    },
  };
}

function withoutTaken(metadata: Shoot["metadata"], left: readonly string[]): Shoot["metadata"] {
  const current = metadata.annotations;
  if (current?.[annotations.operation] === undefined) return metadata;
  const { [annotations.operation]: _, ...others } = current;
  const value = joinOperations(left);
  return { ...metadata, annotations: value === "" ? others : { ...others, [annotations.operation]: value } };
}

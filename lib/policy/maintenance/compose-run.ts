import { compareVersions } from "../versions/compare.ts";
import type { MaintenanceOutcome } from "../versions/decide.ts";
import type { ImageAbort } from "../versions/maintain-images.ts";
import { parseVersion } from "../versions/parse.ts";
import type { PoolVersions, VersionState } from "./version-state.ts";

/** The pool at which image maintenance stopped; earlier pools are updated. Only logged, not in the status. */
export interface ImageAbortAt {
  readonly code: ImageAbort;
  readonly pool: string;
}

/** Outcome of a run for one image, or that image maintenance stops. */
export type ImageOutcome = MaintenanceOutcome | { readonly outcome: "abort"; readonly code: ImageAbort };

/** Outcomes of the rules, at the instant of a run, for the versions before it. `place` is a pool's index. */
export interface MaintenanceRunOutcomes {
  controlPlane(): MaintenanceOutcome;
  /** Only called for pools with a version of their own. */
  poolKubernetes(place: number, version: string): MaintenanceOutcome;
  image(place: number, current: PoolVersions): ImageOutcome;
}

/** Outcome for a pool's own Kubernetes version; `limited` when it was limited to the control plane's version. */
export type PoolKubernetesOutcome = MaintenanceOutcome & { readonly limited?: boolean };

/** The changes a run proposes, before the API server is called. Lists are in the order of the spec's pools. */
export interface Proposal {
  readonly before: VersionState;
  /** The same object as `before` when no version changes. */
  readonly after: VersionState;
  readonly controlPlane: MaintenanceOutcome;
  /** Undefined for pools that follow the control plane. */
  readonly poolKubernetes: readonly (PoolKubernetesOutcome | undefined)[];
  /** Undefined from the pool on at which image maintenance stopped. */
  readonly images: readonly (MaintenanceOutcome | undefined)[];
  readonly imageAbort: ImageAbortAt | undefined;
}

/** Limits a pool's version to the control plane's version after the run. */
export function limitedToControlPlane(controlPlane: string, outcome: MaintenanceOutcome): PoolKubernetesOutcome {
  if (outcome.outcome !== "updated") return outcome;
  const [target, limit] = [parseVersion(outcome.to), parseVersion(controlPlane)];
  if (!target.ok || !limit.ok) return { outcome: "error", error: "INVALID_VERSION" };
  if (compareVersions(target.value, limit.value) <= 0) return { ...outcome, to: target.value.text };
  return { ...outcome, to: limit.value.text, limited: true };
}

function isReported(outcome: MaintenanceOutcome | undefined): boolean {
  return outcome?.outcome === "updated" || outcome?.outcome === "failed";
}

/**
 * Whether a run sends its spec to the API server: it does when it changes or reports anything, even only failures.
 * Nothing is reported for images when image maintenance stopped.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, reconcile
 */
export function sendsDryRun({ before, after, controlPlane, poolKubernetes, images, imageAbort }: Proposal): boolean {
  if (before !== after || isReported(controlPlane) || poolKubernetes.some(isReported)) return true;
  return imageAbort === undefined && images.some(isReported);
}

function targetOf(outcome: MaintenanceOutcome | undefined): string | undefined {
  return outcome?.outcome === "updated" ? outcome.to : undefined;
}

interface Images {
  readonly outcomes: (MaintenanceOutcome | undefined)[];
  readonly abort: ImageAbortAt | undefined;
}

function maintainImages(state: VersionState, answers: MaintenanceRunOutcomes): Images {
  const outcomes: (MaintenanceOutcome | undefined)[] = [];
  for (let place = 0; place < state.pools.length; place++) {
    const pool = state.pools[place];
    if (pool === undefined) continue;
    const outcome = answers.image(place, pool);
    if (outcome.outcome === "abort") return { outcomes, abort: { code: outcome.code, pool: pool.name } };
    outcomes.push(outcome);
  }
  return { outcomes, abort: undefined };
}

/**
 * Computes the changes of one maintenance run, before the API server judges them in a dry run:
 *
 * 1. machine images, by the kubelet versions from before the run,
 * 2. the control plane,
 * 3. pools with a version of their own, which never exceed the new one of the control plane.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, reconcile
 */
export function composeRun(before: VersionState, answers: MaintenanceRunOutcomes): Proposal {
  const images = maintainImages(before, answers);
  const controlPlane = answers.controlPlane();
  const kubernetes = targetOf(controlPlane) ?? before.kubernetes;
  const poolKubernetes: (PoolKubernetesOutcome | undefined)[] = [];
  const pools: PoolVersions[] = [];
  let changed = kubernetes !== before.kubernetes;
  for (let place = 0; place < before.pools.length; place++) {
    const pool = before.pools[place];
    if (pool === undefined) continue;
    const own = pool.kubernetes;
    const outcome =
      own === undefined ? undefined : limitedToControlPlane(kubernetes, answers.poolKubernetes(place, own));
    const ownKubernetes = targetOf(outcome) ?? own;
    const image = targetOf(images.outcomes[place]) ?? pool.image;
    const stays = ownKubernetes === own && image === pool.image;
    poolKubernetes.push(outcome);
    pools.push(stays ? pool : { name: pool.name, kubernetes: ownKubernetes, image });
    changed ||= !stays;
  }
  const after = changed ? { kubernetes, pools } : before;
  return { before, after, controlPlane, poolKubernetes, images: images.outcomes, imageAbort: images.abort };
}

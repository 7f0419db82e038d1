import { compareVersions } from "../versions/compare.ts";
import type { MaintenanceOutcome } from "../versions/decide.ts";
import type { ImageMaintenanceAbortReason } from "../versions/maintain-images.ts";
import { parseVersion } from "../versions/parse.ts";
import type { PoolVersions, ShootVersions } from "./version-state.ts";

/** The pool at which image maintenance stopped, and why; earlier pools are updated. Gardener only logs the abort. */
export interface ImageMaintenanceAbort {
  readonly code: ImageMaintenanceAbortReason;
  readonly pool: string;
}

/** Outcome of a maintenance run for one pool's image, or that image maintenance stops at this pool. */
export type ImageMaintenanceOutcome =
  | MaintenanceOutcome
  | { readonly outcome: "abort"; readonly code: ImageMaintenanceAbortReason };

/** Functions that return a maintenance run's outcome per component, given the versions before. `place`: pool index. */
export interface MaintenanceRunOutcomes {
  controlPlane(): MaintenanceOutcome;
  /** Outcome for a pool's Kubernetes version; only called for pools with a version of their own. */
  poolKubernetes(place: number, version: string): MaintenanceOutcome;
  image(place: number, current: PoolVersions): ImageMaintenanceOutcome;
}

/** Outcome for a pool's own Kubernetes version; `limited` when it was limited to the control plane's version. */
export type PoolKubernetesOutcome = MaintenanceOutcome & { readonly limited?: boolean };

/** The changes a run proposes, before the API server is called. Lists are in the order of the spec's pools. */
export interface MaintenanceProposal {
  readonly before: ShootVersions;
  /** The versions after the run; the same object as `before` when no version changes. */
  readonly after: ShootVersions;
  readonly controlPlane: MaintenanceOutcome;
  /** Outcomes for the pools' Kubernetes versions; undefined for pools that follow the control plane. */
  readonly poolKubernetes: readonly (PoolKubernetesOutcome | undefined)[];
  /** Outcomes for the pools' images; undefined from the pool on at which image maintenance stopped. */
  readonly images: readonly (MaintenanceOutcome | undefined)[];
  readonly imageAbort: ImageMaintenanceAbort | undefined;
}

/** Limits a pool's version to the control plane's version after the run. */
export function limitToControlPlaneVersion(controlPlane: string, outcome: MaintenanceOutcome): PoolKubernetesOutcome {
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
export function sendsDryRun({
  before,
  after,
  controlPlane,
  poolKubernetes,
  images,
  imageAbort,
}: MaintenanceProposal): boolean {
  if (before !== after || isReported(controlPlane) || poolKubernetes.some(isReported)) return true;
  return imageAbort === undefined && images.some(isReported);
}

function targetOf(outcome: MaintenanceOutcome | undefined): string | undefined {
  return outcome?.outcome === "updated" ? outcome.to : undefined;
}

interface Images {
  readonly outcomes: (MaintenanceOutcome | undefined)[];
  readonly abort: ImageMaintenanceAbort | undefined;
}

function maintainImages(state: ShootVersions, answers: MaintenanceRunOutcomes): Images {
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
 * Computes the changes of one maintenance run, before the API server validates them in a dry run:
 *
 * 1. machine images, by the kubelet versions from before the run, 2. the control plane, 3. pools with a version of
 * their own, which never exceed the new one of the control plane.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, reconcile
 */
export function composeRun(before: ShootVersions, answers: MaintenanceRunOutcomes): MaintenanceProposal {
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
      own === undefined ? undefined : limitToControlPlaneVersion(kubernetes, answers.poolKubernetes(place, own));
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

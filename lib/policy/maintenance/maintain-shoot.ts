import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { autoUpdateOf } from "../versions/auto-update.ts";
import { classificationContextAt } from "../versions/classification-context.ts";
import type { MaintenanceOutcome, UpdateTrigger } from "../versions/decide.ts";
import { filterFittingImageVersions } from "../versions/filter-image.ts";
import { findPoolImageFacts, maintainFittingImage } from "../versions/maintain-images.ts";
import { maintainKubernetes } from "../versions/maintain-kubernetes.ts";
import { type PreparedProfile, prepareProfile } from "../versions/prepared-profile.ts";
import { currentVersion } from "../versions/version-exclusion.ts";
import { applySpecCleanups } from "./cleanup-effect.ts";
import {
  composeRun,
  type ImageMaintenanceOutcome,
  type MaintenanceProposal,
  type MaintenanceRunOutcomes,
  sendsDryRun,
} from "./compose-run.ts";
import type { MaintenanceResult } from "./last-maintenance.ts";
import { namesOfRejectedFields, type SpecCleanup, specCleanups } from "./spec-cleanup.ts";
import { createVersionAdmission } from "./version-admission.ts";
import {
  pendingInPlacePoolNames,
  type ShootVersions,
  shootVersionsOf,
  withVersions,
  workerPoolsOf,
} from "./version-state.ts";
import type { MaintenanceViolation } from "./violation.ts";

/** Result of one maintenance run for the versions of a Shoot. */
export interface MaintenanceRun {
  readonly proposal: MaintenanceProposal;
  /** The API server's reasons to reject the maintenance run. When empty, the proposed spec is written. */
  readonly violations: readonly MaintenanceViolation[];
  /** Fields that the run clears from the spec; only when the control plane gets a new minor. */
  readonly cleanups: readonly SpecCleanup[];
  /** The versions after the run; unchanged when it was rejected. */
  readonly state: ShootVersions;
}

/** The time of a maintenance run (epoch milliseconds) and the rules of the landscape. */
export interface MaintenanceRunContext {
  readonly now: number;
  readonly rules?: GardenerRules;
}

/** A pool with the given image and kubelet version instead of those in its spec. */
export function poolWithVersions(pool: Worker, current: { readonly image: string; readonly kubelet: string }): Worker {
  const { image } = pool.machine;
  return {
    ...pool,
    machine: { ...pool.machine, ...(image && { image: { ...image, version: current.image } }) },
    kubernetes: { ...pool.kubernetes, version: current.kubelet },
  };
}

/** Maximum number of cached versions; the pools of a Shoot share one or two. */
const versionsKept = 100;

function answersAt(
  spec: ShootSpec,
  profile: PreparedProfile,
  { now, rules = newestRules }: MaintenanceRunContext,
): MaintenanceRunOutcomes {
  const auto = autoUpdateOf(spec.maintenance);
  const reading = classificationContextAt(now, rules);
  const pools = workerPoolsOf(spec);
  const controlPlane = spec.kubernetes.version ?? "";
  const ofKubernetes = memoizePerKey(versionsKept, (version) => {
    const selection = { versions: profile.kubernetes, current: currentVersion(version), reading };
    return maintainKubernetes(selection, auto.kubernetesVersion);
  });
  return {
    controlPlane: () => ofKubernetes(controlPlane),
    poolKubernetes: (_, version) => ofKubernetes(version),
    image: (place, { kubernetes = controlPlane, image: version }): ImageMaintenanceOutcome => {
      const pool = pools[place];
      if (pool === undefined) return { outcome: "none" };
      const worker = poolWithVersions(pool, { kubelet: kubernetes, image: version });
      const facts = findPoolImageFacts(worker, kubernetes, profile);
      if (!facts.ok) return { outcome: "abort", code: facts.error };
      const { image, machineType, kubelet } = facts.value;
      const fit = { worker, kubelet, machineType, capabilities: profile.capabilities };
      const fitting = filterFittingImageVersions(image, fit, rules);
      return maintainFittingImage(fitting, worker.machine.image, { reading, autoUpdate: auto.machineImageVersion });
    },
  };
}

/**
 * One complete maintenance run: the proposed changes, whether the API server accepts them, and the versions after it.
 * Without credentials, feature gates and the operation annotation.
 *
 * @param profile the Shoot's effective profile
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, reconcile
 */
export function simulateMaintenanceRun(
  shoot: Shoot,
  profile: CloudProfileSpec,
  moment: MaintenanceRunContext,
): MaintenanceRun {
  const { spec } = shoot;
  const { now, rules = newestRules } = moment;
  const prepared = prepareProfile(profile);
  const proposal = composeRun(shootVersionsOf(spec), answersAt(spec, prepared, moment));
  const { before, after } = proposal;
  const subject = { spec, pools: workerPoolsOf(spec), pendingInPlace: pendingInPlacePoolNames(shoot) };
  const admission = createVersionAdmission(prepared, rules);
  const violations = sendsDryRun(proposal) ? admission.judge(subject)(proposal, now) : [];
  const accepted = violations.length === 0;
  return {
    proposal,
    violations,
    cleanups: accepted ? specCleanups(spec, admission.limits(before.kubernetes, after.kubernetes)) : [],
    state: accepted ? after : before,
  };
}

/** The Shoot's spec after an accepted maintenance run; the old spec when the run was rejected or had nothing to do. */
export function specAfterMaintenanceRun(spec: ShootSpec, run: MaintenanceRun): ShootSpec {
  if (run.state === run.proposal.before) return spec;
  return stored(applySpecCleanups(withVersions(spec, run.state), run.cleanups));
}

/**
 * The spec as the API server stores it: from 1.34 on without a `cloudProfileName` that equals `buildCloudProfile`.
 * @source Gardener: pkg/utils/gardener/cloudprofile.go, SyncCloudProfileFields
 */
function stored(spec: ShootSpec): ShootSpec {
  const { cloudProfileName, cloudProfile, kubernetes } = spec;
  if (!cloudProfileName || cloudProfile?.name !== cloudProfileName || cloudProfile.kind !== "CloudProfile") return spec;
  const ended = namesOfRejectedFields(kubernetes.version, newestRules).includes("cloudProfileName");
  return ended ? { ...spec, cloudProfileName: null } : spec;
}

/** An updated component as in the texts of maintenance. */
interface ReportedComponent {
  readonly target: string;
  readonly place: string;
  /** Name of the machine image; undefined for a Kubernetes version. */
  readonly image?: string | undefined;
  readonly from: string;
}

const triggerReasons: { readonly [Trigger in UpdateTrigger]: readonly [kubernetes: string, image: string] } = {
  NOT_IN_PROFILE: ["Version does not exist in CloudProfile", "Version does not exist in CloudProfile"],
  EXPIRED: [
    "Kubernetes version expired - force update required",
    "Machine image version expired - force update required",
  ],
  AUTO_UPDATE: [
    "Automatic update of Kubernetes version configured",
    "Automatic update of the machine image version is configured",
  ],
};

function resultOf(
  { target, place, image, from }: ReportedComponent,
  outcome: MaintenanceOutcome | undefined,
): readonly MaintenanceResult[] {
  const what = image === undefined ? "Kubernetes version" : `machine image "${image}"`;
  if (outcome?.outcome === "updated") {
    const reason = triggerReasons[outcome.trigger][image === undefined ? 0 : 1];
    const description = `${place}: Updated ${what} from "${from}" to "${outcome.to}". Reason: ${reason}`;
    return [{ target, ok: true, description }];
  }
  if (outcome?.outcome !== "failed") return [];
  return [{ target, ok: false, description: `${place}: ${what} not updated`, failure: `${target}: ${outcome.error}` }];
}

/**
 * Results a run reports in `status.lastMaintenance`, in Gardener's order. No image is reported when image maintenance
 * stopped, nor are outcomes that Gardener only logs.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, buildMaintenanceMessages
 */
export function maintenanceResults({ proposal }: MaintenanceRun, spec: ShootSpec): readonly MaintenanceResult[] {
  const { kubernetes, pools } = proposal.before;
  const places = pools.map(({ name }) => `Worker pool "${name}"`);
  const imageNames = workerPoolsOf(spec).map(({ machine }) => machine.image?.name ?? "");
  const controlPlane = { target: "controlPlane", place: "Control Plane", from: kubernetes };
  const images = proposal.imageAbort === undefined ? proposal.images : [];
  return [
    ...resultOf(controlPlane, proposal.controlPlane),
    ...pools.flatMap(({ name, kubernetes: from = "" }, index) => {
      const pool = { target: `pool/${name}/kubernetes`, place: places[index] ?? name, from };
      return resultOf(pool, proposal.poolKubernetes[index]);
    }),
    ...pools.flatMap(({ name, image: from }, index) => {
      const pool = { target: `pool/${name}/image`, place: places[index] ?? name, image: imageNames[index] ?? "", from };
      return resultOf(pool, images[index]);
    }),
  ];
}

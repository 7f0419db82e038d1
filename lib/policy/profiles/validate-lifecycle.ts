import type { ExpirableVersion, LifecycleStage } from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import { type ProfileFault, profileFault } from "./profile-fault.ts";

const stageOrder: readonly string[] = ["preview", "supported", "deprecated", "expired"];

function isUnreadable(date: string | null | undefined): boolean {
  return Boolean(date) && parseInstant(date) === undefined;
}

/**
 * What the API server objects to in the classification and lifecycle of one version. Where the lifecycle is not admitted
 * at all, nothing else about the version is checked.
 *
 * @param path of the version, such as `spec.kubernetes.versions[0]`
 * @source Gardener: pkg/api/core/validation/utils.go
 */
export function validateLifecycle(
  version: ExpirableVersion,
  path: string,
  rules: EditionRules,
): readonly ProfileFault[] {
  const { classification, expirationDate } = version;
  const lifecycle = version.lifecycle ?? [];
  const admitted = rules("class.lifecycle");
  if (lifecycle.length > 0 && admitted !== "accepted") {
    const code = admitted === "forbidden" ? "LIFECYCLE_GATE_DISABLED" : "LIFECYCLE_UNKNOWN_FIELD";
    return [profileFault(code, `${path}.lifecycle`)];
  }
  const faults: ProfileFault[] = [];
  if (classification && !stageOrder.includes(classification)) {
    faults.push(profileFault("CLASSIFICATION_UNKNOWN", `${path}.classification`));
  }
  if (classification === "expired" && lifecycle.length === 0) {
    faults.push(profileFault("CLASSIFICATION_EXPIRED", `${path}.classification`));
  }
  if (isUnreadable(expirationDate)) faults.push(profileFault("DATE_UNREADABLE", `${path}.expirationDate`));
  if (lifecycle.length > 0 && (classification || expirationDate)) {
    faults.push(profileFault("LIFECYCLE_AND_LEGACY", path));
  }
  return [...faults, ...lifecycle.flatMap((_, index) => validateStage(lifecycle, index, path))];
}

function validateStage(lifecycle: readonly LifecycleStage[], index: number, path: string): readonly ProfileFault[] {
  const stage = lifecycle[index];
  if (!stage) return [];
  const stagePath = `${path}.lifecycle[${index}]`;
  const faults: ProfileFault[] = [];
  const earlier = lifecycle.slice(0, index);
  const order = stageOrder.indexOf(stage.classification);
  const previous = earlier.at(-1);
  // Each rule by itself: an unknown stage is one that comes before all others, and may stand there twice, too.
  if (order < 0) faults.push(profileFault("CLASSIFICATION_UNKNOWN", `${stagePath}.classification`));
  if (earlier.some(({ classification }) => classification === stage.classification)) {
    faults.push(profileFault("LIFECYCLE_DUPLICATE", `${stagePath}.classification`));
  }
  if (previous && order < stageOrder.indexOf(previous.classification)) {
    faults.push(profileFault("LIFECYCLE_ORDER", `${stagePath}.classification`));
  }
  return [...faults, ...validateStart(stage, earlier, stagePath)];
}

function validateStart(
  stage: LifecycleStage,
  earlier: readonly LifecycleStage[],
  path: string,
): readonly ProfileFault[] {
  if (!stage.startTime) return earlier.length > 0 ? [profileFault("LIFECYCLE_START_REQUIRED", path)] : [];
  const startsAt = parseInstant(stage.startTime);
  if (startsAt === undefined) return [profileFault("DATE_UNREADABLE", `${path}.startTime`)];
  const before = earlier.map(({ startTime }) => parseInstant(startTime)).findLast((at) => at !== undefined);
  return before !== undefined && startsAt < before ? [profileFault("LIFECYCLE_START_ORDER", path)] : [];
}

import type { ExpirableVersion, LifecycleStage } from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { type ProfileErrors, profileError, profileErrorIf } from "./profile-error.ts";

const stageOrder: readonly string[] = ["preview", "supported", "deprecated", "expired"];

function isUnreadable(date: string | null | undefined): boolean {
  return Boolean(date) && parseInstant(date) === undefined;
}

/**
 * Validation errors for the classification and lifecycle of one version. If a lifecycle is not allowed at all, nothing
 * else about the version is checked.
 *
 * @param path of the version, such as `spec.kubernetes.versions[0]`
 * @source Gardener: pkg/api/core/validation/utils.go
 */
export function validateLifecycle(version: ExpirableVersion, path: string, rules: GardenerRules): ProfileErrors {
  const { classification, expirationDate } = version;
  const lifecycle = version.lifecycle ?? [];
  const admitted = rules("class.lifecycle");
  if (lifecycle.length > 0 && admitted !== "accepted") {
    const code = admitted === "forbidden" ? "LIFECYCLE_GATE_DISABLED" : "LIFECYCLE_UNKNOWN_FIELD";
    return [profileError(code, `${path}.lifecycle`)];
  }
  const isStage = !classification || stageOrder.includes(classification);
  const isLegacyEnd = classification === "expired" && lifecycle.length === 0;
  const isBoth = lifecycle.length > 0 && Boolean(classification || expirationDate);
  return [
    ...profileErrorIf(!isStage, "CLASSIFICATION_UNKNOWN", `${path}.classification`),
    ...profileErrorIf(isLegacyEnd, "CLASSIFICATION_EXPIRED", `${path}.classification`),
    ...profileErrorIf(isUnreadable(expirationDate), "DATE_UNREADABLE", `${path}.expirationDate`),
    ...profileErrorIf(isBoth, "LIFECYCLE_AND_LEGACY", path),
    ...lifecycle.flatMap((stage, index) =>
      validateStage(stage, lifecycle.slice(0, index), `${path}.lifecycle[${index}]`),
    ),
  ];
}

/** Errors for a lifecycle stage, by independent rules: an unknown stage precedes all others and may be a duplicate. */
function validateStage(stage: LifecycleStage, earlier: readonly LifecycleStage[], path: string): ProfileErrors {
  const at = `${path}.classification`;
  const order = stageOrder.indexOf(stage.classification);
  const previous = earlier.at(-1);
  const isRepeated = earlier.some(({ classification }) => classification === stage.classification);
  const goesBack = previous !== undefined && order < stageOrder.indexOf(previous.classification);
  return [
    ...profileErrorIf(order < 0, "CLASSIFICATION_UNKNOWN", at),
    ...profileErrorIf(isRepeated, "LIFECYCLE_DUPLICATE", at),
    ...profileErrorIf(goesBack, "LIFECYCLE_ORDER", at),
    ...validateStart(stage, earlier, path),
  ];
}

function validateStart(stage: LifecycleStage, earlier: readonly LifecycleStage[], path: string): ProfileErrors {
  if (!stage.startTime) return profileErrorIf(earlier.length > 0, "LIFECYCLE_START_REQUIRED", path);
  const startsAt = parseInstant(stage.startTime);
  if (startsAt === undefined) return [profileError("DATE_UNREADABLE", `${path}.startTime`)];
  const before = earlier.map(({ startTime }) => parseInstant(startTime)).findLast((at) => at !== undefined);
  return profileErrorIf(before !== undefined && startsAt < before, "LIFECYCLE_START_ORDER", path);
}

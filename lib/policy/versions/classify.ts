import type { Classification, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { RuleValues } from "../editions/rules.ts";
import type { ListedVersion, VersionStage } from "./listed-version.ts";

/** An instant, and how the Gardener release interprets lifecycle dates and classifications at that instant. */
export interface ClassificationContext {
  /** The instant at which versions are classified, in epoch milliseconds. */
  readonly now: number;
  readonly model: RuleValues["class.model"];
  readonly boundary: RuleValues["class.boundary"];
}

function hasBegun(startsAt: number, { now, boundary }: ClassificationContext): boolean {
  return boundary === "strict" ? startsAt < now : startsAt <= now;
}

const known: ReadonlySet<string> = new Set(["unavailable", "preview", "supported", "deprecated", "expired"]);

function isClassification(text: string): text is Classification {
  return known.has(text);
}

/** Lifecycle stages of a version: `lifecycle[]` if given and supported, else `classification` and `expirationDate`. */
export function stagesOf(
  { lifecycle, legacy }: ListedVersion,
  { model }: Pick<ClassificationContext, "model">,
): readonly VersionStage[] {
  return model === "lifecycle" && lifecycle.length > 0 ? lifecycle : legacy;
}

/**
 * The classification of a version at an instant: the last stage in list order that has begun; a stage begins strictly
 * after its start. Without any stage a version is supported, with only future stages it is unavailable. A past expiry
 * overrides the classification. A stage of an unknown name counts as supported.
 *
 * Before Gardener 1.121 classification and expiry were independent: use `isExpired`, `isPreview` etc., not this value.
 *
 * @source Gardener: pkg/api/core/v1beta1/helper, CurrentLifecycleClassification
 */
export function classifyVersion(listed: ListedVersion, reading: ClassificationContext): Classification {
  const classification = currentStage(listed, reading);
  return isClassification(classification) ? classification : "supported";
}

/** The name of a version's current lifecycle stage, whether or not this build knows it. */
function currentStage(listed: ListedVersion, reading: ClassificationContext): string {
  const stages = stagesOf(listed, reading);
  if (stages.length === 0) return "supported";
  let classification: string = "unavailable";
  for (const stage of stages) {
    if (hasBegun(stage.startsAt, reading)) classification = stage.classification;
  }
  return classification;
}

function isRaw(listed: ListedVersion, classification: Classification, reading: ClassificationContext): boolean {
  if (reading.model !== "separateFields") return classifyVersion(listed, reading) === classification;
  return listed.entry.classification === classification;
}

/** Whether a version has expired: its expiration date, or the start of its lifecycle stage `expired`, has passed. */
export function isExpired(listed: ListedVersion, reading: ClassificationContext): boolean {
  return classifyVersion(listed, reading) === "expired";
}

export function isPreview(listed: ListedVersion, reading: ClassificationContext): boolean {
  return isRaw(listed, "preview", reading);
}

export function isDeprecated(listed: ListedVersion, reading: ClassificationContext): boolean {
  return isRaw(listed, "deprecated", reading);
}

/** Whether a version is supported: unclassified versions are, stages of an unknown name are not. */
export function isSupported(listed: ListedVersion, reading: ClassificationContext): boolean {
  return currentStage(listed, reading) === "supported";
}

/** Whether a version is neither expired nor unavailable, so that it may be newly requested. */
export function isActive(listed: ListedVersion, reading: ClassificationContext): boolean {
  const classification = classifyVersion(listed, reading);
  return classification !== "expired" && classification !== "unavailable";
}

/** Whether a version has a classification or a lifecycle. Unclassified versions count as supported. */
export function isClassified({ classification, lifecycle }: ExpirableVersion): boolean {
  return Boolean(classification) || (lifecycle?.length ?? 0) > 0;
}

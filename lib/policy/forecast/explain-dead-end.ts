import type { Worker } from "#lib/garden/shoot.ts";
import { classificationContextAt } from "../versions/classification-context.ts";
import { type ClassificationContext, isPreview, stagesOf } from "../versions/classify.ts";
import { compareVersions } from "../versions/compare.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { parseVersion } from "../versions/parse.ts";
import { findImage } from "../versions/prepared-profile.ts";
import type { DeadEnd, DeadEndRemedy, DeadEndVisibility } from "./dead-end.ts";
import { findImageMismatches, type StepExplanationContext } from "./explain-step.ts";
import type { SimulatedFailure } from "./runs-by-component.ts";

/** A component that cannot be updated, without the maintenance windows in which this happens. */
export type FailureToExplain = Omit<SimulatedFailure, "window" | "until">;

/** Code of a dead end, how the Shoot's status shows it, and what would resolve it. */
export interface DeadEndExplanation {
  readonly code: DeadEnd["code"];
  readonly sign: DeadEndVisibility;
  readonly remedies: readonly DeadEndRemedy[];
  /** Whether the remedy of the dead end depends on something without a date. */
  readonly undated: boolean;
  readonly becauseOfPool?: string;
}

function endOfPreview(listed: ListedVersion, reading: ClassificationContext): DeadEndRemedy {
  const next = stagesOf(listed, reading).find(({ startsAt, classification }) => {
    return startsAt >= reading.now && Number.isFinite(startsAt) && classification !== "preview";
  });
  return { code: "end-preview", version: listed.text, ...(next && { at: next.startsAt }) };
}

function isUndated(remedies: readonly DeadEndRemedy[]): boolean {
  return remedies.some((remedy) => remedy.code === "end-preview" && remedy.at === undefined);
}

function reported(code: DeadEnd["code"], remedies: readonly DeadEndRemedy[]): DeadEndExplanation {
  return { code, sign: "reported-as-failed", remedies, undated: isUndated(remedies) };
}

function silent(code: DeadEnd["code"], remedies: readonly DeadEndRemedy[]): DeadEndExplanation {
  return { code, sign: "silent", remedies, undated: false };
}

/** Explains a failed version selection: the Shoot's own version, or one of the profile's, is unreadable. */
function unreadable(version: string): DeadEndExplanation {
  return parseVersion(version).ok
    ? reported("profile-unreadable", [{ code: "correct-profile" }])
    : silent("version-unreadable", [{ code: "correct-spec" }]);
}

/** Remedy of postponing a version's expiry, which only helps if the version must be replaced because it expired. */
function postponed({ version, outcome }: FailureToExplain): readonly DeadEndRemedy[] {
  const isExpired = outcome.outcome === "failed" && outcome.trigger === "EXPIRED";
  return isExpired ? [{ code: "postpone-expiry", version }] : [];
}

/** Why a Kubernetes version cannot be replaced. */
export function explainKubernetesDeadEnd(
  block: FailureToExplain,
  { lanes }: StepExplanationContext,
): DeadEndExplanation {
  const { version, outcome } = block;
  if (outcome.outcome === "error") return silent("version-unreadable", [{ code: "correct-spec" }]);
  if (outcome.outcome === "failed" && outcome.error !== "NO_SUITABLE_VERSION") return unreadable(version);
  const current = parseVersion(version);
  if (!current.ok) return unreadable(version);
  const { major, minor } = current.value;
  const reading = classificationContextAt(block.at, lanes.rules);
  const above = lanes.profile.kubernetes.filter((listed) => {
    return listed.version?.major === major && listed.version.minor > minor;
  });
  const previews = above.filter((listed) => listed.version?.minor === minor + 1 && isPreview(listed, reading));
  if (previews.length > 0) {
    return reported("preview-only", [...previews.map((one) => endOfPreview(one, reading)), ...postponed(block)]);
  }
  const missing: DeadEndRemedy = { code: "add-kubernetes-minor", minor: `${major}.${minor + 1}` };
  return reported(above.length > 0 ? "no-next-minor" : "highest-minor", [missing, ...postponed(block)]);
}

function imageFailure(block: FailureToExplain, pool: Worker, { lanes }: StepExplanationContext): DeadEndExplanation {
  const { version, outcome, at, kubelet } = block;
  const image = pool.machine.image?.name ?? "";
  const add: DeadEndRemedy = { code: "add-image-version", image };
  if (outcome.outcome === "failed" && outcome.trigger === "NOT_IN_PROFILE") {
    const misfits = findImageMismatches(pool, { kubelet, image: version }, lanes);
    if (misfits.length > 0) {
      return reported("image-does-not-fit", [{ code: "change-pool" }, add, { code: "change-image" }]);
    }
  }
  if (outcome.outcome === "failed" && outcome.error === "IMAGE_END_OF_LIFE") {
    return reported("image-end-of-life", [add, { code: "change-image" }, ...postponed(block)]);
  }
  const reading = classificationContextAt(at, lanes.rules);
  const level = findImage(lanes.profile.images, image)?.strategy === "patch" ? "minor" : "major";
  const previews = higherPreviews(lanes, { image, version, level }, reading);
  if (previews.length > 0) {
    return reported("preview-only", [...previews.map((one) => endOfPreview(one, reading)), ...postponed(block)]);
  }
  if (!hasHigher(lanes, image, version)) {
    return reported("newest-image", [add, { code: "change-image" }, ...postponed(block)]);
  }
  const strategy: DeadEndRemedy = { code: "change-update-strategy", image };
  return reported("no-higher-image", [add, strategy, { code: "change-image" }, ...postponed(block)]);
}

/** Whether the profile lists a higher version of the image, in any lifecycle stage and of any minor or major. */
function hasHigher({ profile }: StepExplanationContext["lanes"], image: string, version: string): boolean {
  const current = parseVersion(version);
  if (!current.ok) return false;
  const listed = findImage(profile.images, image)?.versions ?? [];
  return listed.some((one) => one.version !== undefined && compareVersions(one.version, current.value) > 0);
}

interface Level {
  readonly image: string;
  readonly version: string;
  readonly level: "minor" | "major";
}

function higherPreviews({ profile }: StepExplanationContext["lanes"], wanted: Level, reading: ClassificationContext) {
  const current = parseVersion(wanted.version);
  if (!current.ok) return [];
  return (findImage(profile.images, wanted.image)?.versions ?? []).filter((listed) => {
    const { version } = listed;
    if (version === undefined || !isPreview(listed, reading)) return false;
    if (wanted.level === "major") return version.major > current.value.major;
    return version.major === current.value.major && version.minor > current.value.minor;
  });
}

function abortStory(code: string, culprit: Worker | undefined, isOwn: boolean): DeadEndExplanation {
  const because = isOwn || culprit === undefined ? {} : { becauseOfPool: culprit.name };
  const { image, type } = culprit?.machine ?? { image: undefined, type: "" };
  if (code === "MACHINE_TYPE_NOT_IN_PROFILE") {
    const add: DeadEndRemedy = { code: "add-machine-type", machineType: type };
    return { ...silent("machine-type-not-in-profile", [add, { code: "change-pool" }]), ...because };
  }
  if (code === "IMAGE_NOT_IN_PROFILE") {
    const add: DeadEndRemedy = { code: "add-image-version", image: image?.name ?? "" };
    return { ...silent("image-not-in-profile", [add, { code: "change-image" }]), ...because };
  }
  const missing = code === "IMAGE_MISSING" ? "image-missing" : "version-unreadable";
  return { ...silent(missing, [{ code: "correct-spec" }]), ...because };
}

/** Why a pool's image cannot be replaced. `place` is the pool's index in the spec. */
export function explainImageDeadEnd(
  block: FailureToExplain,
  { place, pools }: { readonly place: number; readonly pools: readonly Worker[] },
  context: StepExplanationContext,
): DeadEndExplanation {
  const pool = pools[place];
  const { outcome } = block;
  if (outcome.outcome === "abort") {
    const culprit = pools.find(({ name }) => name === outcome.pool);
    return abortStory(outcome.code, culprit, culprit === pool);
  }
  if (pool === undefined || outcome.outcome === "error") return unreadable(block.version);
  const isChoice = outcome.outcome === "failed" && !/^(NO_SUITABLE_VERSION|IMAGE_END_OF_LIFE)$/.test(outcome.error);
  return isChoice ? unreadable(block.version) : imageFailure(block, pool, context);
}

import type { DeadEnd, DeadEndSign, Rejection, Remedy } from "#lib/policy/forecast/dead-end.ts";
import type { ImageViolationCode, PoolViolationCode, Violation } from "#lib/policy/maintenance/violation.ts";
import { utcClock } from "./clock.ts";
import { formatDate } from "./format-time.ts";
import { formatEndDate } from "./version-end.ts";
import { listed } from "./words.ts";

/** What stands in the way, without the subject. */
const obstacles = {
  "no-next-minor": "the profile lacks the next minor. Gardener never skips a minor",
  "preview-only": "only preview versions follow. Maintenance never installs previews",
  "highest-minor": "the profile lists no newer minor",
  "image-end-of-life": "no higher version is usable. The image may have reached its end of life",
  "newest-image": "the profile lists no newer version of the image",
  "no-higher-image": "its update strategy leads to no higher version",
  "image-does-not-fit": "no other version of the image fits the pool either",
  "image-not-in-profile": "the profile does not list the image",
  "machine-type-not-in-profile": "the profile does not list the machine type",
  "image-missing": "the pool names no image",
  "version-unreadable": "the version cannot be read",
  "profile-unreadable": "the profile lists a version that cannot be read, and the choice fails with it",
} as const satisfies { readonly [Code in DeadEnd["code"]]: string };

function subjectOf({ code, version }: Pick<DeadEnd, "code" | "version">): string {
  switch (code) {
    case "version-unreadable":
      return version === "" ? "No version is set:" : `"${version}" is not a version:`;
    case "image-does-not-fit":
      return `${version} does not fit the pool, and`;
    case "image-not-in-profile":
    case "machine-type-not-in-profile":
    case "image-missing":
      return "The image stays as it is:";
    default:
      return `${version || "The version in use"} expires, and`;
  }
}

/** Says why a lane cannot move although it would have to. */
export function sentenceOfDeadEnd(deadEnd: Pick<DeadEnd, "code" | "version" | "becauseOfPool">): string {
  const culprit =
    deadEnd.becauseOfPool === undefined
      ? ""
      : ` Maintenance stops at pool ${deadEnd.becauseOfPool} and updates no further images.`;
  return `${subjectOf(deadEnd)} ${obstacles[deadEnd.code]}.${culprit}`;
}

/** How a dead end shows in the Shoot's status, so that its silence is not taken for health. */
export const signSentences = {
  "reported-as-failed": "Everything else is updated, and the last maintenance shows Failed.",
  "whole-run-refused":
    "Nothing in the run is applied, not even harmless changes, and the last maintenance shows Failed.",
  silent: "The status does not mention it.",
} as const satisfies { readonly [Sign in DeadEndSign]: string };

/** Says how to resolve a dead end. */
export function sentenceOfRemedy(remedy: Remedy): string {
  switch (remedy.code) {
    case "add-kubernetes-minor":
      return `The operator adds a version ${remedy.minor}.x to the profile.`;
    case "end-preview":
      return `The preview of ${remedy.version} ends${remedy.at === undefined ? ", which has no date" : ` on ${formatEndDate(remedy.at)}`}.`;
    case "add-image-version":
      return remedy.image === ""
        ? "The operator adds a version of the image to the profile."
        : `The operator adds a version of ${remedy.image} to the profile.`;
    case "change-image":
      return "The owner chooses another image for the pool.";
    case "change-update-strategy":
      return `The operator changes the update strategy of ${remedy.image}.`;
    case "change-pool":
      return "The owner changes the pool: its machine type, architecture or container runtime.";
    case "correct-spec":
      return "The owner corrects the version in the cluster's specification.";
    case "correct-profile":
      return "The operator corrects the profile.";
    case "add-machine-type":
      return `The operator adds the machine type ${remedy.machineType} to the profile.`;
    case "postpone-expiry":
      return `The operator postpones the expiry of ${remedy.version} (a temporary fix).`;
    case "update-pool":
      return `The owner updates the Kubernetes version of pool ${remedy.pool}.`;
    case "update-image":
      return `The owner updates the image of pool ${remedy.pool}.`;
    case "finish-in-place-update":
      return `The pending in-place update of pool ${remedy.pool} is finished.`;
    case "remove-field":
      return `The owner removes the field spec.${remedy.field}.`;
    case "lower-minimums":
      return `The owner lowers the minimums of the pools, to ${remedy.limit} in all or less.`;
    case "raise-node-limit":
      return `The operator raises limits.maxNodesTotal of the profile to ${remedy.nodes} or more.`;
    case "wait-for-stage":
      return `${remedy.version} becomes available${remedy.at === undefined ? "" : ` on ${formatDate(remedy.at, utcClock)}`}.`;
  }
}

const imageObjections: Readonly<Record<ImageViolationCode, string>> = {
  IMAGE_NOT_LISTED: "its image version is not in the profile",
  IMAGE_ARCHITECTURE: "its image is not for the machines' architecture",
  IMAGE_INACTIVE: "its image version is expired or not yet available",
  IMAGE_INPLACE: "its image does not allow the update in place",
  IMAGE_DOWNGRADE: "its image would become older",
  IMAGE_KUBELET_CONSTRAINT: "its image does not support its Kubernetes version",
};

const poolObjections: Readonly<Record<PoolViolationCode, string>> = {
  ...imageObjections,
  DOWNGRADE: "its Kubernetes version would become older",
  SKIPS_MINOR: "its Kubernetes version would skip a minor",
  ABOVE_CONTROL_PLANE: "its Kubernetes version would be above the control plane's",
  SKEW: "its Kubernetes version would be too far behind the control plane's",
  VERSION_NOT_LISTED: "its Kubernetes version is not in the profile",
  INPLACE_UPDATE_PENDING: "an in-place update is still pending",
};

const controlPlaneObjections = {
  DOWNGRADE: "the control plane's version would become older",
  SKIPS_MINOR: "the control plane's version would skip a minor",
  VERSION_NOT_LISTED: "the control plane's new version is not in the profile",
} as const satisfies Record<Extract<Violation, { scope: "control-plane" }>["code"], string>;

/** What the API server objects to, without a full stop. */
export function wordsOfViolation(violation: Violation): string {
  switch (violation.scope) {
    case "control-plane":
      return controlPlaneObjections[violation.code];
    case "pool":
      return `pool ${violation.pool}: ${poolObjections[violation.code]}`;
    case "field":
      return `the new Kubernetes version does not take spec.${violation.field}`;
    case "limits":
      return `the pools need at least ${violation.nodes} nodes where the profile allows ${violation.limit}`;
  }
}

/** Says why every run is refused. */
export function sentenceOfRejection({ violations }: Pick<Rejection, "violations">): string {
  return `The API server would refuse the whole maintenance run: ${listed(violations.map(wordsOfViolation))}.`;
}

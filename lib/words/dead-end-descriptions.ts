import { type Message, message, text } from "#lib/language/text.ts";
import type { DeadEnd, DeadEndRemedy, DeadEndVisibility, RejectedRunPeriod } from "#lib/policy/forecast/dead-end.ts";
import type { ImageViolationCode, MaintenanceViolation, PoolViolationCode } from "#lib/policy/maintenance/violation.ts";
import { utcClock } from "./clock.ts";
import { formatList } from "./format-list.ts";
import { formatDate } from "./format-time.ts";
import { formatVersionEndDate } from "./version-end.ts";

/** Reason of each dead end, as a clause without its subject. */
const obstacles = {
  "no-next-minor": message("the profile lacks the next minor. Gardener never skips a minor"),
  "preview-only": message("only preview versions follow. Maintenance never installs previews"),
  "highest-minor": message("the profile lists no newer minor"),
  "image-end-of-life": message("no higher version is usable. The image may have reached its end of life"),
  "newest-image": message("the profile lists no newer version of the image"),
  "no-higher-image": message("its update strategy leads to no higher version"),
  "image-does-not-fit": message("no other version of the image fits the pool either"),
  "image-not-in-profile": message("the profile does not list the image"),
  "machine-type-not-in-profile": message("the profile does not list the machine type"),
  "image-missing": message("the pool names no image"),
  "version-unreadable": message("the version cannot be read"),
  "profile-unreadable": message("the profile lists a version that cannot be read, and the choice fails with it"),
} as const satisfies { readonly [Code in DeadEnd["code"]]: Message };

function stuckDescription({ code, version }: Pick<DeadEnd, "code" | "version">): string {
  const obstacle = text(obstacles[code]);
  switch (code) {
    case "version-unreadable":
      return version === ""
        ? text("No version is set: {obstacle}.", { obstacle })
        : text('"{version}" is not a version: {obstacle}.', { version, obstacle });
    case "image-does-not-fit":
      return text("{version} does not fit the pool, and {obstacle}.", { version, obstacle });
    case "image-not-in-profile":
    case "machine-type-not-in-profile":
    case "image-missing":
      return text("The image stays as it is: {obstacle}.", { obstacle });
    default:
      return version === ""
        ? text("The version in use expires, and {obstacle}.", { obstacle })
        : text("{version} expires, and {obstacle}.", { version, obstacle });
  }
}

/** Describes why a component is stuck although an update would be required. */
export function describeDeadEndReason(deadEnd: Pick<DeadEnd, "code" | "version" | "becauseOfPool">): string {
  const stuck = stuckDescription(deadEnd);
  const pool = deadEnd.becauseOfPool;
  return pool === undefined
    ? stuck
    : `${stuck} ${text("Maintenance stops at pool {pool} and updates no further images.", { pool })}`;
}

/** How dead ends show in a Shoot's status, so that a status without errors is not mistaken for health. */
export const deadEndSignDescriptions = {
  "reported-as-failed": message("Everything else is updated, and the last maintenance shows Failed."),
  "whole-run-refused": message(
    "Nothing in the run is applied, not even harmless changes, and the last maintenance shows Failed.",
  ),
  silent: message("The status does not mention it."),
} as const satisfies { readonly [Sign in DeadEndVisibility]: Message };

/** Text of each remedy, in which the facts of the remedy are inserted. */
const remedies = {
  "add-kubernetes-minor": message("The operator adds a version {minor}.x to the profile."),
  "change-image": message("The owner chooses another image for the pool."),
  "change-update-strategy": message("The operator changes the update strategy of {image}."),
  "change-pool": message("The owner changes the pool: its machine type, architecture or container runtime."),
  "correct-spec": message("The owner corrects the version in the cluster's specification."),
  "correct-profile": message("The operator corrects the profile."),
  "postpone-expiry": message("The operator postpones the expiry of {version} (a temporary fix)."),
  "update-pool": message("The owner updates the Kubernetes version of pool {pool}."),
  "update-image": message("The owner updates the image of pool {pool}."),
  "finish-in-place-update": message("The pending in-place update of pool {pool} is finished."),
  "remove-field": message("The owner removes the field spec.{field}."),
  "lower-minimums": message("The owner lowers the minimums of the pools, to {limit} in all or less."),
  "raise-node-limit": message("The operator raises limits.maxNodesTotal of the profile to {nodes} or more."),
} as const satisfies { readonly [Code in DeadEndRemedy["code"]]?: Message };

/** Sentence that says how to resolve a dead end. */
export function describeDeadEndRemedy(remedy: DeadEndRemedy): string {
  switch (remedy.code) {
    case "end-preview":
      return remedy.at === undefined
        ? text("The preview of {version} ends, which has no date.", { version: remedy.version })
        : text("The preview of {version} ends on {date}.", {
            version: remedy.version,
            date: formatVersionEndDate(remedy.at),
          });
    case "add-image-version":
      return remedy.image === ""
        ? text("The operator adds a version of the image to the profile.")
        : text("The operator adds a version of {image} to the profile.", { image: remedy.image });
    case "add-machine-type":
      return text("The operator adds the machine type {type} to the profile.", { type: remedy.machineType });
    case "wait-for-stage":
      return remedy.at === undefined
        ? text("{version} becomes available.", { version: remedy.version })
        : text("{version} becomes available on {date}.", {
            version: remedy.version,
            date: formatDate(remedy.at, utcClock),
          });
    default:
      return text(remedies[remedy.code], { ...remedy });
  }
}

const imageObjections: Readonly<Record<ImageViolationCode, Message>> = {
  IMAGE_NOT_LISTED: message("its image version is not in the profile"),
  IMAGE_ARCHITECTURE: message("its image is not for the machines' architecture"),
  IMAGE_INACTIVE: message("its image version is expired or not yet available"),
  IMAGE_INPLACE: message("its image does not allow the update in place"),
  IMAGE_DOWNGRADE: message("its image would become older"),
  IMAGE_KUBELET_CONSTRAINT: message("its image does not support its Kubernetes version"),
};

const poolObjections: Readonly<Record<PoolViolationCode, Message>> = {
  ...imageObjections,
  DOWNGRADE: message("its Kubernetes version would become older"),
  SKIPS_MINOR: message("its Kubernetes version would skip a minor"),
  ABOVE_CONTROL_PLANE: message("its Kubernetes version would be above the control plane's"),
  SKEW: message("its Kubernetes version would be too far behind the control plane's"),
  VERSION_NOT_LISTED: message("its Kubernetes version is not in the profile"),
  INPLACE_UPDATE_PENDING: message("an in-place update is still pending"),
};

const controlPlaneObjections = {
  DOWNGRADE: message("the control plane's version would become older"),
  SKIPS_MINOR: message("the control plane's version would skip a minor"),
  VERSION_NOT_LISTED: message("the control plane's new version is not in the profile"),
} as const satisfies Record<Extract<MaintenanceViolation, { scope: "control-plane" }>["code"], Message>;

/** Describes an error of the API server about a maintenance run as a clause, without a full stop. */
export function describeViolation(violation: MaintenanceViolation): string {
  switch (violation.scope) {
    case "control-plane":
      return text(controlPlaneObjections[violation.code]);
    case "pool":
      return text("pool {pool}: {objection}", {
        pool: violation.pool,
        objection: text(poolObjections[violation.code]),
      });
    case "field":
      return text("the new Kubernetes version does not take spec.{field}", { field: violation.field });
    case "limits":
      return text("the pools need at least {nodes} nodes where the profile allows {limit}", {
        nodes: violation.nodes,
        limit: violation.limit,
      });
  }
}

/** Sentence that says why every maintenance run is refused. */
export function describeRejection({ violations }: Pick<RejectedRunPeriod, "violations">): string {
  return text("The API server would refuse the whole maintenance run: {objections}.", {
    objections: formatList(violations.map(describeViolation)),
  });
}

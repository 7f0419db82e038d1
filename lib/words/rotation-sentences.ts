import { dayMs } from "#lib/kube/time-units.ts";
import type { RotationWarning } from "#lib/policy/operations/rotation-warnings.ts";
import {
  isRotationPhase,
  type PhasedFamily,
  type RotationFamily,
  type RotationWait,
} from "#lib/policy/rotations/families.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";
import type { RotationStep } from "#lib/policy/rotations/rotation-progress.ts";
import { familyName } from "./words.ts";

/** Where a rotation stands, for a cell or a stepper. */
export const rotationStepWords = {
  idle: "Never rotated",
  preparing: "Being prepared: old and new are both valid",
  "waiting-for-pools": "Waiting for pools to be rolled",
  "ready-to-complete": "Prepared: old and new are both valid",
  completing: "Being completed: the old ones are dropped",
  done: "Done",
  unrecognised: "In a phase that Almanac does not know",
} as const satisfies { readonly [Step in RotationStep]: string };

/**
 * A phase as Gardener spells it, in words: `WaitingForWorkersRollout` is `Waiting for workers rollout`. One that is newer
 * than this build stays as it is.
 */
export function phaseWords(phase: string): string {
  if (!isRotationPhase(phase)) return phase;
  const [first = "", ...rest] = phase.split(/(?<=[a-z])(?=[A-Z])/);
  return [first, ...rest.map((word) => word.toLowerCase())].join(" ");
}

/** What a rotation wants of the user, one sentence each. */
export const rotationWaitWords = {
  "roll-pools": "Roll the waiting pools, one by one if you like.",
  "select-nodes": "Select the nodes of the pools that you update by hand.",
  "update-clients-and-complete": "Update every client, then complete the rotation.",
  complete: "Complete the rotation.",
} as const satisfies { readonly [Wait in RotationWait]: string };

/** What a rotation means for whoever uses the credential: while both are valid, and once it is completed. */
export interface RotationMeaning {
  readonly meanwhile: string;
  readonly afterwards: string;
}

export const rotationMeanings = {
  certificateAuthorities: {
    meanwhile: "Old kubeconfigs still work. Hand out new ones.",
    afterwards: "Clients that only trust the old certificate authority lose access.",
  },
  serviceAccountKey: {
    meanwhile: "Tokens of both keys work, and long-lived tokens used outside the cluster should be replaced.",
    afterwards: "Tokens signed with the old key stop working.",
  },
  etcdEncryptionKey: {
    meanwhile: "Stored objects are encrypted with the new key, and the old one can still be read.",
    afterwards: "The old key is gone. No action needed.",
  },
  sshKeypair: {
    meanwhile: "The nodes learn the new key without being replaced.",
    afterwards: "The previous key works until the next rotation.",
  },
  observability: {
    meanwhile: "The new password is being set.",
    afterwards: "The old password does not work any more.",
  },
} as const satisfies { readonly [Family in RotationFamily]: RotationMeaning };

function toComplete(family: PhasedFamily): string {
  return `The rotation of the ${familyName(family)} has been prepared for a while and should be completed.`;
}

/** Says one of the reminders that the API server gives on an update. */
export function sentenceOfRotationWarning(warning: RotationWarning): string {
  switch (warning.id) {
    case "rotation-due":
      if (warning.family === "all") return "No credential of this cluster has ever been rotated.";
      return warning.initiatedAt === undefined
        ? `There has never been a rotation of the ${familyName(warning.family)}.`
        : `Last rotation of the ${familyName(warning.family)}: more than ${defaultRotationIntervalMs / dayMs} days ago.`;
    case "rotation-to-complete":
      return toComplete(warning.family);
    case "deprecated-operation":
      return `${warning.operation} is going away; use rotate-etcd-encryption-key.`;
    default:
      return warning satisfies never;
  }
}

import { dayMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { RotationWarning } from "#lib/policy/operations/rotation-warnings.ts";
import type { PhasedFamily, RotationFamily, RotationUserAction } from "#lib/policy/rotations/families.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";
import type { RotationProgressStep } from "#lib/policy/rotations/rotation-progress.ts";
import { rotationFamilyLabel } from "./format-list.ts";

/** Labels of the progress of a rotation, for a table cell or a stepper. */
export const rotationStepLabels = {
  idle: message("Never rotated"),
  preparing: message("Being prepared: old and new are both valid"),
  "waiting-for-pools": message("Waiting for pools to be rolled"),
  "ready-to-complete": message("Prepared: old and new are both valid"),
  completing: message("Being completed: the old ones are dropped"),
  done: message("Done"),
  unrecognised: message("In a phase that Almanac does not know"),
} as const satisfies { readonly [Step in RotationProgressStep]: Message };

/** Descriptions of what the user has to do next in a rotation. */
export const rotationWaitDescriptions = {
  "roll-pools": message("Roll the waiting pools, one by one if you like."),
  "select-nodes": message("Select the nodes of the pools that you update by hand."),
  "update-clients-and-complete": message("Update every client, then complete the rotation."),
  complete: message("Complete the rotation."),
} as const satisfies { readonly [Wait in RotationUserAction]: Message };

/** Effect of a rotation on users of the credential: while old and new are valid, and after completion. */
export interface RotationDescription {
  readonly meanwhile: Message;
  readonly afterwards: Message;
}

export const rotationDescriptions = {
  certificateAuthorities: {
    meanwhile: message("Old kubeconfigs still work. Hand out new ones."),
    afterwards: message("Clients that only trust the old certificate authority lose access."),
  },
  serviceAccountKey: {
    meanwhile: message("Tokens of both keys work, and long-lived tokens used outside the cluster should be replaced."),
    afterwards: message("Tokens signed with the old key stop working."),
  },
  etcdEncryptionKey: {
    meanwhile: message("Stored objects are encrypted with the new key, and the old one can still be read."),
    afterwards: message("The old key is gone. No action needed."),
  },
  sshKeypair: {
    meanwhile: message("The nodes learn the new key without being replaced."),
    afterwards: message("The previous key works until the next rotation."),
  },
  observability: {
    meanwhile: message("The new password is being set."),
    afterwards: message("The old password does not work any more."),
  },
} as const satisfies { readonly [Family in RotationFamily]: RotationDescription };

function toComplete(family: PhasedFamily): string {
  return text("The rotation of the {family} has been prepared for a while and should be completed.", {
    family: rotationFamilyLabel(family),
  });
}

/** Sentence for a rotation warning that the API server returns on an update. */
export function describeRotationWarning(warning: RotationWarning): string {
  switch (warning.id) {
    case "rotation-due":
      if (warning.family === "all") return text("No credential of this cluster has ever been rotated.");
      return warning.initiatedAt === undefined
        ? text("There has never been a rotation of the {family}.", { family: rotationFamilyLabel(warning.family) })
        : text("Last rotation of the {family}: more than {days} days ago.", {
            family: rotationFamilyLabel(warning.family),
            days: defaultRotationIntervalMs / dayMs,
          });
    case "rotation-to-complete":
      return toComplete(warning.family);
    case "deprecated-operation":
      return text("{operation} is going away; use rotate-etcd-encryption-key.", { operation: warning.operation });
    default:
      return warning satisfies never;
  }
}

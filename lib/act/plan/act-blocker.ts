import { type Message, message, text } from "#lib/language/text.ts";
import { formatList } from "#lib/words/format-list.ts";

/** Reason why an action cannot be turned into a request. */
export type ActBlocker =
  | {
      readonly code:
        | "unknown-operation"
        | "pools-needed"
        | "no-pools-taken"
        | "not-schedulable"
        | "requested-already"
        | "not-scheduled";
      readonly operation: string;
    }
  | {
      readonly code:
        | "empty-change"
        | "seed-name-needed"
        | "binding-not-served"
        | "no-secret-binding"
        | "bindings-unreadable";
    }
  | { readonly code: "secret-binding-missing"; readonly name: string }
  | { readonly code: "kept-annotation"; readonly key: string }
  | { readonly code: "must-stand-alone"; readonly operation: string; readonly pending: readonly string[] };

/** Origin of a blocker: a malformed action, a policy of Almanac, or the state of the cluster. */
type BlockerKind = "malformed" | "policy" | "state";

const obstacles: Readonly<Record<ActBlocker["code"], readonly [BlockerKind, Message]>> = {
  "unknown-operation": ["malformed", message("{operation} is no operation that is requested through an annotation.")],
  "pools-needed": ["malformed", message("{operation} needs the names of pools.")],
  "no-pools-taken": ["malformed", message("{operation} is for the whole cluster and takes no pools.")],
  "empty-change": ["malformed", message("The change is empty.")],
  "kept-annotation": [
    "malformed",
    message("The annotation {key} is not set by a change of settings: it has an act of its own."),
  ],
  "not-schedulable": ["policy", message("{operation} cannot be planned for the maintenance window.")],
  "must-stand-alone": [
    "state",
    message("The operation {operation} must stand alone, and this is waiting for gardenlet already: {pending}."),
  ],
  "requested-already": ["state", message("{operation} has been requested already and waits for Gardener.")],
  "seed-name-needed": ["malformed", message("A move names one Seed and nothing else.")],
  "binding-not-served": [
    "state",
    message("This release of Gardener has no shoots/binding, through which control planes move."),
  ],
  "no-secret-binding": ["state", message("The cluster no longer has a SecretBinding.")],
  "bindings-unreadable": [
    "state",
    message("You are not allowed to list the bindings of this project, so the right CredentialsBinding is not known."),
  ],
  "secret-binding-missing": ["state", message("The SecretBinding {name} does not exist, or names no Secret.")],
  "not-scheduled": ["state", message("{operation} is not planned for the maintenance window any more.")],
};

export function kindOfActBlocker({ code }: ActBlocker): BlockerKind {
  return obstacles[code][0];
}

/** Sentence that says why no request can be made. */
export function describeActBlocker(obstacle: ActBlocker): string {
  const pending = "pending" in obstacle ? formatList(obstacle.pending) : "";
  return text(obstacles[obstacle.code][1], { ...obstacle, pending });
}

import { text } from "#lib/language/text.ts";
import { listed } from "#lib/words/words.ts";

/** Why no request can be made of an act at all. */
export interface ObstacleFacts {
  /** The act makes no sense whatever the cluster's state is. */
  readonly "unknown-operation": { readonly operation: string };
  readonly "pools-needed": { readonly operation: string };
  readonly "no-pools-taken": { readonly operation: string };
  readonly "empty-change": object;
  readonly "kept-annotation": { readonly key: string };
  /** What the cluster's present state, or a rule of ours, has against it. */
  readonly "not-schedulable": { readonly operation: string };
  readonly "must-stand-alone": { readonly operation: string; readonly pending: readonly string[] };
  readonly "requested-already": { readonly operation: string };
  readonly "not-scheduled": { readonly operation: string };
}

export type ObstacleCode = keyof ObstacleFacts;
export type ActObstacle = { [Code in ObstacleCode]: { readonly code: Code } & ObstacleFacts[Code] }[ObstacleCode];

/** Whose matter an obstacle is: a faulty act, a rule of ours, or the state that the cluster is in. */
export type ObstacleKind = "malformed" | "policy" | "state";

const kinds: Readonly<Record<ObstacleCode, ObstacleKind>> = {
  "unknown-operation": "malformed",
  "pools-needed": "malformed",
  "no-pools-taken": "malformed",
  "empty-change": "malformed",
  "kept-annotation": "malformed",
  "not-schedulable": "policy",
  "must-stand-alone": "state",
  "requested-already": "state",
  "not-scheduled": "state",
};

export function kindOfObstacle({ code }: ActObstacle): ObstacleKind {
  return kinds[code];
}

/** Says why no request can be made. One full sentence. */
export function sentenceOfActObstacle(obstacle: ActObstacle): string {
  switch (obstacle.code) {
    case "unknown-operation":
      return text("{operation} is no operation that is requested through an annotation.", {
        operation: obstacle.operation,
      });
    case "pools-needed":
      return text("{operation} needs the names of pools.", { operation: obstacle.operation });
    case "no-pools-taken":
      return text("{operation} is for the whole cluster and takes no pools.", { operation: obstacle.operation });
    case "empty-change":
      return text("The change is empty.");
    case "kept-annotation":
      return text("The annotation {key} is not set by a change of settings: it has an act of its own.", {
        key: obstacle.key,
      });
    case "not-schedulable":
      return text("{operation} cannot be planned for the maintenance window.", { operation: obstacle.operation });
    case "must-stand-alone":
      return text("The operation {operation} must stand alone, and this is waiting for gardenlet already: {pending}.", {
        operation: obstacle.operation,
        pending: listed(obstacle.pending),
      });
    case "requested-already":
      return text("{operation} has been requested already and waits for Gardener.", { operation: obstacle.operation });
    case "not-scheduled":
      return text("{operation} is not planned for the maintenance window any more.", { operation: obstacle.operation });
  }
}

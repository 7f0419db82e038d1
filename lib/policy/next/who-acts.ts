import type { Turn } from "./truth.ts";

/** Who looks at a cluster, as far as it decides who has to act. */
export interface Onlooker {
  /** Sees every cluster and may change CloudProfiles: operates the garden. */
  readonly operates: boolean;
  /** Owns the project, or is a member who may change its clusters. */
  readonly belongs: boolean;
  /** May change this cluster; undefined while that is not known. */
  readonly mayChange: boolean | undefined;
}

/**
 * Who has to act, as seen by the person who looks.
 *
 * - `team`: the owner and the members of the project, of which the person is none.
 * - `somebody`: the person may not act, or it is not known who may.
 * - `nobody`: nothing has to be done.
 */
export const parties = ["you", "team", "somebody", "operator", "provider", "gardener", "nobody"] as const;
export type Party = (typeof parties)[number];

function ownersSide({ operates, belongs, mayChange }: Onlooker): Party {
  if (mayChange === false) return "somebody";
  if (belongs) return "you";
  if (operates) return "team";
  return mayChange === true ? "you" : "somebody";
}

/** Who has to act, from a turn and from who looks: nobody is told that something is theirs without knowing it. */
export function whoActs(turn: Turn, onlooker: Onlooker): Party {
  switch (turn) {
    case "Owner":
      return ownersSide(onlooker);
    case "Operator":
      return onlooker.operates ? "you" : "operator";
    case "Provider":
      return "provider";
    case "Gardener":
      return "gardener";
    case "Nobody":
      return "nobody";
    default:
      return turn satisfies never;
  }
}

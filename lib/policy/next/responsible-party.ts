import type { ResponsibleRole } from "./diagnosis.ts";

/** The current user's relation to a cluster, as far as it affects who has to act. */
export interface UserRelation {
  /** Whether the user operates the garden: sees every cluster and may change CloudProfiles. */
  readonly operates: boolean;
  /** Whether the user owns the project, or is a member who may change its clusters. */
  readonly belongs: boolean;
  /** Whether the user may change the cluster; undefined while unknown. */
  readonly mayChange: boolean | undefined;
}

/**
 * Who has to act on a cluster, from the current user's perspective.
 *
 * - `team`: the owner and the members of the project, not including the current user.
 * - `somebody`: the current user may not act, or it is not known who may.
 * - `nobody`: nothing has to be done.
 */
export const responsibleParties = ["you", "team", "somebody", "operator", "provider", "gardener", "nobody"] as const;
export type ResponsibleParty = (typeof responsibleParties)[number];

function ownersSide({ operates, belongs, mayChange }: UserRelation): ResponsibleParty {
  if (mayChange === false) return "somebody";
  if (belongs) return "you";
  if (operates) return "team";
  return mayChange === true ? "you" : "somebody";
}

/** Who has to act on a cluster, from the user's perspective: `you` only if the user is known to be responsible. */
export function responsiblePartyOf(turn: ResponsibleRole, onlooker: UserRelation): ResponsibleParty {
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

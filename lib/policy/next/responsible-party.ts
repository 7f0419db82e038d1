import type { ResponsibleRole } from "./diagnosis.ts";

/** The viewer's relation to a cluster, as far as it affects who has to act. */
export interface UserRelation {
  /** Whether the viewer operates the garden: sees every cluster and may change CloudProfiles. */
  readonly operates: boolean;
  /** Whether the viewer owns the project, or is a member who may change its clusters. */
  readonly belongs: boolean;
  /** Whether the viewer may change this cluster; undefined while unknown. */
  readonly mayChange: boolean | undefined;
}

/**
 * Who has to act, from the viewer's perspective.
 *
 * - `team`: the owner and the members of the project, not including the viewer.
 * - `somebody`: the viewer may not act, or it is not known who may.
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

/** Who has to act, from the viewer's perspective. The viewer is only named when known to be responsible. */
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

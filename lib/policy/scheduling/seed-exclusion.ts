import type { NetworkConflict } from "./seed-networks.ts";
import type { TaintKeyValue } from "./tolerations.ts";

/** The scheduler's filters for Seeds, in order. The scheduler reports the first filter that no Seed passes. */
export const schedulingStages = [
  "usable",
  "profile-selector",
  "shoot-selector",
  "provider",
  "three-zones",
  "zones",
  "access-restrictions",
  "domain",
  "emergency-stop",
  "candidates",
  "strategy",
] as const;
export type SchedulingStage = (typeof schedulingStages)[number];

/** What keeps a Shoot from a Seed: a filter, or the API server, which refuses to bind it to the chosen Seed. */
export type RefusingStage = SchedulingStage | "binding";

/** Why a filter of the scheduler excludes a Seed. */
export type SeedExclusion =
  | { readonly reason: "seed-in-deletion" }
  | { readonly reason: "seed-not-visible" }
  | { readonly reason: "seed-not-bootstrapped" }
  | { readonly reason: "seed-not-ready"; readonly conditions: readonly string[] }
  | { readonly reason: "profile-selector" }
  | { readonly reason: "shoot-selector" }
  | { readonly reason: "other-provider"; readonly shoot: string; readonly seed: string }
  | { readonly reason: "fewer-than-three-zones"; readonly zones: number }
  | { readonly reason: "zones-missing"; readonly zones: readonly string[] }
  | { readonly reason: "zones-enforced"; readonly zones: readonly string[] }
  | { readonly reason: "zones-preferred"; readonly zones: readonly string[] }
  | { readonly reason: "access-restrictions"; readonly missing: readonly string[] }
  | { readonly reason: "other-domain"; readonly domain: string }
  | { readonly reason: "emergency-stop" }
  | { readonly reason: "networks-overlap"; readonly conflicts: readonly NetworkConflict[] }
  | { readonly reason: "taints-not-tolerated"; readonly taints: readonly TaintKeyValue[] }
  | { readonly reason: "seed-full"; readonly capacity: string }
  | { readonly reason: "other-region"; readonly region: string }
  | { readonly reason: "ranges-missing"; readonly ranges: readonly string[] };

/** Who can remove the reason for which the scheduler excludes a Seed. */
export type ExclusionResponsibleRole = "Owner" | "Operator";

const turns = {
  "seed-in-deletion": "Operator",
  "seed-not-visible": "Operator",
  "seed-not-bootstrapped": "Operator",
  "seed-not-ready": "Operator",
  "profile-selector": "Operator",
  "shoot-selector": "Owner",
  "other-provider": "Operator",
  "fewer-than-three-zones": "Owner",
  "zones-missing": "Owner",
  "zones-enforced": "Owner",
  "zones-preferred": "Owner",
  "access-restrictions": "Owner",
  "other-domain": "Owner",
  "emergency-stop": "Operator",
  "networks-overlap": "Owner",
  "taints-not-tolerated": "Operator",
  "seed-full": "Operator",
  "other-region": "Owner",
  "ranges-missing": "Owner",
} as const satisfies Record<SeedExclusion["reason"], ExclusionResponsibleRole>;

/** Who can make an excluded Seed eligible: the owner changes the Shoot, the operator changes or adds a Seed. */
export function responsibleRoleOfExclusion({ reason }: SeedExclusion): ExclusionResponsibleRole {
  return turns[reason];
}

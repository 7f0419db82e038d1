import type { Act } from "#lib/contract/act.ts";
import { type AccessRule, accessRules } from "#lib/policy/operations/access-rules.ts";

type ChangeAct = Extract<Act, { readonly kind: "change" }>;

/** Returns the action that moves a cluster's control plane to a Seed. */
export function moveSeedAct(seed: string): Act {
  return { kind: "change", about: "seed", patch: { spec: { seedName: seed } } };
}

/** Returns whether an action moves the control plane to another Seed, through `shoots/binding`. */
export function isSeedMove(act: Act): act is ChangeAct & { readonly about: "seed" } {
  return act.kind === "change" && act.about === "seed";
}

/** Returns the Seed that a move names; undefined if the change is anything else than one Seed's name. */
export function destinationOfMove({ patch: { metadata, spec = {} } }: ChangeAct): string | undefined {
  const { seedName, ...others } = spec;
  const isAlone = metadata === undefined && Object.keys(others).length === 0;
  return isAlone && typeof seedName === "string" && seedName !== "" ? seedName : undefined;
}

/** Permissions that an action needs. */
export function accessRulesOfAct(act: Act): readonly AccessRule[] {
  if (isSeedMove(act)) return accessRules["change-seed"];
  return act.kind === "delete" ? accessRules.delete : accessRules.annotate;
}

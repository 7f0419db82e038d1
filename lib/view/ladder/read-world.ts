import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { readShoot } from "#lib/garden/read-shoot.ts";
import type { World } from "#lib/policy/forecast/what-if-change.ts";

type Wire = Readonly<Record<string, unknown>>;

/** Readers of profiles bear what their type does not foresee: any object is one, with whatever it lacks. */
function isProfileSpec(value: Wire): value is Wire & CloudProfileSpec {
  return typeof value === "object";
}

/** The Shoot and the profile that a forecast was worked out from; undefined when one of them is not there. */
export function readWorld(sent: { readonly shoot: Wire; readonly profile?: Wire }): World | undefined {
  const shoot = readShoot(sent.shoot);
  const { profile } = sent;
  return shoot && profile && isProfileSpec(profile) ? { shoot, profile } : undefined;
}

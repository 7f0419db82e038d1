import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { ShootWithProfile } from "#lib/policy/forecast/what-if-change.ts";

type Wire = Readonly<Record<string, unknown>>;

/** Type guard for a profile's spec. Accepts any object, as readers tolerate missing and unexpected fields. */
function isProfileSpec(value: Wire): value is Wire & CloudProfileSpec {
  return typeof value === "object";
}

/** Shoot and profile behind a forecast; undefined if one is missing. */
export function readShootWithProfile(sent: {
  readonly shoot: Wire;
  readonly profile?: Wire;
}): ShootWithProfile | undefined {
  const shoot = parseShoot(sent.shoot);
  const { profile } = sent;
  return shoot && profile && isProfileSpec(profile) ? { shoot, profile } : undefined;
}

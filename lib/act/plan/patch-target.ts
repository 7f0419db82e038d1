import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { followsProfile } from "#lib/fleet/profile-key.ts";
import { nextKubernetes } from "#lib/forecast/next-update.ts";
import type { ClassificationContext } from "#lib/policy/versions/classify.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";

/**
 * Patch version that an automatic update would choose for a cluster today, even if automatic updates are off: the
 * newest of the same minor that is not a preview, supported before deprecated. Undefined if the cluster already has it
 * or its profile is not readable.
 */
export function patchTarget(
  row: FleetRow,
  profiles: readonly Profile[],
  reading: ClassificationContext,
): string | undefined {
  const profile = profiles.find((each) => followsProfile(row, each));
  if (profile?.lists === undefined || row.kubernetes.version === "") return undefined;
  const { kubernetes } = prepareProfile(profile.lists);
  const question = { text: row.kubernetes.version, mustLeaveNow: false, expiresAt: undefined, reading };
  const { auto } = nextKubernetes(kubernetes, question);
  return auto.kind === "to" ? auto.version : undefined;
}

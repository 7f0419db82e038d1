import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { followsProfile } from "#lib/fleet/profile-key.ts";
import { nextKubernetesUpdate } from "#lib/forecast/next-update.ts";
import type { ClassificationContext } from "#lib/policy/versions/classify.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";

/**
 * Returns the patch version that an automatic update would choose for a cluster today, even if automatic updates are
 * off: the newest of the same minor that is not a preview, supported versions before deprecated ones. Undefined if the
 * cluster already has it or its profile cannot be read.
 */
export function automaticPatchVersionOf(
  row: FleetRow,
  profiles: readonly Profile[],
  reading: ClassificationContext,
): string | undefined {
  const profile = profiles.find((each) => followsProfile(row, each));
  if (profile?.lists === undefined || row.kubernetes.version === "") return undefined;
  const { kubernetes } = prepareProfile(profile.lists);
  const question = { text: row.kubernetes.version, mustLeaveNow: false, expiresAt: undefined, reading };
  const { auto } = nextKubernetesUpdate(kubernetes, question);
  return auto.kind === "to" ? auto.version : undefined;
}

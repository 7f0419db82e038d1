import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { type RotationFamily, rotationFamilies } from "#lib/policy/rotations/families.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";

/** Credential families that not every cluster has. A row reports them only after their first renewal. */
export const familiesUnknownUntilRenewed: ReadonlySet<string> = new Set(["sshKeypair", "observability"]);

export interface DueCredential {
  readonly family: RotationFamily;
  /** Time at which the credential was last renewed, or at which the cluster was created. */
  readonly since: string;
  readonly ageMs: number;
  readonly never: boolean;
}

/** Credential of a cluster, and the time from which its age is counted. */
interface CredentialDate {
  readonly family: RotationFamily;
  readonly since: string;
  /** Start of the credential's age, in epoch milliseconds. */
  readonly sinceAt: number;
  readonly never: boolean;
}

/**
 * Reads the dates of a row's credentials, cached per row. Ten thousand rows are read ahead in slices, because parsing
 * all dates at once would block the page.
 */
export const readCredentialDates = memoizePerObject((row: FleetRow): readonly CredentialDate[] =>
  rotationFamilies.flatMap((family): CredentialDate[] => {
    const renewedAt = row.rotatedAt?.[family];
    const since = renewedAt ?? (familiesUnknownUntilRenewed.has(family) ? undefined : row.createdAt);
    const sinceAt = parseInstant(since);
    if (since === undefined || sinceAt === undefined) return [];
    return [{ family, since, sinceAt, never: renewedAt === undefined }];
  }),
);

/** Credentials that may become due for rotation: not those in rotation, nor those of a cluster being deleted. */
export function ageingCredentialsOf(row: FleetRow): readonly CredentialDate[] {
  if (row.deletionRequestedAt !== undefined) return [];
  const busy = new Set((row.rotations ?? []).map(({ family }) => family));
  return readCredentialDates(row).filter(({ family }) => !busy.has(family));
}

/**
 * Returns the credentials due for rotation, oldest first: older than the 90 days after which the API server warns.
 * Credentials never renewed are as old as the cluster. Those in rotation or of a cluster in deletion are not due.
 */
export function dueCredentialsOf(row: FleetRow, now: number): readonly DueCredential[] {
  const due = ageingCredentialsOf(row).filter(({ sinceAt }) => now - sinceAt > defaultRotationIntervalMs);
  return due
    .map(({ family, since, sinceAt, never }): DueCredential => ({ family, since, ageMs: now - sinceAt, never }))
    .sort((a, b) => b.ageMs - a.ageMs);
}

import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { type RotationFamily, rotationFamilies } from "#lib/policy/rotations/families.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";

/** Families that not every cluster has; a row reports them only after a first renewal. */
export const onlyOnceRenewed: ReadonlySet<string> = new Set(["sshKeypair", "observability"]);

export interface DueFamily {
  readonly family: RotationFamily;
  /** When it was last renewed, or when the cluster was created. */
  readonly since: string;
  readonly ageMs: number;
  readonly never: boolean;
}

/** Credential, and since when it ages. */
interface CredentialDate {
  readonly family: RotationFamily;
  readonly since: string;
  /** Epoch milliseconds. */
  readonly sinceAt: number;
  readonly never: boolean;
}

/**
 * Reads the dates of a row's credentials, cached per row. Ten thousand rows are read ahead in slices, because parsing
 * all dates at once would block the page.
 */
export const readCredentialDates = perObject((row: FleetRow): readonly CredentialDate[] =>
  rotationFamilies.flatMap((family): CredentialDate[] => {
    const renewedAt = row.rotatedAt?.[family];
    const since = renewedAt ?? (onlyOnceRenewed.has(family) ? undefined : row.createdAt);
    const sinceAt = parseInstant(since);
    if (since === undefined || sinceAt === undefined) return [];
    return [{ family, since, sinceAt, never: renewedAt === undefined }];
  }),
);

/** Credentials that may become due: not those in rotation, nor those of a cluster being deleted. */
export function ageingFamilies(row: FleetRow): readonly CredentialDate[] {
  if (row.deletionRequestedAt !== undefined) return [];
  const busy = new Set((row.rotations ?? []).map(({ family }) => family));
  return readCredentialDates(row).filter(({ family }) => !busy.has(family));
}

/**
 * Returns the credentials that are older than the 90 days after which the API server reminds of them, the oldest first;
 * those never renewed are as old as the cluster. Credentials in rotation, or of a cluster being deleted, are not due.
 */
export function dueFamilies(row: FleetRow, now: number): readonly DueFamily[] {
  const due = ageingFamilies(row).filter(({ sinceAt }) => now - sinceAt > defaultRotationIntervalMs);
  return due
    .map(({ family, since, sinceAt, never }): DueFamily => ({ family, since, ageMs: now - sinceAt, never }))
    .sort((a, b) => b.ageMs - a.ageMs);
}

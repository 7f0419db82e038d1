import type { FleetRow } from "../../contract/fleet.ts";
import { parseInstant } from "../../kube/instant.ts";
import { type RotationFamily, rotationFamilies } from "../../policy/rotations/families.ts";
import { defaultRotationIntervalMs } from "../../policy/rotations/rotation-age.ts";

/** Not every cluster has them, and a row only tells of those that were renewed once. */
const onlyOnceRenewed: ReadonlySet<string> = new Set(["sshKeypair", "observability"]);

export interface DueFamily {
  readonly family: RotationFamily;
  /** When it was renewed last, or the cluster was made. */
  readonly since: string;
  readonly ageMs: number;
  readonly never: boolean;
}

/**
 * The credentials that are older than the 90 days after which the API server reminds of them, the oldest first; those
 * that were never renewed are as old as the cluster. What is being rotated, or goes away, is not due.
 */
export function dueFamilies(row: FleetRow, now: number): readonly DueFamily[] {
  if (row.deletionRequestedAt !== undefined) return [];
  const busy = new Set((row.rotations ?? []).map(({ family }) => family));
  const due = rotationFamilies.flatMap((family): DueFamily[] => {
    const renewedAt = row.rotatedAt?.[family];
    if (busy.has(family) || (renewedAt === undefined && onlyOnceRenewed.has(family))) return [];
    const since = renewedAt ?? row.createdAt;
    const at = parseInstant(since);
    if (since === undefined || at === undefined || now - at <= defaultRotationIntervalMs) return [];
    return [{ family, since, ageMs: now - at, never: renewedAt === undefined }];
  });
  return due.sort((a, b) => b.ageMs - a.ageMs);
}

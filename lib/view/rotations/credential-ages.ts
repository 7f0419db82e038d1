import type { FleetRow } from "#lib/contract/fleet.ts";
import { readCredentialDates } from "#lib/fleet/fields/due-families.ts";
import { type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { type RotationFamily, rotationFamilies } from "#lib/policy/rotations/families.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";
import { queryOfRotations } from "./rotation-board.ts";

/** Age of one credential of a cluster. */
export interface CredentialAge {
  readonly row: FleetRow;
  readonly family: RotationFamily;
  /** Time at which the credential was last renewed, or the cluster was created; RFC 3339. */
  readonly since: string;
  readonly ageMs: number;
  readonly never: boolean;
}

/** Number of clusters whose credential has an age within bounds, in days; without `toDays` there is no upper bound. */
export interface AgeBin {
  readonly fromDays: number;
  readonly toDays: number | undefined;
  readonly clusters: number;
  /** Value of the filter `rotAge` that selects exactly these clusters. */
  readonly filter: string;
}

/** Ages of one credential across clusters. */
export interface FamilyAges {
  readonly family: RotationFamily;
  readonly clusters: number;
  readonly bins: readonly AgeBin[];
  /** Clusters whose credential is older than the 90 days after which Gardener recommends a rotation. */
  readonly due: AgeBin;
  readonly overYear: AgeBin;
  readonly oldestMs: number;
}

const binDays = 30;
/** Ages above this number of days form one bin. */
const maxDays = 720;
/** Number of days after which Gardener recommends a rotation. */
export const recommendedRotationDays = defaultRotationIntervalMs / dayMs;
const yearDays = 365;

const names: Readonly<Record<RotationFamily, string>> = {
  certificateAuthorities: "ca",
  serviceAccountKey: "sa",
  etcdEncryptionKey: "etcd",
  sshKeypair: "ssh",
  observability: "obs",
};

/** Ages of all credentials of clusters, by the same dates as the filter `rotAge`. */
export function credentialAgesOf(rows: readonly FleetRow[], now: number): readonly CredentialAge[] {
  return rows.flatMap((row) =>
    readCredentialDates(row).map(({ family, since, sinceAt, never }) => ({
      // Clocks differ: what was made a moment ahead has no age yet.
      ...{ row, family, since, never, ageMs: Math.max(0, now - sinceAt) },
    })),
  );
}

/** The ages by credential, as bins of 30 days. */
export function credentialAgesByFamily(ages: readonly CredentialAge[]): readonly FamilyAges[] {
  const byFamily = Map.groupBy(ages, ({ family }) => family);
  return rotationFamilies.flatMap((family) => {
    const known = (byFamily.get(family) ?? []).map(({ ageMs }) => ageMs);
    return known.length === 0 ? [] : [agesOf(family, known)];
  });
}

function agesOf(family: RotationFamily, ages: readonly number[]): FamilyAges {
  const counts = Array.from({ length: maxDays / binDays + 1 }, () => 0);
  for (const ageMs of ages) {
    // An age of exactly 30 days belongs to the bin that ends with 30 days, as in the filter.
    const bin = Math.min(counts.length - 1, Math.max(0, Math.ceil(ageMs / (binDays * dayMs)) - 1));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const over = (days: number): AgeBin => ({
    fromDays: days,
    toDays: undefined,
    clusters: ages.filter((ageMs) => ageMs > days * dayMs).length,
    filter: `${names[family]}:>${days}d`,
  });
  const bins = counts.map((clusters, place): AgeBin => {
    const fromDays = place * binDays;
    if (fromDays === maxDays) return over(maxDays);
    const toDays = fromDays + binDays;
    return { fromDays, toDays, clusters, filter: `${names[family]}:${fromDays}d..${toDays}d` };
  });
  return {
    ...{ family, clusters: ages.length, bins, due: over(recommendedRotationDays), overYear: over(yearDays) },
    oldestMs: ages.reduce((oldest, ageMs) => Math.max(oldest, ageMs), 0),
  };
}

/** Query of exactly the clusters of a bin, whatever state of rotations the page shows. */
export function queryOfAgeBin(query: FleetQuery, { filter }: AgeBin): FleetQuery {
  return withFilter(queryOfRotations(query, "all"), "rotAge", [filter]);
}

/** Returns the label of a bin: `30–60 d`, `over 720 d`. */
export function ageBinLabel({ fromDays, toDays }: AgeBin): string {
  return toDays === undefined
    ? text("over {days, number} d", { days: fromDays })
    : text("{from, number}–{to, number} d", { from: fromDays, to: toDays });
}

/** Describes credential ages: `93 % of 70 at most 90 days old, 4 older than 365 days`. Percentages are rounded down. */
export function describeFamilyAges({ clusters, due, overYear }: FamilyAges): string {
  return text(
    "{percent, number} % of {clusters, number} at most {within} days old, {old, number} older than {days} days",
    {
      old: overYear.clusters,
      clusters,
      days: yearDays,
      percent: Math.floor(((clusters - due.clusters) / clusters) * 100),
      within: recommendedRotationDays,
    },
  );
}

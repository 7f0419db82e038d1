import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ForeseenDeadEnd } from "#lib/contract/forecast.ts";
import { deadEndLabels } from "#lib/words/dead-end-labels.ts";

/**
 * A dead end as the address bar asks for it: `1` for any, `0` for none, a code, and where it matters what is missing and
 * in which profile: `no-next-minor:1.34.x@gcp`.
 */
export function deadEndKey({ code, missing, profile }: Pick<ForeseenDeadEnd, "code" | "missing" | "profile">): string {
  return `${code}${missing === undefined ? "" : `:${missing}`}${profile === undefined ? "" : `@${profile}`}`;
}

function partsOf(value: string): { readonly code: string; readonly missing?: string; readonly profile?: string } {
  const match = /^([^:@]*)(?::([^@]*))?(?:@(.*))?$/.exec(value);
  const [, code = "", missing, profile] = match ?? [];
  return { code, ...(missing !== undefined && { missing }), ...(profile !== undefined && { profile }) };
}

export function matchesDeadEnd({ forecast }: FleetRow, value: string): boolean {
  const deadEnds = forecast?.deadEnds ?? [];
  if (value === "0") return deadEnds.length === 0;
  if (value === "1") return deadEnds.length > 0;
  const wanted = partsOf(value.toLowerCase());
  return deadEnds.some(
    ({ code, missing, profile }) =>
      code === wanted.code &&
      (wanted.missing === undefined || missing?.toLowerCase() === wanted.missing) &&
      (wanted.profile === undefined || profile?.toLowerCase() === wanted.profile),
  );
}

/** What the facet counts: each kind of dead end once. */
export function deadEndCodes({ forecast }: FleetRow): readonly string[] {
  const deadEnds = forecast?.deadEnds ?? [];
  return deadEnds.length === 0 ? ["0"] : [...new Set(deadEnds.map(({ code }) => code))];
}

/** A code in words; one that is newer than this build as it is. */
export function deadEndWords(code: string): string {
  return Object.entries(deadEndLabels).find(([known]) => known === code)?.[1] ?? code;
}

export function describeDeadEnd(value: string): string {
  if (value === "1") return "any";
  if (value === "0") return "none";
  const { code, missing, profile } = partsOf(value);
  const where = [missing, profile && `in ${profile}`].filter(Boolean).join(" ");
  return where === "" ? deadEndWords(code) : `${deadEndWords(code)}: ${where}`;
}

/** What holds a cluster up, in the words of a cell: `1.34.x missing`, `1.36.x only as preview`. */
export function missingWords({ code, missing }: Pick<ForeseenDeadEnd, "code" | "missing">): string {
  if (missing === undefined) return deadEndWords(code);
  if (code === "preview-only") return `${missing} only as preview`;
  return code === "rejected-by-dry-run" ? `${missing} refused` : `${missing} missing`;
}

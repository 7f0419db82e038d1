import type { ActCheck, ActPreview, PoolEffect } from "#lib/contract/act.ts";
import { formatDuration } from "#lib/words/format-time.ts";
import type { Role } from "#lib/words/version-stage.ts";

/** `6`, or `4–6` where it is not certain. */
export function rangeWords({ least, most }: { readonly least: number; readonly most: number }): string {
  return least === most ? String(least) : `${least}–${most}`;
}

/** `about 12 min`, `12 min – 3 h`: an estimate is never given to the second. */
export function spanWords({ least, most }: { readonly least: number; readonly most: number }): string {
  const [from, to] = [formatDuration(least * 1_000), formatDuration(most * 1_000)];
  return from === to ? `about ${to}` : `${from} – ${to}`;
}

/** `+1, −0`: how many nodes there may be more, and how many fewer, while a pool rolls. */
export function surgeWords({ surge, unavailable }: { readonly surge: number; readonly unavailable: number }): string {
  return `+${surge}, −${unavailable}`;
}

/** On the wire a field that is not there may also be written as null. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** A value of a field as one would write it; absent is said. */
export function valueWords(value: unknown): string {
  if (isAbsent(value)) return "not set";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export const verdictWords: Readonly<Record<ActCheck["verdict"], { readonly word: string; readonly role: Role }>> = {
  pass: { word: "Passed", role: "positive" },
  warn: { word: "Warning", role: "caution" },
  block: { word: "Blocks", role: "negative" },
  unknown: { word: "Not known", role: "neutral" },
};

const worstFirst: readonly ActCheck["verdict"][] = ["block", "warn", "unknown", "pass"];

/** `1 blocks, 2 warnings, 5 passed`: the section in a line while it is folded. */
export function checksWords(checks: readonly ActCheck[]): string {
  const parts = worstFirst.flatMap((verdict) => {
    const count = checks.filter((check) => check.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${countWords[verdict]}`];
  });
  return parts.length === 0 ? "nothing to check" : parts.join(", ");
}

const countWords: Readonly<Record<ActCheck["verdict"], string>> = {
  block: "in the way",
  warn: "to know",
  unknown: "not known",
  pass: "passed",
};

/** What stands in the way first, then what should be known; what is fine comes last. */
export function worstChecksFirst(checks: readonly ActCheck[]): readonly ActCheck[] {
  return checks.toSorted((a, b) => worstFirst.indexOf(a.verdict) - worstFirst.indexOf(b.verdict));
}

/** Everything that the estimates of the nodes rest on, each once. */
export function assumptionsOf(pools: readonly PoolEffect[]): readonly string[] {
  return [...new Set(pools.flatMap(({ rollout }) => rollout?.assumptions ?? []))];
}

export const dryRunWords: Readonly<Record<ActPreview["dryRun"]["verdict"], string>> = {
  accepted: "The dry run succeeded. Nothing was written.",
  refused: "The garden refused it in a dry run.",
  "not-run": "No dry run was made.",
};

export const decisionTitles: Readonly<Record<ActPreview["decision"], string>> = {
  allow: "To know before",
  caution: "To know before",
  latent: "It would be accepted, but nothing would happen now",
  deny: "Not possible now",
  hide: "Not possible here",
};

import type { ActCheck, ActPreview, PoolEffect } from "#lib/contract/act.ts";
import { countOf } from "#lib/words/count.ts";
import { formatDuration } from "#lib/words/format-time.ts";
import type { Role } from "#lib/words/version-stage.ts";

/** `6`, or `4–6` where it is not certain. */
export function rangeWords({ least, most }: { readonly least: number; readonly most: number }): string {
  return least === most ? String(least) : `${least}–${most}`;
}

/** What becomes of nodes, for the glance: `11–66 in 2 pools are replaced`. Undefined when no pool is concerned. */
export function nodesWords(pools: readonly PoolEffect[]): string | undefined {
  if (pools.length === 0) return undefined;
  const clauses = nodeVerbs.flatMap(([effect, verb]) => {
    const concerned = pools.filter((pool) => pool.effect === effect);
    return concerned.length === 0 ? [] : [`${countedNodes(concerned)} ${verb}`];
  });
  return clauses.length === 0 ? "Not affected" : sentenceOf(clauses.join("; "));
}

const nodeVerbs: readonly (readonly [effect: string, verb: string])[] = [
  ["deleted", "deleted"],
  ["rollingUpdate", "replaced"],
  ["inPlaceAuto", "updated in place"],
  ["inPlaceManual", "updated in place once you select them"],
  ["providerDependent", "perhaps replaced: the provider extension decides"],
  ["hibernated", "removed"],
  ["wokenUp", "created again"],
  ["scale", "perhaps added or removed"],
  ["created", "created"],
  ["kubeletRestart", "stay, their kubelets restart"],
  ["nodeConfig", "stay, with a new configuration"],
  ["nodeMetadata", "stay, with new labels or annotations"],
];

function sentenceOf(clauses: string): string {
  return `${clauses.slice(0, 1).toUpperCase()}${clauses.slice(1)}`;
}

/** `11–66 in 2 pools`; without a count of nodes only the pools. */
function countedNodes(pools: readonly PoolEffect[]): string {
  const where = countOf(pools.length, "pool");
  const rollouts = pools.flatMap(({ rollout }) => rollout ?? []);
  if (rollouts.length < pools.length) return `all in ${where}`;
  const total = (end: "least" | "most") => rollouts.reduce((sum, { nodes }) => sum + nodes[end], 0);
  return `${rangeWords({ least: total("least"), most: total("most") })} in ${where}`;
}

/**
 * `usually within 1 h, at most 46 h`: how long nodes roll, pools beside each other. Undefined when none rolls. It is an
 * estimate, and never given to the second.
 */
export function rolloutTimeWords(pools: readonly PoolEffect[]): string | undefined {
  const rollouts = pools.flatMap(({ rollout }) => rollout ?? []);
  const most = Math.max(0, ...rollouts.map(({ seconds }) => seconds.most));
  if (most === 0) return undefined;
  const usual = Math.max(...rollouts.map(({ usualSeconds }) => usualSeconds));
  return `usually within ${formatDuration(usual * 1_000)}, at most ${formatDuration(most * 1_000)}`;
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

/** `1 blocking, 2 warnings, 5 passed`: the section in a line while it is folded. */
export function checksWords(checks: readonly ActCheck[]): string {
  const parts = worstFirst.flatMap((verdict) => {
    const count = checks.filter((check) => check.verdict === verdict).length;
    return count === 0 ? [] : [verdict === "warn" ? countOf(count, "warning") : `${count} ${countWords[verdict]}`];
  });
  return parts.length === 0 ? "nothing to check" : parts.join(", ");
}

const countWords: Readonly<Record<Exclude<ActCheck["verdict"], "warn">, string>> = {
  block: "blocking",
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
  refused: "Dry run: refused",
  "not-run": "No dry run was made.",
};

/** The same in a word, where the heading says what it is of. */
export const dryRunLabels: typeof dryRunWords = { accepted: "accepted", refused: "refused", "not-run": "not made" };

export const decisionTitles: Readonly<Record<ActPreview["decision"], string>> = {
  allow: "Before you confirm",
  caution: "Before you confirm",
  latent: "It would be accepted, but nothing would happen now",
  deny: "Not possible now",
  hide: "Not possible here",
};

import type { ActCheck, ActPreview, PoolEffect } from "#lib/contract/act.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { capitalize } from "#lib/words/format-list.ts";
import { formatDuration } from "#lib/words/format-time.ts";
import type { StatusHue } from "#lib/words/version-stage.ts";

/** Formats a range of numbers: `6`, or `4–6` if the number is uncertain. */
export function formatRange({ least, most }: { readonly least: number; readonly most: number }): string {
  return least === most ? String(least) : `${least}–${most}`;
}

/** Id of the note on when a changed hibernation schedule first removes nodes; shown with the effects on nodes. */
export const firstHibernationNoteId = "schedule-removes-nodes";

/** Effect on nodes in short: `11–66 in 2 pools are replaced`. Undefined if no pool is affected. */
export function affectedNodesLabel(pools: readonly PoolEffect[]): string | undefined {
  if (pools.length === 0) return undefined;
  const clauses = nodeClauses.flatMap(([effect, clause]) => {
    const concerned = pools.filter((pool) => pool.effect === effect);
    return concerned.length === 0 ? [] : [text(clause, { nodes: countedNodes(concerned), count: concerned.length })];
  });
  return clauses.length === 0 ? text("Not affected") : capitalize(clauses.join("; "));
}

const nodeClauses: readonly (readonly [effect: string, clause: Message])[] = [
  ["deleted", message("{nodes} deleted")],
  ["rollingUpdate", message("{nodes} replaced")],
  ["inPlaceAuto", message("{nodes} updated in place")],
  ["inPlaceManual", message("{nodes} updated in place once you select them")],
  ["providerDependent", message("{nodes} perhaps replaced: the provider extension decides")],
  ["hibernated", message("{nodes} removed")],
  ["wokenUp", message("{nodes} created again")],
  ["scale", message("perhaps added or removed in {count, plural, one {# pool} other {# pools}}")],
  ["created", message("{nodes} created")],
  ["kubeletRestart", message("{nodes} stay, their kubelets restart")],
  ["nodeConfig", message("{nodes} stay, with a new configuration")],
  ["nodeMetadata", message("{nodes} stay, with new labels or annotations")],
];

/** Nodes and pools, `11–66 in 2 pools`; only the pools if the number of nodes is unknown. */
function countedNodes(pools: readonly PoolEffect[]): string {
  const count = pools.length;
  const rollouts = pools.flatMap(({ rollout }) => rollout ?? []);
  if (rollouts.length < count) return text("all in {count, plural, one {# pool} other {# pools}}", { count });
  const total = (end: "least" | "most") => rollouts.reduce((sum, { nodes }) => sum + nodes[end], 0);
  return text("{nodes} in {count, plural, one {# pool} other {# pools}}", {
    nodes: formatRange({ least: total("least"), most: total("most") }),
    count,
  });
}

/**
 * Formats the estimated duration of the rollouts, `usually within 1 h, at most 46 h`; pools roll in parallel. Undefined
 * if no pool rolls.
 */
export function rolloutTimeLabel(pools: readonly PoolEffect[]): string | undefined {
  const rollouts = pools.flatMap(({ rollout }) => rollout ?? []);
  const most = Math.max(0, ...rollouts.map(({ seconds }) => seconds.most));
  if (most === 0) return undefined;
  const usual = Math.max(...rollouts.map(({ usualSeconds }) => usualSeconds));
  return text("usually within {usual}, at most {most}", {
    usual: formatDuration(usual * 1_000),
    most: formatDuration(most * 1_000),
  });
}

/** Additional and missing nodes while a pool rolls: `+1, −0`. */
export function formatSurge({ surge, unavailable }: { readonly surge: number; readonly unavailable: number }): string {
  return `+${surge}, −${unavailable}`;
}

/** Whether a field is missing; the API also writes null for that. */
export function isFieldAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Formats the value of a field as the user would write it, or as "not set". */
export function formatFieldValue(value: unknown): string {
  if (isFieldAbsent(value)) return text("not set");
  return typeof value === "string" ? value : JSON.stringify(value);
}

export const checkResultLabels: Readonly<
  Record<ActCheck["verdict"], { readonly word: Message; readonly role: StatusHue }>
> = {
  pass: { word: message("Passed"), role: "positive" },
  warn: { word: message("Warning"), role: "caution" },
  block: { word: message("Blocks"), role: "negative" },
  unknown: { word: message("Not known"), role: "neutral" },
};

const worstFirst: readonly ActCheck["verdict"][] = ["block", "warn", "unknown", "pass"];

/** Summary of the checks for a collapsed section: `1 blocking, 2 warnings, 5 passed`. */
export function checkCountsLabel(checks: readonly ActCheck[]): string {
  const parts = worstFirst.flatMap((verdict) => {
    const count = checks.filter((check) => check.verdict === verdict).length;
    return count === 0 ? [] : [text(countLabels[verdict], { count })];
  });
  return parts.length === 0 ? text("nothing to check") : parts.join(", ");
}

const countLabels: Readonly<Record<ActCheck["verdict"], Message>> = {
  block: message("{count} blocking"),
  warn: message("{count, plural, one {# warning} other {# warnings}}"),
  unknown: message("{count} not known"),
  pass: message("{count} passed"),
};

/** Sorts checks by severity, blocking ones first. */
export function sortChecksBySeverity(checks: readonly ActCheck[]): readonly ActCheck[] {
  return checks.toSorted((a, b) => worstFirst.indexOf(a.verdict) - worstFirst.indexOf(b.verdict));
}

/** Returns the distinct assumptions behind the estimated effects on nodes. */
export function rolloutAssumptionsOf(pools: readonly PoolEffect[]): readonly string[] {
  return [...new Set(pools.flatMap(({ rollout }) => rollout?.assumptions ?? []))];
}

export const dryRunDescriptions: Readonly<Record<ActPreview["dryRun"]["verdict"], Message>> = {
  accepted: message("The dry run succeeded. Nothing was written."),
  refused: message("Dry run: refused"),
  "not-run": message("No dry run was made."),
};

/** Single-word labels for the results of a dry run, for use under its heading. */
export const dryRunLabels: typeof dryRunDescriptions = {
  accepted: message("accepted", "dry run"),
  refused: message("refused", "dry run"),
  "not-run": message("not made", "dry run"),
};

export const previewDecisionTitles: Readonly<Record<ActPreview["decision"], Message>> = {
  allow: message("Before you confirm"),
  caution: message("Before you confirm"),
  latent: message("It would be accepted, but nothing would happen now"),
  deny: message("Not possible now"),
  hide: message("Not possible here"),
};

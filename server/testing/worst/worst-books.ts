import { noticeLimits, type WatchedEvents, type WatchRule } from "#lib/contract/notices.ts";
import { viewLimits } from "#lib/contract/view-limits.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { rulesTarget, writeRules } from "#server/notices/notice-places.ts";
import { configMapOf } from "#server/storage/change-book.ts";

/** Everything that a rule may tell of. */
const allEvents: WatchedEvents = {
  unhealthy: 5,
  forced: 180,
  forecast: true,
  deadEnd: true,
  rotation: true,
  earlierEnd: true,
  held: true,
  ends: 180,
  others: true,
};

/** Patterns of which every cluster has to be held against every one: none of them excludes any. */
function patterns(count: number, seed: number): string {
  return Array.from({ length: count }, (_, index) => `-*1*.${seed}${index}z`).join(",");
}

/** A rule over so many patterns. */
function worstRule(index: number, values: number): WatchRule {
  return {
    id: `r${index}`,
    name: `Rule ${index}`,
    subject: { kind: "view", address: `/clusters?k8s=${patterns(values, index)}`.slice(0, viewLimits.address) },
    events: allEvents,
    off: false,
    at: "2026-01-01T00:00:00Z",
  };
}

/** A book of as many rules as there may be, each over so many patterns, as it is kept. */
export function worstRuleBook(owner: string, valuesOfEach: number): KubeObject {
  return keptRules(
    owner,
    Array.from({ length: noticeLimits.rules }, (_, index) => worstRule(index, valuesOfEach)),
  );
}

/** A book of one rule over a view, as it is kept. */
export function ruleBookOver(owner: string, address: string): KubeObject {
  return keptRules(owner, [{ ...worstRule(0, 1), subject: { kind: "view", address } }]);
}

function keptRules(owner: string, entries: readonly WatchRule[]): KubeObject {
  const target = rulesTarget({ namespace: "almanac" }, owner);
  const book = { owner: { name: owner, groups: [] }, entries, destinations: [], rest: {} };
  return configMapOf({ target, write: writeRules }, book);
}

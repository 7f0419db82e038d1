import { noticeLimits, type WatchedEvents, type WatchRule } from "#lib/contract/notices.ts";
import { viewLimits } from "#lib/contract/view-limits.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { formatRuleConfigMap, rulesTarget } from "#server/notices/notice-document-stores.ts";
import { configMapOf } from "#server/storage/document-store.ts";

/** All events that a watch rule can report. */
const allEvents: WatchedEvents = {
  unhealthy: 5,
  forced: 180,
  forecast: true,
  deadEnd: true,
  rotation: true,
  notReady: 90,
  earlierEnd: true,
  held: true,
  ends: 180,
  others: true,
  unusedProject: 30,
  announced: true,
  summary: true,
};

/** A filter with many patterns, none of which excludes a cluster, so that each is compared with every cluster. */
function patterns(count: number, seed: number): string {
  return Array.from({ length: count }, (_, index) => `-*1*.${seed}${index}z`).join(",");
}

/** A watch rule whose filter has this many patterns. */
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

/** A ConfigMap with the maximum number of watch rules, each with this many patterns. */
export function worstCaseRuleDocument(owner: string, valuesOfEach: number): KubeObject {
  return keptRules(
    owner,
    Array.from({ length: noticeLimits.rules }, (_, index) => worstRule(index, valuesOfEach)),
  );
}

/** A ConfigMap with one watch rule, for the clusters of a view. */
export function ruleDocumentForView(owner: string, address: string): KubeObject {
  return keptRules(owner, [{ ...worstRule(0, 1), subject: { kind: "view", address } }]);
}

function keptRules(owner: string, entries: readonly WatchRule[]): KubeObject {
  const target = rulesTarget({ namespace: "almanac" }, owner);
  const book = { owner: { name: owner, groups: [] }, entries, destinations: [], rest: {} };
  return configMapOf({ target, write: formatRuleConfigMap }, book);
}

import type { Shoot } from "#lib/garden/shoot.ts";
import { withoutLastApplied } from "#lib/kube/last-applied.ts";
import { isSystemKey } from "#lib/kube/system-key.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import type { ClusterFact, FactEntry } from "./cluster-fact.ts";

/** Labels and annotations of a cluster: those of its owner, and those that Gardener and Kubernetes use. */
export function metadataFacts({ metadata }: Shoot): readonly ClusterFact[] {
  const { labels, annotations } = metadata;
  return [
    ...entriesFact({ key: "labels", name: text("Labels") }, labels, ","),
    ...entriesFact(
      { key: "annotations", name: text("Annotations") },
      annotations && withoutLastApplied(annotations),
      "\n",
    ),
  ];
}

/** @param separator what stands between copied entries: a comma makes a selector of labels */
function entriesFact(
  named: Pick<ClusterFact, "key" | "name">,
  given: unknown,
  separator: string,
): readonly ClusterFact[] {
  const entries = Object.entries(isRecord(given) ? given : {}).flatMap(([key, value]): readonly FactEntry[] =>
    typeof value === "string" ? [[key, value]] : [],
  );
  if (entries.length === 0) return [];
  const { own = [], system = [] } = Object.groupBy(entries, ([key]) => (isSystemKey(key) ? "system" : "own"));
  return [{ ...named, content: { kind: "entries", own, system, separator } }];
}

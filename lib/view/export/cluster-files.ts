import type { SeedChoice } from "#lib/contract/seeds.ts";
import { text } from "#lib/language/text.ts";
import { keyValueText } from "#lib/policy/scheduling/tolerations.ts";
import { type ActivityLine, activityKindWords } from "../activity/activity-lines.ts";
import type { ShownPool } from "../nodes/node-filter.ts";
import { instantText, type ListFiles, listFiles } from "./list-files.ts";

interface OfCluster {
  readonly project: string;
  readonly name: string;
  readonly filter?: string;
  readonly now: number;
}

const fileOf = ({ project, name }: OfCluster, what: string) => `${project}-${name}-${what}`;
const filterOf = ({ project, name, filter = "" }: OfCluster) => `cluster=${project}/${name}${filter}`;

/** The Nodes that are shown. kubectl reads them from the cluster's own API. */
export function nodesFiles(pools: readonly ShownPool[], of: OfCluster): ListFiles {
  const items = pools.flatMap(({ nodes }) => nodes);
  const files = listFiles({
    name: "nodes",
    noun: [text("node"), text("nodes")],
    items,
    filter: filterOf(of),
    now: of.now,
    kubectl: items.length === 0 ? "" : `kubectl get nodes ${items.map(({ name }) => name).join(" ")}\n`,
    fields: [
      { key: "name", label: text("Name"), of: ({ name }) => name },
      { key: "pool", label: text("Pool"), of: ({ pool }) => pool },
      { key: "ready", label: text("Ready"), of: ({ ready }) => ready.status },
      { key: "readySince", label: text("Ready since"), of: ({ ready }) => ready.since },
      { key: "reason", label: text("Reason"), of: ({ ready }) => ready.reason },
      { key: "kubelet", label: text("Kubelet"), of: ({ kubelet }) => kubelet },
      { key: "image", label: text("Image"), of: ({ image }) => image },
      { key: "unschedulable", label: text("Unschedulable"), of: ({ unschedulable }) => unschedulable },
      { key: "created", label: text("Created"), of: ({ createdAt }) => createdAt },
    ],
  });
  return { ...files, name: fileOf(of, "nodes") };
}

export function activityFiles(items: readonly ActivityLine[], of: OfCluster): ListFiles {
  const files = listFiles({
    name: "activity",
    noun: [text("entry"), text("entries")],
    items,
    filter: filterOf(of),
    now: of.now,
    fields: [
      { key: "at", label: text("At", {}, "column"), of: ({ at }) => instantText(at) },
      { key: "kind", label: text("Kind"), of: ({ kind }) => String(activityKindWords[kind]) },
      { key: "what", label: text("What", {}, "column"), of: ({ title }) => title },
      { key: "detail", label: text("Detail"), of: ({ detail }) => detail },
      { key: "by", label: text("By", {}, "column"), of: ({ by }) => by },
    ],
  });
  return { ...files, name: fileOf(of, "activity") };
}

export function seedsFiles(items: SeedChoice["seeds"], of: OfCluster): ListFiles {
  const files = listFiles({
    name: "seeds",
    noun: [text("Seed"), text("Seeds")],
    items,
    filter: filterOf(of),
    now: of.now,
    kubectl: items.length === 0 ? "" : `kubectl get seeds ${items.map(({ name }) => name).join(" ")}\n`,
    fields: [
      { key: "name", label: text("Seed"), of: ({ name }) => name },
      { key: "provider", label: text("Provider"), of: ({ provider }) => provider },
      { key: "region", label: text("Region"), of: ({ region }) => region },
      { key: "taints", label: text("Taints"), of: ({ taints }) => taints.map(keyValueText).join(" ") },
      { key: "current", label: text("Runs the control plane"), of: ({ current }) => current },
      { key: "usable", label: text("Could run it"), of: ({ usable }) => usable },
      { key: "obstacles", label: text("Why not"), of: ({ obstacles }) => obstacles.join(" ") },
    ],
  });
  return { ...files, name: fileOf(of, "seeds") };
}

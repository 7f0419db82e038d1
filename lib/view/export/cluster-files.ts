import type { SeedChoice } from "#lib/contract/seeds.ts";
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
    noun: ["node", "nodes"],
    items,
    filter: filterOf(of),
    now: of.now,
    kubectl: items.length === 0 ? "" : `kubectl get nodes ${items.map(({ name }) => name).join(" ")}\n`,
    fields: [
      { key: "name", label: "Name", of: ({ name }) => name },
      { key: "pool", label: "Pool", of: ({ pool }) => pool },
      { key: "ready", label: "Ready", of: ({ ready }) => ready.status },
      { key: "readySince", label: "Ready since", of: ({ ready }) => ready.since },
      { key: "reason", label: "Reason", of: ({ ready }) => ready.reason },
      { key: "kubelet", label: "Kubelet", of: ({ kubelet }) => kubelet },
      { key: "image", label: "Image", of: ({ image }) => image },
      { key: "unschedulable", label: "Unschedulable", of: ({ unschedulable }) => unschedulable },
      { key: "created", label: "Created", of: ({ createdAt }) => createdAt },
    ],
  });
  return { ...files, name: fileOf(of, "nodes") };
}

export function activityFiles(items: readonly ActivityLine[], of: OfCluster): ListFiles {
  const files = listFiles({
    name: "activity",
    noun: ["entry", "entries"],
    items,
    filter: filterOf(of),
    now: of.now,
    fields: [
      { key: "at", label: "At", of: ({ at }) => instantText(at) },
      { key: "kind", label: "Kind", of: ({ kind }) => activityKindWords[kind] },
      { key: "what", label: "What", of: ({ title }) => title },
      { key: "detail", label: "Detail", of: ({ detail }) => detail },
      { key: "by", label: "By", of: ({ by }) => by },
    ],
  });
  return { ...files, name: fileOf(of, "activity") };
}

export function seedsFiles(items: SeedChoice["seeds"], of: OfCluster): ListFiles {
  const files = listFiles({
    name: "seeds",
    noun: ["Seed", "Seeds"],
    items,
    filter: filterOf(of),
    now: of.now,
    kubectl: items.length === 0 ? "" : `kubectl get seeds ${items.map(({ name }) => name).join(" ")}\n`,
    fields: [
      { key: "name", label: "Seed", of: ({ name }) => name },
      { key: "provider", label: "Provider", of: ({ provider }) => provider },
      { key: "region", label: "Region", of: ({ region }) => region },
      { key: "taints", label: "Taints", of: ({ taints }) => taints.map(keyValueText).join(" ") },
      { key: "current", label: "Runs the control plane", of: ({ current }) => current },
      { key: "usable", label: "Could run it", of: ({ usable }) => usable },
      { key: "obstacles", label: "Why not", of: ({ obstacles }) => obstacles.join(" ") },
    ],
  });
  return { ...files, name: fileOf(of, "seeds") };
}

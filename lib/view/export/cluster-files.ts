import type { SeedChoice } from "#lib/contract/seeds.ts";
import { formatKeyValue } from "#lib/policy/scheduling/tolerations.ts";
import { type ActivityEntry, activityKindLabels } from "../activity/activity-entries.ts";
import type { ShownPool } from "../nodes/node-filter.ts";
import { formatOptionalInstant, type PreparedListExport, prepareListExport } from "./list-files.ts";

interface OfCluster {
  readonly project: string;
  readonly name: string;
  readonly filter?: string;
  readonly now: number;
}

const listOf = (what: string, { project, name, filter = "", now }: OfCluster) => ({
  name: what,
  file: `${project}-${name}-${what}`,
  filter: `cluster=${project}/${name}${filter}`,
  now,
});

/** Exports the shown Nodes. The kubectl command reads them from the cluster's own API. */
export function exportNodes(pools: readonly ShownPool[], of: OfCluster): PreparedListExport {
  const items = pools.flatMap(({ nodes }) => nodes);
  return prepareListExport({
    ...listOf("nodes", of),
    items,
    kubectl: items.length === 0 ? "" : `kubectl get nodes ${items.map(({ name }) => name).join(" ")}\n`,
    fields: [
      { key: "name", of: ({ name }) => name },
      { key: "pool", of: ({ pool }) => pool },
      { key: "ready", of: ({ ready }) => ready.status },
      { key: "readySince", of: ({ ready }) => ready.since },
      { key: "reason", of: ({ ready }) => ready.reason },
      { key: "kubelet", of: ({ kubelet }) => kubelet },
      { key: "image", of: ({ image }) => image },
      { key: "unschedulable", of: ({ unschedulable }) => unschedulable },
      { key: "created", of: ({ createdAt }) => createdAt },
    ],
  });
}

export function exportActivity(items: readonly ActivityEntry[], of: OfCluster): PreparedListExport {
  return prepareListExport({
    ...listOf("activity", of),
    items,
    fields: [
      { key: "at", of: ({ at }) => formatOptionalInstant(at) },
      { key: "kind", of: ({ kind }) => String(activityKindLabels[kind]), code: ({ kind }) => kind },
      { key: "what", of: ({ title }) => title, code: ({ facts }) => facts },
      { key: "detail", of: ({ detail }) => detail, code: ({ said }) => said },
      { key: "by", of: ({ by }) => by },
    ],
  });
}

export function exportSeeds(items: SeedChoice["seeds"], of: OfCluster): PreparedListExport {
  return prepareListExport({
    ...listOf("seeds", of),
    items,
    kubectl: items.length === 0 ? "" : `kubectl get seeds ${items.map(({ name }) => name).join(" ")}\n`,
    fields: [
      { key: "name", of: ({ name }) => name },
      { key: "provider", of: ({ provider }) => provider },
      { key: "region", of: ({ region }) => region },
      { key: "kubernetes", of: ({ kubernetes }) => kubernetes ?? "" },
      { key: "taints", of: ({ taints }) => taints.map(formatKeyValue).join(" "), code: ({ taints }) => taints },
      { key: "current", of: ({ current }) => current },
      { key: "usable", of: ({ usable }) => usable },
      {
        key: "obstacles",
        of: ({ obstacles }) => obstacles.map(({ sentence }) => sentence).join(" "),
        code: ({ obstacles }) => obstacles.map(({ reason }) => reason),
      },
    ],
  });
}

import type { SeedChoice } from "#lib/contract/seeds.ts";
import { text } from "#lib/language/text.ts";
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
      { key: "name", title: text("Name"), of: ({ name }) => name },
      { key: "pool", title: text("Pool"), of: ({ pool }) => pool },
      { key: "ready", title: text("Ready"), of: ({ ready }) => ready.status },
      { key: "readySince", title: text("Ready since"), of: ({ ready }) => ready.since },
      { key: "reason", title: text("Reason"), of: ({ ready }) => ready.reason },
      { key: "kubelet", title: text("Kubelet"), of: ({ kubelet }) => kubelet },
      { key: "image", title: text("Image"), of: ({ image }) => image },
      { key: "unschedulable", title: text("Unschedulable"), of: ({ unschedulable }) => unschedulable },
      { key: "created", title: text("Created at"), of: ({ createdAt }) => createdAt },
    ],
  });
}

export function exportActivity(items: readonly ActivityEntry[], of: OfCluster): PreparedListExport {
  return prepareListExport({
    ...listOf("activity", of),
    items,
    fields: [
      { key: "at", title: text("Time"), of: ({ at }) => formatOptionalInstant(at) },
      {
        key: "kind",
        title: text("Kind"),
        of: ({ kind }) => String(activityKindLabels[kind]),
        code: ({ kind }) => kind,
      },
      { key: "what", title: text("What"), of: ({ title }) => title, code: ({ facts }) => facts },
      { key: "detail", title: text("Details"), of: ({ detail }) => detail, code: ({ said }) => said },
      { key: "by", title: text("Started by"), of: ({ by }) => by },
    ],
  });
}

export function exportSeeds(items: SeedChoice["seeds"], of: OfCluster): PreparedListExport {
  return prepareListExport({
    ...listOf("seeds", of),
    items,
    kubectl: items.length === 0 ? "" : `kubectl get seeds ${items.map(({ name }) => name).join(" ")}\n`,
    fields: [
      { key: "name", title: text("Seed"), of: ({ name }) => name },
      { key: "provider", title: text("Provider"), of: ({ provider }) => provider },
      { key: "region", title: text("Region"), of: ({ region }) => region },
      { key: "kubernetes", title: text("Kubernetes"), of: ({ kubernetes }) => kubernetes ?? "" },
      {
        key: "taints",
        title: text("Taints"),
        of: ({ taints }) => taints.map(formatKeyValue).join(" "),
        code: ({ taints }) => taints,
      },
      { key: "current", title: text("Current"), of: ({ current }) => current },
      { key: "usable", title: text("Usable"), of: ({ usable }) => usable },
      {
        key: "obstacles",
        title: text("Obstacles"),
        of: ({ obstacles }) => obstacles.map(({ sentence }) => sentence).join(" "),
        code: ({ obstacles }) => obstacles.map(({ reason }) => reason),
      },
    ],
  });
}

import "server-only";
import { apiVersionOf } from "#garden/api/registry/resource-definition.ts";
import type { GroupVersion } from "#garden/api/registry/resource-registry.ts";
import { collectionKeyOf, type ObjectStore } from "#garden/api/store/store.ts";
import { additionalPodsOf, workloadTraitsOf } from "#garden/gardener/kinds/workload-traits.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { namespaces } from "#lib/kube/resource.ts";
import type { NodeObject } from "../nodes/node-object.ts";
import { createWorkloadBuilder, type WorkloadBuilder, type WorkloadObject } from "./build-workload.ts";
import type { CertificateBundles } from "./certificate-bundles.ts";
import { schedulableNodes } from "./place-pods.ts";
import { controlPlaneObjects, soundWorkload } from "./sound-workload.ts";
import { manyPods, traitWorkload } from "./trait-workload.ts";
import { apiServices } from "./workload-kinds.ts";

export interface InitialWorkloadInput {
  readonly shoot: Shoot;
  readonly nodes: readonly NodeObject[];
  readonly bundles: CertificateBundles;
  readonly groupVersions: readonly GroupVersion[];
  readonly nowMs: number;
}

/** The objects that users of a cluster have made, as far as nobody has changed them; the same for the same Shoot. */
export function initialWorkload({
  shoot,
  nodes,
  bundles,
  groupVersions,
  nowMs,
}: InitialWorkloadInput): readonly WorkloadObject[] {
  const build = createWorkloadBuilder(shoot);
  const input = { shoot, build, bundles, nowMs, hosts: schedulableNodes(nodes) };
  const objects = [...controlPlaneObjects(input), ...localApis(build, groupVersions)];
  if ((shoot.spec.provider.workers ?? []).length === 0) return withNamespaces(objects, build);
  return withNamespaces(
    [
      ...objects,
      ...soundWorkload(input),
      ...traitWorkload(workloadTraitsOf(shoot), input),
      ...manyPods(additionalPodsOf(shoot), input),
    ],
    build,
  );
}

function localApis(build: WorkloadBuilder, groupVersions: readonly GroupVersion[]): readonly WorkloadObject[] {
  return groupVersions.map(({ group, version }) =>
    build.object(
      apiServices,
      { name: `${version}.${group}` },
      { spec: { ...(group === "" ? {} : { group }), groupPriorityMinimum: 17_000, version, versionPriority: 15 } },
      {
        labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
        writers: [{ manager: "kube-apiserver", apiVersion: apiVersionOf(apiServices) }],
      },
    ),
  );
}

const systemNamespaces: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  default: {},
  "kube-node-lease": {},
  "kube-public": {},
  "kube-system": { "gardener.cloud/purpose": "kube-system" },
};

function withNamespaces(objects: readonly WorkloadObject[], build: WorkloadBuilder): readonly WorkloadObject[] {
  const used = new Set([
    ...Object.keys(systemNamespaces),
    ...objects.flatMap(({ object }) => object.metadata.namespace ?? []),
  ]);
  const made = [...used].map((name) =>
    build.object(
      namespaces,
      { name },
      { spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } },
      { labels: { "kubernetes.io/metadata.name": name, ...systemNamespaces[name] } },
    ),
  );
  return [...made, ...objects];
}

/** Loads objects into a new store. */
export function loadWorkload(store: ObjectStore, objects: readonly WorkloadObject[]): void {
  for (const [key, members] of Map.groupBy(objects, ({ resource }) => collectionKeyOf(resource))) {
    store.load(
      key,
      members.map(({ object }) => object),
    );
  }
}

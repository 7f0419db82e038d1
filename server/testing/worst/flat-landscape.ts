import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  cloudProfiles,
  configMaps,
  credentialsBindings,
  events,
  type KubeResource,
  namespacedCloudProfiles,
  projects,
  quotas,
  roleBindings,
  secretBindings,
  secrets,
  seeds,
  shoots,
} from "#lib/kube/resource.ts";
import { type FeedRecord, feedObjectName, formatFeedRecord } from "#server/feeds/feed-record.ts";
import { formatFeedToken, hashOfSecret } from "#server/feeds/feed-token.ts";
import type { StaticCollection } from "../create-static-garden.ts";

/** A demo cluster; its project's owner has all permissions. */
export const sampleCluster = { project: "payments", name: "ledger-eu" } as const;

export const sampleUid = "sample-uid";

const watched: readonly KubeResource[] = [
  projects,
  shoots,
  cloudProfiles,
  namespacedCloudProfiles,
  roleBindings,
  seeds,
  configMaps,
  events,
  secrets,
  secretBindings,
  credentialsBindings,
  quotas,
];

const token = { id: "abcdef012345", secret: "s".repeat(43) };
/** Id and secret of a calendar feed, as in the last segment of its URL. */
export const sampleFeed = formatFeedToken(token);

function feedObject(now: Date): KubeObject {
  const record: FeedRecord = {
    id: token.id,
    secretHash: hashOfSecret(token.secret),
    owner: { name: "ada", groups: [] },
    name: "everything",
    query: "?layer=forced,k8s,image,stage,rotation,window&unused=1",
    alarms: true,
    createdAt: now.toISOString(),
    published: {},
  };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: feedObjectName(token.id), namespace: "almanac", uid: "feed" },
    ...{ data: formatFeedRecord(record) },
  };
}

/** The demo garden's objects and further ones, grouped by resource for a garden in measurements. */
export function createStaticCollections(now: Date, more: readonly KubeObject[] = []): readonly StaticCollection[] {
  const { objects } = createDemoLandscape({ now, seed: 1, shoots: 0 });
  const all = [...objects, feedObject(now), ...more];
  return watched.map((resource) => ({
    resource,
    items: all.filter(({ kind }) => kind === resource.kind).map((object) => stored(object, now)),
  }));
}

/** An object with the fields that an API server adds. */
function stored(object: KubeObject, now: Date): KubeObject {
  const creationTimestamp = now.toISOString().replace(/\.\d+/, "");
  const isSample = object.kind === "Shoot" && object.metadata.name === sampleCluster.name;
  const uid = isSample ? { uid: sampleUid } : {};
  return { ...object, metadata: { resourceVersion: "7", creationTimestamp, ...object.metadata, ...uid } };
}
/** An object of the demo garden, from which a larger one is made. */
export function demoObject(kind: string, name: string, now: Date): KubeObject {
  const { objects } = createDemoLandscape({ now, seed: 1, shoots: 0 });
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`the demo has no ${kind} ${name}`);
  return found;
}

import { pino } from "pino";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { createProjectDirectory } from "#server/access/project-directory.ts";
import { createObjectCache } from "#server/watch/object-cache.ts";
import type { WatchedObject } from "#server/watch/packed-object.ts";
import { createFakeClock } from "#server/watch/testing/fake-clock.ts";
import { createFleet, type FleetOptions } from "./fleet.ts";
import { RowStore } from "./row-store.ts";

const log = pino({ level: "silent" });
const everything = { all: true, namespaces: new Set<string>() };

/** Decodes objects as a watch does, with increasing resourceVersions. */
function mirrored<Item extends KubeObject>(object: Item, version = "1"): WatchedObject<Item> {
  const { uid, name, namespace } = object.metadata;
  const metadata = { generation: 1, ...object.metadata, uid: uid ?? `${namespace}/${name}`, resourceVersion: version };
  return { ...object, metadata };
}

export interface WatchedObjects {
  /** The Gardener release of the garden. */
  readonly release?: FleetOptions["release"];
  readonly shoots: readonly Shoot[];
  readonly cloudProfiles: readonly CloudProfile[];
  readonly namespacedCloudProfiles?: readonly NamespacedCloudProfile[];
}

/** List rows over collections and a clock that the test controls. */
export async function createWatchedFleet(
  { shoots, cloudProfiles, namespacedCloudProfiles = [], release }: WatchedObjects,
  now: Date,
) {
  const clock = createFakeClock();
  clock.jumpWall(now.getTime() - clock.wallMs());
  const mirrors = {
    shoots: createObjectCache<Shoot>(log),
    projects: createObjectCache<Project>(log),
    cloudProfiles: createObjectCache<CloudProfile>(log),
    namespacedCloudProfiles: createObjectCache<NamespacedCloudProfile>(log),
  };
  const directory = createProjectDirectory(mirrors.projects);
  const store = new RowStore("e1", () => clock.monotonicMs());
  const sources = { ...mirrors, shoots: [mirrors.shoots] };
  const fleet = createFleet({ sources, directory, store, release, clock });
  mirrors.shoots.swap(
    shoots.map((shoot) => mirrored(shoot)),
    "1",
  );
  mirrors.projects.swap([], "1");
  mirrors.cloudProfiles.swap(
    cloudProfiles.map((profile) => mirrored(profile)),
    "1",
  );
  mirrors.namespacedCloudProfiles.swap(
    namespacedCloudProfiles.map((profile) => mirrored(profile)),
    "1",
  );
  await clock.settle();
  let version = 1;
  const next = () => String(++version);
  return {
    clock,
    store,
    fleet,
    sources,
    directory,
    rows: () => store.rows(everything),
    async putProfile(profile: CloudProfile) {
      mirrors.cloudProfiles.apply([{ kind: "upsert", object: mirrored(profile, next()) }]);
      await clock.settle();
    },
    async putShoot(shoot: Shoot) {
      mirrors.shoots.apply([{ kind: "upsert", object: mirrored(shoot, next()) }]);
      await clock.settle();
    },
  };
}

import "server-only";
import type { Logger } from "pino";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  cloudProfiles,
  type KubeResource,
  namespacedCloudProfiles,
  projects as projectResource,
  roleBindings,
  seeds,
  shoots,
} from "#lib/kube/resource.ts";
import { createProjectDirectory, type ProjectDirectory } from "#server/access/project-directory.ts";
import { createRoleGrants, emptyRoleGrants, type RoleBinding, type RoleGrants } from "#server/access/role-grants.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { FleetTimings } from "#server/metrics/fleet-timings.ts";
import type { ServerClock } from "#server/watch/clock.ts";
import type { CollectionTransport } from "#server/watch/collection-transport.ts";
import { createGardenProbe, requestGardenVersion } from "#server/watch/garden-probe.ts";
import { createObjectCache, type ObjectCache } from "#server/watch/object-cache.ts";
import type { PackObject, WatchedObject } from "#server/watch/packed-object.ts";
import { type Informer, startInformer } from "#server/watch/start-informer.ts";
import type { WatchMetrics } from "#server/watch/watch-counters.ts";
import type { ChangeTraces } from "./change-traces.ts";
import { findListableShootNamespaces, isListForbidden } from "./find-listable-shoot-namespaces.ts";
import { createFleet, type Fleet, type FleetSources } from "./fleet.ts";
import { packShoot } from "./held/pack-shoot.ts";
import { RowStore } from "./row-store.ts";
import { followRelease, type GardenRelease } from "./rows/garden-release.ts";
import { ValuePool } from "./rows/value-pool.ts";

export interface WatchFleetOptions {
  /** Client with Almanac's own credential; undefined when it has none. */
  readonly own: GardenClient | undefined;
  readonly release: GardenRelease;
  readonly log: Logger;
  readonly clock: ServerClock;
  readonly random: () => number;
  readonly epoch: string;
  readonly timings?: FleetTimings | undefined;
  /** Absent when traces are not collected. */
  readonly traces?: ChangeTraces | undefined;
}

/** All watched objects and the cluster list made from them, shared by all users. */
export interface WatchedFleet {
  readonly fleet: Fleet;
  readonly sources: FleetSources;
  readonly directory: ProjectDirectory;
  readonly grants: RoleGrants;
  watches(): readonly WatchMetrics[];
  stop(): Promise<void>;
}

interface WatchedCollection {
  readonly resource: string;
  readonly watch: Pick<Informer<KubeObject>, "counters" | "stop"> & {
    readonly mirror: Pick<ObjectCache<KubeObject>, "size" | "state" | "staleness">;
  };
}

interface MirrorScope<Item extends KubeObject> {
  readonly namespace?: string | undefined;
  readonly pack?: PackObject<Item>;
}

/** Starts one watch per resource with Almanac's own credential. */
export async function watchFleet(options: WatchFleetOptions): Promise<WatchedFleet> {
  const { own, release, log, clock, random, epoch, timings, traces } = options;
  const running: WatchedCollection[] = [];
  const from = own ?? withoutCredential;
  const probe = own && createGardenProbe({ ask: (signal) => requestGardenVersion(own, signal), clock, random });
  const mirror = <Item extends KubeObject>(resource: KubeResource, { namespace, pack }: MirrorScope<Item> = {}) => {
    const scope = { resource, ...(namespace === undefined ? {} : { namespace }) };
    const started = startInformer<Item>({
      from,
      scope,
      clock,
      random,
      probe,
      pack,
      log: log.child({ watch: resource.plural }),
    });
    running.push({ resource: resource.plural, watch: started });
    return started.mirror;
  };
  if (own === undefined) log.warn({}, "the kubeconfig has no credential of its own, so no fleet can be watched");
  const releaseRead = own && release.readThrough(own);
  const namespaces = own === undefined ? undefined : await findListableShootNamespaces(own, log);
  const projects = mirror<Project>(projectResource);
  const directory = createProjectDirectory(projects);
  // A credential for few namespaces may not list NamespacedCloudProfiles everywhere; for others that is an error.
  const withoutOwnProfiles =
    own !== undefined && namespaces !== undefined && (await isListForbidden(own, namespacedCloudProfiles, log));
  const withoutBindings = own === undefined || (await isListForbidden(own, roleBindings, log));
  const withoutSeeds = own === undefined || (await isListForbidden(own, seeds, log));
  const bindings = withoutBindings ? undefined : mirror<RoleBinding>(roleBindings);
  const pool = new ValuePool();
  const pack = (shoot: WatchedObject<Shoot>) => packShoot(shoot, pool);
  const sources: FleetSources = {
    shoots: (namespaces ?? [undefined]).map((namespace) => mirror<Shoot>(shoots, { namespace, pack })),
    projects,
    cloudProfiles: mirror<CloudProfile>(cloudProfiles),
    namespacedCloudProfiles: withoutOwnProfiles
      ? nothing<NamespacedCloudProfile>(log)
      : mirror<NamespacedCloudProfile>(namespacedCloudProfiles),
    roleBindings: bindings,
    seeds: withoutSeeds ? undefined : mirror<Seed>(seeds),
  };
  const grants = bindings === undefined ? emptyRoleGrants : createRoleGrants(bindings);
  await releaseRead;
  const endRelease = own && followRelease(release, own, clock);
  const fleet = createFleet({
    sources,
    release,
    directory,
    store: new RowStore(epoch, () => clock.monotonicMs()),
    clock,
    timings,
    traces,
  });
  const startedMs = clock.monotonicMs();
  return {
    fleet,
    sources,
    directory,
    grants,
    watches: () =>
      running.map(({ resource, watch: { counters, mirror: mirrored } }) => {
        const now = clock.monotonicMs();
        const { lastReceivedMs } = counters;
        const lastReceivedSeconds = lastReceivedMs === undefined ? undefined : (now - lastReceivedMs) / 1000;
        const { state, staleness, size } = mirrored;
        const staleSeconds = staleness && (clock.wallMs() - Date.parse(staleness.since)) / 1000;
        const unreadSeconds = (now - startedMs) / 1000;
        const ageSeconds = state === "empty" ? unreadSeconds : (staleSeconds ?? lastReceivedSeconds ?? unreadSeconds);
        return { resource, counters, lastReceivedSeconds, ageSeconds, objects: size };
      }),
    async stop() {
      fleet.close();
      endRelease?.();
      await Promise.all(running.map(({ watch }) => watch.stop()));
    },
  };
}

/** An empty object cache for a resource that is not watched. */
function nothing<Item extends KubeObject>(log: Logger): ObjectCache<Item> {
  const mirror = createObjectCache<Item>(log);
  mirror.swap([], "0");
  return mirror;
}

/** Replaces the client when Almanac has no credential, so that each object cache reports the reason why it is empty. */
const withoutCredential: CollectionTransport = {
  list: () => Promise.reject(noCredential()),
  watch: () => Promise.reject(noCredential()),
};

function noCredential(): GardenError {
  return new GardenError({ reason: "configuration", message: "Almanac has no credential of its own for this garden" });
}

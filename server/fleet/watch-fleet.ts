import "server-only";
import type { Logger } from "pino";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  cloudProfiles,
  type KubeResource,
  namespacedCloudProfiles,
  projects as projectResource,
  roleBindings,
  shoots,
} from "#lib/kube/resource.ts";
import { createProjectDirectory, type ProjectDirectory } from "../access/project-directory.ts";
import { createRoleGrants, noGrants, type RoleBinding, type RoleGrants } from "../access/role-grants.ts";
import type { GardenClient } from "../garden/garden-client.ts";
import { GardenError } from "../garden/garden-error.ts";
import type { Clock } from "../watch/clock.ts";
import type { CollectionTransport } from "../watch/collection-transport.ts";
import { startMirror } from "../watch/start-mirror.ts";
import { createFleet, type Fleet, type FleetSources } from "./fleet.ts";
import { RowStore } from "./row-store.ts";
import { mayList, shootNamespaces } from "./shoot-namespaces.ts";

export interface WatchFleetOptions {
  /** The dashboard's own credential; undefined when it has none. */
  readonly own: GardenClient | undefined;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly epoch: string;
}

/** The fleet and the watches that feed it, shared by everybody. */
export interface SharedWatch {
  readonly fleet: Fleet;
  readonly sources: FleetSources;
  readonly directory: ProjectDirectory;
  readonly grants: RoleGrants;
  stop(): Promise<void>;
}

/** Starts one watch per collection with the dashboard's own credential. */
export async function watchFleet({ own, log, clock, random, epoch }: WatchFleetOptions): Promise<SharedWatch> {
  const running: { stop(): Promise<void> }[] = [];
  const from = own ?? withoutCredential;
  const mirror = <Item extends KubeObject>(resource: KubeResource, namespace?: string) => {
    const scope = { resource, ...(namespace === undefined ? {} : { namespace }) };
    const started = startMirror<Item>({ from, scope, clock, random, log: log.child({ watch: resource.plural }) });
    running.push(started);
    return started.mirror;
  };
  if (own === undefined) log.warn({}, "the kubeconfig has no credential of its own, so no fleet can be watched");
  const namespaces = own === undefined ? undefined : await shootNamespaces(own, log);
  const projects = mirror<Project>(projectResource);
  const directory = createProjectDirectory(projects);
  const sources: FleetSources = {
    shoots: namespaces?.map((namespace) => mirror<Shoot>(shoots, namespace)) ?? [mirror<Shoot>(shoots)],
    projects,
    cloudProfiles: mirror<CloudProfile>(cloudProfiles),
    namespacedCloudProfiles: mirror<NamespacedCloudProfile>(namespacedCloudProfiles),
  };
  const seesBindings = own !== undefined && (await maySeeBindings(own, log));
  const grants = seesBindings ? createRoleGrants(mirror<RoleBinding>(roleBindings)) : noGrants;
  const fleet = createFleet({
    sources,
    directory,
    store: new RowStore(epoch, () => clock.monotonicMs()),
    clock,
  });
  return {
    fleet,
    sources,
    directory,
    grants,
    async stop() {
      fleet.close();
      await Promise.all(running.map((started) => started.stop()));
    },
  };
}

/** Without them a user who is no member of a project, but may list its clusters, is not shown them. */
async function maySeeBindings(own: GardenClient, log: Logger): Promise<boolean> {
  try {
    return await mayList(own, { resource: roleBindings });
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    log.warn({ err: error }, "could not find out whether Almanac may see RoleBindings; only members see projects");
    return false;
  }
}

/** Stands in for a client when there is no credential to ask with: the mirrors then say why they are empty. */
const withoutCredential: CollectionTransport = {
  list: () => Promise.reject(noCredential()),
  watch: () => Promise.reject(noCredential()),
};

function noCredential(): GardenError {
  return new GardenError({ reason: "configuration", message: "Almanac has no credential of its own for this garden" });
}

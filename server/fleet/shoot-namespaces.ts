import "server-only";
import type { Logger } from "pino";
import type { Project } from "#lib/garden/project.ts";
import { type KubeResource, projects, shoots } from "#lib/kube/resource.ts";
import { askAccess, rightTo } from "#server/access/access-reviews.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";

/**
 * The namespaces whose Shoots the dashboard's own credential can list; undefined for all. A developer's credential
 * often covers only a few projects: these are then watched one by one, and the log says so.
 */
export async function shootNamespaces(own: GardenClient, log: Logger): Promise<readonly string[] | undefined> {
  try {
    if (await askAccess(own, rightTo("list", shoots))) return undefined;
    const { body } = await own.list<Project>({ resource: projects });
    const candidates = (body.items ?? []).flatMap(({ spec }) => spec.namespace ?? []);
    const judged = await Promise.all(
      candidates.map(async (namespace) => ({
        namespace,
        may: await askAccess(own, rightTo("list", shoots, { namespace })),
      })),
    );
    const namespaces = judged.flatMap(({ namespace, may }) => (may ? [namespace] : []));
    if (namespaces.length === 0) return undefined;
    log.warn({ namespaces }, "Almanac's own credential may not list all Shoots; only these namespaces are shown");
    return namespaces;
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    // The garden may be unreachable; the watch of all namespaces keeps retrying and reports why it is stale.
    log.warn({ err: error }, "could not find out which Shoots Almanac's own credential may list");
    return undefined;
  }
}

/**
 * Whether the garden refuses to list a collection. Without an answer the watch is tried: an outage at the start must
 * not exclude the collection for good.
 */
export async function isListForbidden(own: GardenClient, resource: KubeResource, log: Logger): Promise<boolean> {
  try {
    return !(await askAccess(own, rightTo("list", resource)));
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    const { plural } = resource;
    log.warn({ err: error, resource: plural }, "could not find out whether Almanac may list a collection; it is tried");
    return false;
  }
}

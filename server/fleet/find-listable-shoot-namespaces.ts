import "server-only";
import type { Logger } from "pino";
import type { Project } from "#lib/garden/project.ts";
import { type KubeResource, projects, shoots } from "#lib/kube/resource.ts";
import { accessReviewAttributes, requestAccessReview } from "#server/access/access-reviews.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";

/**
 * The namespaces in which Almanac's own credential can list Shoots; undefined for all. With a developer's credential,
 * which often covers only a few projects, each namespace is watched separately.
 */
export async function findListableShootNamespaces(
  own: GardenClient,
  log: Logger,
): Promise<readonly string[] | undefined> {
  try {
    if (await requestAccessReview(own, accessReviewAttributes("list", shoots))) return undefined;
    const { body } = await own.list<Project>({ resource: projects });
    const candidates = (body.items ?? []).flatMap(({ spec }) => spec.namespace ?? []);
    const judged = await Promise.all(
      candidates.map(async (namespace) => ({
        namespace,
        may: await requestAccessReview(own, accessReviewAttributes("list", shoots, { namespace })),
      })),
    );
    const namespaces = judged.flatMap(({ namespace, may }) => (may ? [namespace] : []));
    if (namespaces.length === 0) return undefined;
    log.warn({ namespaces }, "Almanac's own credential may not list all Shoots; only these namespaces are shown");
    return namespaces;
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    // The API server may not answer: then all namespaces are watched, which is retried and reports its own error.
    log.warn({ err: error }, "could not find out which Shoots Almanac's own credential may list");
    return undefined;
  }
}

/**
 * Whether Almanac has no permission to list a resource. False while the API server does not answer, so that an outage
 * at the start does not exclude the resource for good.
 */
export async function isListForbidden(own: GardenClient, resource: KubeResource, log: Logger): Promise<boolean> {
  try {
    return !(await requestAccessReview(own, accessReviewAttributes("list", resource)));
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    const { plural } = resource;
    log.warn({ err: error, resource: plural }, "could not find out whether Almanac may list a collection; it is tried");
    return false;
  }
}

import "server-only";
import { stringAt } from "#lib/kube/field.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { shootResources } from "#lib/policy/operations/project-resources.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import type { ListAllContext } from "#server/garden/list-all.ts";

/** Maximum number of names that are suggested; others can be typed. */
const mostNames = 500;

/** ConfigMaps that Kubernetes and Gardener keep in the namespace of a project. */
const reservedNames = new Set(["kube-root-ca.crt"]);
const reservedSuffixes = Object.values(shootResources).flatMap(({ kind, suffix }) =>
  kind === "ConfigMap" ? [`.${suffix}`] : [],
);

/**
 * Names of the ConfigMaps of a project that people keep there. Only metadata is read. Undefined where the user is not
 * allowed to list them.
 */
export async function readConfigMapNames(
  { client, signal }: ListAllContext,
  namespace: string,
): Promise<string[] | undefined> {
  const listing = client.listMetadata({ resource: configMaps, namespace }, { limit: mostNames, signal });
  const page = await resultOrReason(listing, "forbidden", "not-found");
  if (page === "forbidden") return undefined;
  if (page === "not-found") return [];
  return page.items
    .flatMap((item) => stringAt(item, "metadata", "name") ?? [])
    .filter((name) => !reservedNames.has(name) && !reservedSuffixes.some((suffix) => name.endsWith(suffix)))
    .sort();
}

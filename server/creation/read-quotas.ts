import "server-only";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { quotas as quotaResource } from "#lib/kube/resource.ts";
import type { ListAllContext } from "#server/garden/list-all.ts";
import { readReferencedObject } from "#server/garden/read-referenced-object.ts";

/** Maximum number of quotas that are read; bindings of a project usually share one or two. */
const mostQuotas = 20;

/** Reads the quotas of bindings, each once, as far as the user may. @returns a function for the quotas of a binding */
export async function readQuotasOf(
  { client, signal }: ListAllContext,
  bindings: readonly KubeObject[],
  namespace: string,
): Promise<(binding: KubeObject) => readonly KubeObject[]> {
  const keysOf = (binding: KubeObject) =>
    listAt(binding, "quotas").map((one) => `${stringAt(one, "namespace") || namespace}/${stringAt(one, "name") ?? ""}`);
  const keys = [...new Set(bindings.flatMap(keysOf))].slice(0, mostQuotas);
  const found = await Promise.all(
    keys.map(async (key) => {
      const [place = "", name = ""] = key.split("/", 2);
      if (!isDns1123Label(place) || !isDns1123Subdomain(name)) return [key, undefined] as const;
      const target = { resource: quotaResource, namespace: place, name };
      return [key, await readReferencedObject(client, target, signal)] as const;
    }),
  );
  const read = new Map(found);
  return (binding) => keysOf(binding).flatMap((key) => read.get(key) ?? []);
}

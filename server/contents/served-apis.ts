import "server-only";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Look } from "./read-part.ts";

/** Whether an API (`policy/v1`) serves a resource; true as well if that is not known. */
export type IsServed = (api: string, plural: string) => boolean;

/** Reads which APIs a Shoot's API server serves, which all authenticated users may. */
export async function readServedApis({ client, signal, calls, budget }: Look): Promise<IsServed> {
  if (!budget.takeRequest("first")) return () => true;
  try {
    return servedApisIn(await calls.run(() => client.discovery({ signal, once: true }), signal));
  } catch (error) {
    // The lists themselves then say that they are not served, or that they cannot be read.
    if (error instanceof GardenError || signal.aborted) return () => true;
    throw error;
  }
}

/**
 * What discovery says: an APIGroupDiscoveryList, or an APIGroupList, which names no resources. Anything else says
 * nothing.
 */
export function servedApisIn(discovery: unknown): IsServed {
  const kind = stringAt(discovery, "kind");
  if (kind === "APIGroupList") {
    const groups = listAt(discovery, "groups");
    const served = new Set(
      groups.flatMap((group) => listAt(group, "versions").map((each) => stringAt(each, "groupVersion"))),
    );
    return (api) => served.has(api);
  }
  if (kind !== "APIGroupDiscoveryList") return () => true;
  const served = new Set<string>();
  for (const item of listAt(discovery, "items")) {
    for (const version of listAt(item, "versions")) {
      const api = `${stringAt(item, "metadata", "name")}/${stringAt(version, "version")}`;
      for (const each of listAt(version, "resources")) served.add(`${api} ${stringAt(each, "resource")}`);
      // Of an aggregated API server that does not answer, discovery holds an old list or none.
      if (stringAt(version, "freshness") === "Stale") served.add(api);
    }
  }
  return (api, plural) => served.has(`${api} ${plural}`) || served.has(api);
}

import "server-only";
import { parse } from "yaml";
import { stringAt } from "#lib/kube/field.ts";
import { gardenInfoPath } from "#server/fleet/rows/garden-release.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";

/**
 * URL of the issuer of tokens for WorkloadIdentities; undefined if the garden does not publish it.
 *
 * @source Gardener: ConfigMap gardener-info in gardener-system-public, key gardenerAPIServer
 */
export async function readIdentityIssuer(
  client: Pick<GardenClient, "raw">,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await resultOrReason(client.raw(gardenInfoPath, { signal }), "not-found", "forbidden");
  if (typeof found === "string") return undefined;
  const told: unknown = parse(stringAt(found.body, "data", "gardenerAPIServer") ?? "");
  const issuer = stringAt(told, "workloadIdentityIssuerURL");
  return issuer === "" ? undefined : issuer;
}

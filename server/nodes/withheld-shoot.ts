import "server-only";
import type { NodesResponse } from "#lib/contract/nodes.ts";
import { isClusterUnfinished } from "#server/credentials/request-kubeconfig.ts";
import { GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import { NoShootKubeconfigError } from "./shoot-api.ts";

/** Why nothing of a Shoot's own API is shown. */
export type WithheldShoot = Extract<NodesResponse, { state: "withheld" }>;

/** Errors shown in detail. All others look alike: a Shoot's owner must not explore Almanac's network by host names. */
const refusals: ReadonlySet<GardenErrorReason> = new Set(["unauthorized", "forbidden"]);

/** Why a call of a Shoot's API server came to nothing. Errors other than those of the garden and the Shoot are thrown. */
export function withheldBecause(error: unknown): WithheldShoot {
  if (error instanceof NoShootKubeconfigError) {
    if (isClusterUnfinished(error.cause)) return { state: "withheld", why: "unfinished" };
    const why = error.cause.reason === "forbidden" ? "no-access" : "no-kubeconfig";
    return { state: "withheld", why, message: error.cause.gardenMessage ?? error.cause.message };
  }
  if (!(error instanceof GardenError)) throw error;
  return refusals.has(error.reason)
    ? { state: "withheld", why: "refused", message: error.gardenMessage }
    : { state: "withheld", why: "unreachable" };
}

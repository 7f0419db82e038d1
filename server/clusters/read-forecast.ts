import "server-only";
import type { Logger } from "pino";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import { forecastCluster } from "./forecast-cluster.ts";
import { type ClusterReadContext, type ClusterRequest, readShoot } from "./read-cluster.ts";
import { readShootProfile } from "./read-profile.ts";

/** The forecast of one cluster. Shoot and profile are read with the user's own token, not from the shared watch. */
export async function readForecast(
  context: Pick<ClusterReadContext, "withToken" | "scopes" | "fleet" | "now">,
  request: ClusterRequest & { readonly log: Logger },
): Promise<ClusterForecast> {
  const shoot = await readShoot(context, request);
  const profile = await readShootProfile(context.withToken(request.token), shoot, request.signal);
  return forecastCluster({
    shoot,
    profile,
    garden: context.fleet.viewOf(shoot),
    now: context.now(),
    onFault: (err) => request.log.error({ err, uid: shoot.metadata.uid }, "a forecast failed"),
  });
}

import type { UpdateContext } from "#lib/act/updates/spec-validator.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import type { PoolReplacement } from "#lib/view/pool-replacement/pool-replacement.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import type { Cluster } from "../../use-cluster.ts";

/** Props shared by the steps of the guide that replaces pools. */
export interface ReplacementStepsProps {
  readonly cluster: Cluster;
  readonly context: UpdateContext;
  readonly forecast: ClusterForecast;
  readonly clock: DisplayClock;
  readonly replacement: Extract<PoolReplacement, { readonly applies: true }>;
}

import "server-only";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";

/** A request to show a cluster's credential, with the client of the requesting user. */
export interface ShootCredentialCall {
  readonly client: GardenClient;
  /** Namespace and name of the Shoot. */
  readonly target: ObjectTarget;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

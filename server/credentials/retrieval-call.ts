import "server-only";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";

/** One retrieval, with the requesting user's credential. */
export interface RetrievalCall {
  readonly client: GardenClient;
  /** The Shoot. */
  readonly target: ObjectTarget;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

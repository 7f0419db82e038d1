import "server-only";
import type { ActRequestStep } from "#lib/act/plan/plan-act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import type { GardenClient, GardenResponse } from "#server/garden/garden-client.ts";

interface BindingWrite {
  readonly client: Pick<GardenClient, "get" | "replace">;
  /** The uid and resource version that the stored Shoot must have. */
  readonly precondition: { readonly uid: string; readonly resourceVersion: string };
  readonly signal: AbortSignal;
  readonly dryRun?: boolean;
}

/**
 * Gives a Shoot another Seed through its subresource `binding`. The request contains the whole Shoot as the garden
 * stores it, because the API server refuses any other difference; a Shoot that has changed since is refused as well.
 */
export async function bindShoot(
  target: ObjectTarget,
  { body }: Extract<ActRequestStep, { readonly verb: "bind" }>,
  { client, precondition, signal, dryRun = false }: BindingWrite,
): Promise<GardenResponse<Shoot>> {
  const { body: stored } = await client.get<Shoot>(target, { signal });
  const bound = {
    ...stored,
    metadata: { ...stored.metadata, ...precondition },
    spec: { ...stored.spec, ...body.spec },
  };
  return client.replace<Shoot>({ ...target, subresource: "binding" }, bound, { signal, dryRun });
}

import "server-only";
import { requestKubeconfig } from "#server/credentials/request-kubeconfig.ts";
import type { RetrievalCall } from "#server/credentials/retrieval-call.ts";
import { createGardenClient, type GardenClient } from "#server/garden/garden-client.ts";
import { GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import { createRequestSender } from "#server/garden/request-sender.ts";
import { createTransport } from "#server/garden/transport.ts";
import { readShootKubeconfig, type ShootLogin } from "./shoot-kubeconfig.ts";
import type { ShootReach } from "./shoot-reach.ts";

export type ShootRole = "viewer" | "admin";

/** A retrieval, and where the API server of the Shoot may be. */
export interface ShootCall extends RetrievalCall {
  readonly reach: ShootReach;
}

export interface ShootApi {
  readonly client: GardenClient;
  readonly role: ShootRole;
}

/** The garden gave no kubeconfig; the cause is what it said. */
export class NoShootAccess extends Error {
  override readonly name = "NoShootAccess";
  override readonly cause: GardenError;

  constructor(cause: GardenError) {
    super("the garden gave no kubeconfig", { cause });
    this.cause = cause;
  }
}

/** The shortest life that the garden grants; it is used for one request of a browser and forgotten. */
const lifetimeSeconds = 600;
/** A garden without this kind of kubeconfig says so in one of these ways. */
const tryNext: ReadonlySet<GardenErrorReason> = new Set(["forbidden", "not-found", "method-not-allowed"]);

/**
 * Speaks to a Shoot's own API with a kubeconfig that the garden makes for whoever asks, of the first of the roles that
 * it grants. Credential and connections live as long as `use` does. Throws NoShootAccess when there is none, and a GardenError where it lies where Almanac does not connect to.
 */
export async function withShootApi<Outcome>(
  call: ShootCall,
  roles: readonly ShootRole[],
  use: (api: ShootApi) => Promise<Outcome>,
): Promise<Outcome> {
  const { role, login } = await firstLogin(call, roles);
  const transport = createTransport(call.reach.guarded(login.connection));
  try {
    const sender = createRequestSender(login.connection.server, transport);
    const client = createGardenClient(sender, async () => ({ certificate: login.certificate }));
    return await use({ client, role });
  } finally {
    await transport.close();
  }
}

async function firstLogin(
  call: RetrievalCall,
  roles: readonly ShootRole[],
): Promise<{ readonly role: ShootRole; readonly login: ShootLogin }> {
  let refusal = new GardenError({ reason: "forbidden", message: "No kind of kubeconfig was asked for" });
  for (const role of roles) {
    try {
      const what = role === "admin" ? "admin-kubeconfig" : "viewer-kubeconfig";
      const { parts } = await requestKubeconfig(call, { what, expirationSeconds: lifetimeSeconds });
      return { role, login: readShootKubeconfig(parts[0]?.text ?? "") };
    } catch (error) {
      // A token that has ended is the session's matter, not this cluster's.
      if (!(error instanceof GardenError) || error.reason === "unauthorized") throw error;
      refusal = error;
      if (!tryNext.has(error.reason)) break;
    }
  }
  throw new NoShootAccess(refusal);
}

import "server-only";
import { requestKubeconfig } from "#server/credentials/request-kubeconfig.ts";
import type { ShootCredentialCall } from "#server/credentials/shoot-credential-call.ts";
import { createGardenClient, type GardenClient } from "#server/garden/garden-client.ts";
import { GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import { createRequestSender } from "#server/garden/request-sender.ts";
import { createTransport } from "#server/garden/transport.ts";
import type { ShootAddressPolicy } from "./shoot-address-policy.ts";
import { readShootKubeconfig, type ShootLogin } from "./shoot-kubeconfig.ts";

export type ShootRole = "viewer" | "admin";

/** A request for a Shoot's kubeconfig, and the addresses allowed for the Shoot's API server. */
export interface ShootCall extends ShootCredentialCall {
  readonly reach: ShootAddressPolicy;
}

export interface ShootApi {
  readonly client: GardenClient;
  readonly role: ShootRole;
}

/** Thrown when Gardener issued no kubeconfig for a Shoot; `cause` is the garden's error. */
export class NoShootKubeconfigError extends Error {
  override readonly name = "NoShootAccess";
  override readonly cause: GardenError;

  constructor(cause: GardenError) {
    super("the garden gave no kubeconfig", { cause });
    this.cause = cause;
  }
}

/** Lifetime of the kubeconfig: the minimum that Gardener allows, since it is used for one browser request only. */
const lifetimeSeconds = 600;
/** Errors of a garden that does not issue this kind of kubeconfig; the next role is then tried. */
const tryNext: ReadonlySet<GardenErrorReason> = new Set(["forbidden", "not-found", "method-not-allowed"]);

/**
 * Calls a Shoot's own API with a kubeconfig issued to the user, for the first role that the garden grants. The
 * kubeconfig and its connections are dropped when `use` ends. Throws if no kubeconfig was issued, and for an address
 * that is not allowed.
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
  call: ShootCredentialCall,
  roles: readonly ShootRole[],
): Promise<{ readonly role: ShootRole; readonly login: ShootLogin }> {
  let refusal = new GardenError({ reason: "forbidden", message: "No kind of kubeconfig was asked for" });
  for (const role of roles) {
    try {
      const what = role === "admin" ? "admin-kubeconfig" : "viewer-kubeconfig";
      const { parts } = await requestKubeconfig(call, { what, expirationSeconds: lifetimeSeconds });
      return { role, login: readShootKubeconfig(parts[0]?.text ?? "") };
    } catch (error) {
      // An expired token means that the session is over, and says nothing about the cluster.
      if (!(error instanceof GardenError) || error.reason === "unauthorized") throw error;
      refusal = error;
      if (!tryNext.has(error.reason)) break;
    }
  }
  throw new NoShootKubeconfigError(refusal);
}

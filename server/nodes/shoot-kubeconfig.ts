import "server-only";
import type { ClientCertificate, GardenConnection } from "#server/garden/connection.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import {
  type Cluster,
  type KubeconfigEntries,
  readKubeconfigEntries,
  type User,
} from "#server/garden/kubeconfig-entries.ts";

/** Connection and client certificate for one Shoot. */
export interface ShootLogin {
  readonly connection: GardenConnection;
  readonly certificate: ClientCertificate;
}

/**
 * Reads a Shoot's kubeconfig that Gardener issued. It must use https and contain a client certificate; one that would
 * run a command, read a local file, use a proxy or skip server verification is refused. Throws a GardenError
 * `bad-answer`.
 */
export function readShootKubeconfig(text: string): ShootLogin {
  const { currentContext, contexts, clusters, users } = parsed(text);
  const context = contexts.find(({ name }) => name === currentContext);
  const cluster = clusters.find(({ name }) => name === context?.cluster);
  const user = users.find(({ name }) => name === context?.user);
  if (!cluster || !user) throw refused("The kubeconfig of the cluster has no current context");
  refuseOtherThanGardeners(cluster, user);
  const ca = decoded(cluster.caData);
  const [cert, key] = [decoded(user.certData), decoded(user.keyData)];
  if (cert === undefined || key === undefined) throw refused("The kubeconfig of the cluster has no client certificate");
  return {
    connection: {
      kind: "kubeconfig",
      name: "shoot",
      server: cluster.server.replace(/\/+$/, ""),
      ca: async () => ca,
      serverName: cluster.tlsServerName,
      skipTlsVerify: false,
      ownCredential: undefined,
    },
    certificate: { cert, key },
  };
}

function parsed(text: string): KubeconfigEntries {
  try {
    return readKubeconfigEntries(text);
  } catch (cause) {
    throw new GardenError({ reason: "bad-answer", message: "The kubeconfig of the cluster cannot be read", cause });
  }
}

function refuseOtherThanGardeners(cluster: Cluster, user: User): void {
  if (!URL.canParse(cluster.server) || new URL(cluster.server).protocol !== "https:") {
    throw refused("The kubeconfig of the cluster names no https address");
  }
  if (cluster.skipTLSVerify || cluster.proxyUrl || cluster.caFile) {
    throw refused("The kubeconfig of the cluster does not say which certificate authority to trust");
  }
  if (user.exec || user.authProvider || user.certFile || user.keyFile || user.impersonateUser) {
    throw refused("The kubeconfig of the cluster does not name the user");
  }
}

function decoded(base64: string | undefined): string | undefined {
  return base64 ? Buffer.from(base64, "base64").toString("utf8") : undefined;
}

function refused(message: string): GardenError {
  return new GardenError({ reason: "bad-answer", message });
}

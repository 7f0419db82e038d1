import "server-only";
import type { RequestOptions } from "node:https";
import type { KubeConfig } from "@kubernetes/client-node";
import type { CredentialSource } from "./connection.ts";
import { GardenError } from "./garden-error.ts";
import type { Cluster, User } from "./kubeconfig-entries.ts";

/**
 * The credential of a kubeconfig's exec plugin or auth-provider. `@kubernetes/client-node` obtains it and caches it
 * until it expires. Only used when the configuration allows it, because the kubeconfig decides which command runs.
 */
export function pluginCredential(cluster: Cluster, user: User): CredentialSource {
  let loading: Promise<KubeConfig> | undefined;
  return async () => {
    const options: RequestOptions = {};
    try {
      loading ??= clientConfig(cluster, user);
      await (await loading).applyToHTTPSOptions(options);
    } catch (cause) {
      throw new GardenError({ reason: "configuration", message: "The credential plugin failed", cause });
    }
    const { cert, key, headers } = options;
    const token = bearerToken(headers);
    if (token !== undefined) return { token };
    if (cert && key) return { certificate: { cert: String(cert), key: String(key) } };
    throw new GardenError({ reason: "configuration", message: "The credential plugin gave no credential" });
  };
}

/** Imports the complete `@kubernetes/client-node` only when needed, because it is large. */
async function clientConfig(cluster: Cluster, user: User): Promise<KubeConfig> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  config.loadFromClusterAndUser(cluster, user);
  return config;
}

function bearerToken(headers: RequestOptions["headers"]): string | undefined {
  if (headers === undefined || Array.isArray(headers)) return undefined;
  const value = "Authorization" in headers ? headers.Authorization : undefined;
  return typeof value === "string" && value.startsWith("Bearer ") ? value.slice("Bearer ".length) : undefined;
}

import "server-only";
import type { RequestOptions } from "node:https";
import { type Cluster, KubeConfig, type User } from "@kubernetes/client-node";
import type { CredentialSource } from "./connection.ts";
import { GardenError } from "./garden-error.ts";

/**
 * The credential of an exec plugin or an auth-provider, obtained by client-node, which remembers it until it expires.
 * Only reached when the configuration allows such entries: the kubeconfig decides which command runs.
 */
export function pluginCredential(cluster: Cluster, user: User): CredentialSource {
  const config = new KubeConfig();
  config.loadFromClusterAndUser(cluster, user);
  return async () => {
    const options: RequestOptions = {};
    try {
      await config.applyToHTTPSOptions(options);
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

function bearerToken(headers: RequestOptions["headers"]): string | undefined {
  if (headers === undefined || Array.isArray(headers)) return undefined;
  const value = "Authorization" in headers ? headers.Authorization : undefined;
  return typeof value === "string" && value.startsWith("Bearer ") ? value.slice("Bearer ".length) : undefined;
}

import "server-only";
import { readFile } from "node:fs/promises";
import { delimiter, dirname } from "node:path";
import { type Cluster, KubeConfig, makeAbsolutePath, type User } from "@kubernetes/client-node";
import { parse as parseYaml } from "yaml";
import { isRecord } from "#lib/kube/wire.ts";
import type { ConnectionPolicy, CredentialSource, GardenConnection } from "./connection.ts";
import { freshFile } from "./fresh-file.ts";
import { GardenError } from "./garden-error.ts";
import { pluginCredential } from "./plugin-credential.ts";

export interface KubeconfigSource {
  readonly kind: "kubeconfig";
  /** One file, or several as in KUBECONFIG; the first to name an entry wins, as with kubectl. */
  readonly file: string;
  /** The context to use instead of the current one. */
  readonly context?: string | undefined;
}

interface Entries {
  readonly config: KubeConfig;
  /** `tokenFile` of a user entry; client-node does not read it. */
  readonly tokenFiles: ReadonlyMap<string, string>;
}

/** Reads a kubeconfig from disk and refuses what `policy` does not allow, before anything of it is used. */
export async function kubeconfigConnection(
  source: KubeconfigSource,
  policy: ConnectionPolicy,
): Promise<GardenConnection> {
  const files = await Promise.all(source.file.split(delimiter).filter(Boolean).map(readEntries));
  const contextName = source.context ?? files.find(({ config }) => config.currentContext)?.config.currentContext;
  if (!contextName) throw refused("The kubeconfig names no current context, and none is configured");
  const context = first(files, ({ config }) => config.getContextObject(contextName));
  if (!context) throw refused(`The kubeconfig has no context "${contextName}"`);
  const cluster = first(files, ({ config }) => config.getCluster(context.cluster));
  if (!cluster) throw refused(`The kubeconfig has no cluster "${context.cluster}"`);
  const user = context.user ? first(files, ({ config }) => config.getUser(context.user)) : undefined;
  if (context.user && !user) throw refused(`The kubeconfig has no user "${context.user}"`);

  refuseClusterSettings(cluster, policy);
  const { caFile, caData } = cluster;
  return {
    kind: "kubeconfig",
    name: contextName,
    server: cluster.server,
    ca: caFile ? freshFile(caFile) : async () => decoded(caData),
    serverName: cluster.tlsServerName,
    skipTlsVerify: cluster.skipTLSVerify,
    proxyUrl: cluster.proxyUrl,
    ownCredential: user ? userCredential(user, { cluster, policy, tokenFile: tokenFileOf(files, user) }) : undefined,
  };
}

async function readEntries(path: string): Promise<Entries> {
  try {
    const text = await readFile(path, "utf8");
    const config = new KubeConfig();
    config.loadFromString(text);
    config.makePathsAbsolute(dirname(path));
    return { config, tokenFiles: tokenFilesIn(text, dirname(path)) };
  } catch (cause) {
    throw new GardenError({ reason: "configuration", message: "A kubeconfig file could not be read", cause });
  }
}

function tokenFilesIn(text: string, directory: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const document: unknown = parseYaml(text);
  const users = isRecord(document) && Array.isArray(document.users) ? document.users : [];
  for (const entry of users) {
    if (!isRecord(entry) || !isRecord(entry.user)) continue;
    const { tokenFile } = entry.user;
    if (typeof entry.name === "string" && typeof tokenFile === "string" && tokenFile !== "") {
      found.set(entry.name, makeAbsolutePath(directory, tokenFile));
    }
  }
  return found;
}

function tokenFileOf(files: readonly Entries[], user: User): string | undefined {
  return files.find(({ config }) => config.getUser(user.name))?.tokenFiles.get(user.name);
}

function refuseClusterSettings(cluster: Cluster, policy: ConnectionPolicy): void {
  if (cluster.proxyUrl && !policy.proxyUrl) throw refused("The kubeconfig's cluster uses proxy-url");
  if (cluster.skipTLSVerify && !policy.insecureTls) {
    throw refused("The kubeconfig's cluster sets insecure-skip-tls-verify");
  }
  if (!cluster.server.startsWith("https://") && !policy.insecureTls) {
    throw refused("The kubeconfig's cluster is not served over https");
  }
}

function userCredential(
  user: User,
  context: { cluster: Cluster; policy: ConnectionPolicy; tokenFile: string | undefined },
): CredentialSource | undefined {
  if (user.impersonateUser) throw refused("The kubeconfig's user impersonates another (as), which is not supported");
  if (user.username || user.password) throw refused("The kubeconfig's user signs in with a password");
  if (user.exec) {
    if (!context.policy.exec) throw refused("The kubeconfig's user runs an exec plugin");
    return pluginCredential(context.cluster, user);
  }
  if (user.authProvider) {
    if (!context.policy.exec) throw refused("The kubeconfig's user has an auth-provider");
    return pluginCredential(context.cluster, user);
  }
  if (context.tokenFile !== undefined) {
    const token = freshFile(context.tokenFile);
    return async () => ({ token: await token() });
  }
  const { token } = user;
  if (token) return async () => ({ token: token.trim() });
  return certificateCredential(user);
}

function certificateCredential(user: User): CredentialSource | undefined {
  const { certFile, keyFile, certData, keyData } = user;
  const hasCert = Boolean(certFile || certData);
  const hasKey = Boolean(keyFile || keyData);
  if (!hasCert && !hasKey) return undefined;
  if (!hasCert || !hasKey)
    throw refused("The kubeconfig's user has a client certificate without its key, or a key alone");
  const cert = certFile ? freshFile(certFile) : async () => decoded(certData) ?? "";
  const key = keyFile ? freshFile(keyFile) : async () => decoded(keyData) ?? "";
  return async () => ({ certificate: { cert: await cert(), key: await key() } });
}

function decoded(base64: string | undefined): string | undefined {
  return base64 ? Buffer.from(base64, "base64").toString("utf8") : undefined;
}

function first<Found>(files: readonly Entries[], find: (entries: Entries) => Found | null): Found | undefined {
  for (const entries of files) {
    const found = find(entries);
    if (found !== null) return found;
  }
  return undefined;
}

function refused(message: string): GardenError {
  return new GardenError({ reason: "configuration", message });
}

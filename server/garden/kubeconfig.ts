import "server-only";
import { readFile } from "node:fs/promises";
import { delimiter, dirname } from "node:path";
import type { ConnectionPolicy, CredentialSource, GardenConnection } from "./connection.ts";
import { createFileReader } from "./create-file-reader.ts";
import { GardenError } from "./garden-error.ts";
import { type Cluster, type KubeconfigEntries, readKubeconfigEntries, type User } from "./kubeconfig-entries.ts";
import { pluginCredential } from "./plugin-credential.ts";

export interface KubeconfigSource {
  readonly kind: "kubeconfig";
  /** Path of a kubeconfig, or several as in KUBECONFIG; the first file that contains an entry wins, as with kubectl. */
  readonly file: string;
  /** Name of the context to use instead of the current one. */
  readonly context?: string | undefined;
}

/** Reads a kubeconfig from disk and rejects if it contains a setting that `policy` does not allow. */
export async function kubeconfigConnection(
  source: KubeconfigSource,
  policy: ConnectionPolicy,
): Promise<GardenConnection> {
  const files = await Promise.all(source.file.split(delimiter).filter(Boolean).map(readEntries));
  const contextName = source.context ?? files.find(({ currentContext }) => currentContext)?.currentContext;
  if (!contextName) throw refused("The kubeconfig names no current context, and none is configured");
  // The first file with an entry of that name wins.
  const named = (name: string) => (entry: { readonly name: string }) => entry.name === name;
  const context = files.flatMap(({ contexts }) => contexts).find(named(contextName));
  if (!context) throw refused(`The kubeconfig has no context "${contextName}"`);
  const cluster = files.flatMap(({ clusters }) => clusters).find(named(context.cluster));
  if (!cluster) throw refused(`The kubeconfig has no cluster "${context.cluster}"`);
  const user = files.flatMap(({ users }) => users).find(named(context.user));
  if (context.user && !user) throw refused(`The kubeconfig has no user "${context.user}"`);

  refuseClusterSettings(cluster, policy);
  const { caFile, caData } = cluster;
  return {
    kind: "kubeconfig",
    name: contextName,
    server: cluster.server,
    ca: caFile ? createFileReader(caFile) : async () => decoded(caData),
    serverName: cluster.tlsServerName,
    skipTlsVerify: cluster.skipTLSVerify,
    proxyUrl: cluster.proxyUrl,
    ownCredential: user ? userCredential(user, { cluster, policy, tokenFile: tokenFileOf(files, user) }) : undefined,
  };
}

async function readEntries(path: string): Promise<KubeconfigEntries> {
  try {
    return readKubeconfigEntries(await readFile(path, "utf8"), dirname(path));
  } catch (cause) {
    throw new GardenError({ reason: "configuration", message: "A kubeconfig file could not be read", cause });
  }
}

function tokenFileOf(files: readonly KubeconfigEntries[], { name }: User): string | undefined {
  return files.find(({ users }) => users.some((user) => user.name === name))?.tokenFiles.get(name);
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
    const token = createFileReader(context.tokenFile);
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
  const cert = certFile ? createFileReader(certFile) : async () => decoded(certData) ?? "";
  const key = keyFile ? createFileReader(keyFile) : async () => decoded(keyData) ?? "";
  return async () => ({ certificate: { cert: await cert(), key: await key() } });
}

function decoded(base64: string | undefined): string | undefined {
  return base64 ? Buffer.from(base64, "base64").toString("utf8") : undefined;
}

function refused(message: string): GardenError {
  return new GardenError({ reason: "configuration", message });
}

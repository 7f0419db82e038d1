import "server-only";
import { isAbsolute, join } from "node:path";
// Imports only the kubeconfig types: the whole client loads every Kubernetes API, half a second and 80 MB.
import {
  type Cluster,
  type Context,
  newClusters,
  newContexts,
  newUsers,
  type User,
} from "@kubernetes/client-node/dist/config_types.js";
import { parse } from "yaml";
import { isRecord } from "#lib/kube/wire.ts";

export type { Cluster, User };

/** Clusters, users and contexts of one kubeconfig, as parsed by `@kubernetes/client-node`. */
export interface KubeconfigEntries {
  readonly currentContext: string | undefined;
  readonly clusters: readonly Cluster[];
  readonly contexts: readonly Context[];
  readonly users: readonly User[];
  /** `tokenFile` by user name, which `@kubernetes/client-node` does not parse. */
  readonly tokenFiles: ReadonlyMap<string, string>;
}

/**
 * Parses a kubeconfig. Relative paths are resolved against `directory`, if given.
 *
 * @throws Error for invalid YAML, or an entry without a required field
 */
export function readKubeconfigEntries(text: string, directory?: string): KubeconfigEntries {
  const document: unknown = parse(text);
  const { clusters, contexts, users, "current-context": current } = isRecord(document) ? document : {};
  return {
    currentContext: typeof current === "string" && current !== "" ? current : undefined,
    clusters: newClusters(clusters).map((cluster) => ({
      ...cluster,
      ...located({ caFile: cluster.caFile }, directory),
    })),
    contexts: newContexts(contexts),
    users: newUsers(users).map((user) => ({
      ...user,
      ...located({ certFile: user.certFile, keyFile: user.keyFile }, directory),
    })),
    tokenFiles: new Map(tokenFilesIn(users).map(([name, file]) => [name, absolute(file, directory)])),
  };
}

function tokenFilesIn(users: unknown): readonly (readonly [name: string, file: string])[] {
  return (Array.isArray(users) ? users : []).flatMap((entry: unknown) => {
    if (!isRecord(entry) || !isRecord(entry.user) || typeof entry.name !== "string") return [];
    const { tokenFile } = entry.user;
    return typeof tokenFile === "string" && tokenFile !== "" ? [[entry.name, tokenFile] as const] : [];
  });
}

/** Makes relative file paths of a kubeconfig absolute. */
function located(files: Readonly<Record<string, string | undefined>>, directory: string | undefined): object {
  return Object.fromEntries(
    Object.entries(files).flatMap(([key, file]) => (file ? [[key, absolute(file, directory)]] : [])),
  );
}

function absolute(file: string, directory: string | undefined): string {
  return directory === undefined || isAbsolute(file) ? file : join(directory, file);
}

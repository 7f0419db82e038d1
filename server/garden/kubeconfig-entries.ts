import "server-only";
import { isAbsolute, join } from "node:path";
// Only what reads entries: the whole client brings every API of Kubernetes along, half a second and 80 MB of it.
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

/** The entries of one kubeconfig, as client-node reads them. */
export interface KubeconfigEntries {
  readonly currentContext: string | undefined;
  readonly clusters: readonly Cluster[];
  readonly contexts: readonly Context[];
  readonly users: readonly User[];
  /** `tokenFile` by the user's name; client-node does not read it. */
  readonly tokenFiles: ReadonlyMap<string, string>;
}

/**
 * Reads the text of a kubeconfig. Relative paths are taken from `directory`, or left as they are without one.
 *
 * @throws Error when it is no YAML, or when an entry lacks what it must have
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

/** Those of the files that there are. */
function located(files: Readonly<Record<string, string | undefined>>, directory: string | undefined): object {
  return Object.fromEntries(
    Object.entries(files).flatMap(([key, file]) => (file ? [[key, absolute(file, directory)]] : [])),
  );
}

function absolute(file: string, directory: string | undefined): string {
  return directory === undefined || isAbsolute(file) ? file : join(directory, file);
}

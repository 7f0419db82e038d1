import "server-only";
import { rename, writeFile } from "node:fs/promises";
import { stringify } from "yaml";

export interface KubeconfigInput {
  readonly url: string;
  readonly caPem: string;
  /** Identity names with their tokens; the first one is the current context. */
  readonly users: readonly { readonly name: string; readonly token: string }[];
}

/** A kubeconfig with a context for each identity. */
export function formatKubeconfig({ url, caPem, users }: KubeconfigInput): string {
  const cluster = "embedded-garden";
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name: cluster, cluster: { server: url, "certificate-authority-data": Buffer.from(caPem).toString("base64") } },
    ],
    users: users.map(({ name, token }) => ({ name, user: { token } })),
    contexts: users.map(({ name }) => ({ name, context: { cluster, user: name } })),
    "current-context": users[0]?.name ?? "",
  });
}

export async function writeKubeconfig(file: string, parts: KubeconfigInput): Promise<void> {
  await writePrivateFile(file, formatKubeconfig(parts));
}

/**
 * Writes a file that only its owner can read, also over one with wider permissions. The write is atomic: if the process
 * is killed, the old file stays.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

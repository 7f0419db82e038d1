import "server-only";
import { rename, writeFile } from "node:fs/promises";
import { stringify } from "yaml";

export interface KubeconfigInput {
  readonly url: string;
  readonly caPem: string;
  /** Names and tokens of the users; the first user becomes the current context. */
  readonly users: readonly { readonly name: string; readonly token: string }[];
}

/** Formats a kubeconfig with one context per user. */
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
 * Writes a file that only its owner can read, even if the old file has wider permissions. The write is atomic: if the
 * process is killed, the old file stays.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

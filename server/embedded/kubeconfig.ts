import "server-only";
import { chmod, writeFile } from "node:fs/promises";
import { stringify } from "yaml";

export interface KubeconfigParts {
  readonly url: string;
  readonly caPem: string;
  /** Identity names with their tokens; the first is the current context. */
  readonly users: readonly { readonly name: string; readonly token: string }[];
}

/** A kubeconfig with a context for each identity. */
export function kubeconfigText({ url, caPem, users }: KubeconfigParts): string {
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

/** Writes it so that only its owner can read the tokens, also over a file that was open to others. */
export async function writeKubeconfig(file: string, parts: KubeconfigParts): Promise<void> {
  await writeFile(file, kubeconfigText(parts), { mode: 0o600 });
  await chmod(file, 0o600);
}

import { readFile } from "node:fs/promises";
import { request } from "node:https";
import { parse } from "yaml";

interface Kubeconfig {
  readonly clusters: readonly {
    readonly cluster: { readonly server: string; readonly "certificate-authority-data": string };
  }[];
  readonly users: readonly { readonly name: string; readonly user: { readonly token: string } }[];
}

/** Access to a garden in another process, by its kubeconfig. */
export interface KubeconfigAccess {
  readonly tokenOf: (person: string) => string;
  /** Sends a JSON merge patch as the operator; resolves with the status code. */
  readonly patch: (path: string, body: object) => Promise<number>;
}

export async function openKubeconfigGarden(kubeconfigFile: string): Promise<KubeconfigAccess> {
  const { clusters, users }: Kubeconfig = parse(await readFile(kubeconfigFile, "utf8"));
  const [first] = clusters;
  if (first === undefined) throw new Error("the kubeconfig names no cluster");
  const { server, "certificate-authority-data": authority } = first.cluster;
  const tokenOf = (person: string) => users.find(({ name }) => name === person)?.user.token ?? "";
  const headers = {
    authorization: `Bearer ${tokenOf("operator")}`,
    "content-type": "application/merge-patch+json",
  };
  const ca = Buffer.from(authority, "base64");
  return {
    tokenOf,
    patch: (path, body) =>
      new Promise((resolve, reject) => {
        const outgoing = request(`${server}${path}`, { method: "PATCH", ca, headers, agent: false }, (response) => {
          response.resume().once("end", () => resolve(response.statusCode ?? 0));
        });
        outgoing.once("error", reject).end(JSON.stringify(body));
      }),
  };
}

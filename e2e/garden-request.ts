import { readFile } from "node:fs/promises";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { parse } from "yaml";

interface Kubeconfig {
  readonly clusters: readonly {
    readonly cluster: { readonly server: string; readonly "certificate-authority-data": string };
  }[];
  readonly users: readonly { readonly name: string; readonly user: { readonly token: string } }[];
}

/** Sends a request to a garden as its operator; resolves with the status code and the object in the response. */
export type GardenRequest = (
  method: "GET" | "PATCH" | "POST",
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly object: Readonly<Record<string, unknown>> }>;

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
  const send = gardenRequest({ server, ca: Buffer.from(authority, "base64"), token: tokenOf("operator") });
  return { tokenOf, patch: async (path, body) => (await send("PATCH", path, body)).status };
}

interface GardenAccess {
  readonly server: string;
  readonly ca: Buffer | string;
  readonly token: string;
}

export function gardenRequest({ server, ca, token }: GardenAccess): GardenRequest {
  return (method, path, body) => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const headers = { authorization: `Bearer ${token}`, "content-type": type };
    return new Promise((resolve, reject) => {
      const outgoing = request(`${server}${path}`, { method, ca, headers, agent: false }, (response) => {
        text(response).then(
          (answer) => resolve({ status: response.statusCode ?? 0, object: JSON.parse(answer) }),
          reject,
        );
      });
      outgoing.once("error", reject).end(body && JSON.stringify(body));
    });
  };
}

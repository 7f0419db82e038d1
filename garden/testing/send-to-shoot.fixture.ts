import { request as httpsRequest, type RequestOptions } from "node:https";
import type { KubeConfig } from "@kubernetes/client-node";
import { listAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { parseJsonOrUndefined } from "#lib/kube/parse-json-or-undefined.ts";
import { isKubeObject } from "#lib/kube/wire.ts";

interface ShootResponse {
  readonly status: number;
  readonly text: string;
  /** The response body parsed as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

/** Sends a request to a Shoot's API with the certificate of a kubeconfig, and any headers. */
export async function sendToShoot(
  config: KubeConfig,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: object } = {},
): Promise<ShootResponse> {
  const options: RequestOptions = { method };
  await config.applyToHTTPSOptions(options);
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const all = { ...options, headers: { ...(body ? { "content-type": type } : {}), ...headers } };
  return new Promise((resolve, reject) => {
    const request = httpsRequest(`${config.getCurrentCluster()?.server ?? ""}${path}`, all, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text, json: parseJsonOrUndefined(text) }));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body && JSON.stringify(body));
  });
}

/** The objects that a Shoot's API lists at a path. */
export async function listInShoot(config: KubeConfig, path: string): Promise<readonly KubeObject[]> {
  const { status, text, json } = await sendToShoot(config, path);
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`);
  return listAt(json, "items").filter((item) => isKubeObject(item));
}

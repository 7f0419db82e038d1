import { request } from "node:https";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";

export interface KubectlRawResponse {
  readonly status: number;
  readonly body: string;
}

export interface KubectlRawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends an HTTP request without a Kubernetes client, as curl would, with the operator's token. */
export function rawRequest(
  garden: EmbeddedGarden,
  path: string,
  { method = "GET", headers = {}, body }: KubectlRawRequest = {},
): Promise<KubectlRawResponse> {
  const token = garden.identities.find(({ name }) => name === "operator")?.token ?? "";
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(path, garden.url),
      { method, ca: garden.caPem, headers: { authorization: `Bearer ${token}`, ...headers }, agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

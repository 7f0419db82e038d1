import { Agent, request as httpsRequest } from "node:https";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { parseJsonOrUndefined } from "#lib/kube/parse-json-or-undefined.ts";

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: string | Buffer | object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Name of the user whose token is sent: the operator if missing, no token if empty. */
  readonly as?: string;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The response body parsed as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

/** Test client that sends even malformed requests unchanged, which the official Kubernetes client would refuse. */
export interface RawClient {
  send(request: RawRequest): Promise<RawResponse>;
  close(): void;
}

export function createRawClient(garden: Pick<EmbeddedGarden, "url" | "caPem" | "identities">): RawClient {
  const agent = new Agent({ ca: garden.caPem, keepAlive: true });

  function tokenOf(name: string): string | undefined {
    return garden.identities.find((identity) => identity.name === name)?.token;
  }

  return {
    send({ method = "GET", path, body, headers = {}, as = "operator" }) {
      const bytes = toBytes(body);
      const token = tokenOf(as);
      const all = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(bytes === undefined ? {} : { "content-type": "application/json", "content-length": String(bytes.length) }),
        ...headers,
      };
      return new Promise((resolve, reject) => {
        const request = httpsRequest(`${garden.url}${path}`, { method, headers: all, agent }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              json: parseJsonOrUndefined(text),
            });
          });
        });
        request.on("error", reject);
        request.end(bytes);
      });
    },
    close: () => agent.destroy(),
  };
}

function toBytes(body: RawRequest["body"]): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

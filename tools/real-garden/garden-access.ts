import { Agent, request } from "node:https";
import { z } from "zod";

/** A response of a garden: status code, warnings, and the body parsed as JSON if possible. */
export interface GardenHttpResponse {
  readonly code: number;
  readonly warnings: readonly string[];
  readonly body: unknown;
}

export interface GardenRequest {
  readonly method: string;
  /** URL path with query. */
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
}

/** Access to a garden with the credentials of one user. */
export interface GardenAccess {
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
  send(wanted: GardenRequest): Promise<GardenHttpResponse>;
  /** The same access with the token of another user. */
  as(token: string): GardenAccess;
  close(): void;
}

export interface GardenEndpoint {
  readonly url: string;
  readonly caPem: string;
}

export function createGardenAccess(
  place: GardenEndpoint,
  token: string,
  agent = new Agent({ keepAlive: true, ca: place.caPem }),
) {
  const access: GardenAccess = {
    ...place,
    token,
    send: (wanted) => exchange(new URL(wanted.path, place.url), { ...wanted, token, agent }),
    as: (other) => createGardenAccess(place, other, agent),
    close: () => agent.destroy(),
  };
  return access;
}

interface Exchange extends GardenRequest {
  readonly token: string;
  readonly agent: Agent;
}

function exchange(url: URL, { method, body, contentType, token, agent }: Exchange): Promise<GardenHttpResponse> {
  const type = contentType ?? (method === "PATCH" ? "application/merge-patch+json" : "application/json");
  const headers = {
    accept: "application/json",
    ...(token !== "" && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "content-type": type }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.once("error", reject);
      response.once("end", () => {
        const { warning } = response.headers;
        const warnings = warning === undefined ? [] : [warning].flat().flatMap(warningTexts);
        resolve({ code: response.statusCode ?? 0, warnings, body: parsed(text) });
      });
    });
    outgoing.once("error", reject);
    outgoing.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  });
}

function warningTexts(header: string): readonly string[] {
  return [...header.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text.replaceAll(/\\(.)/g, "$1"));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const statusSchema = z.object({ kind: z.literal("Status"), message: z.optional(z.string()) });

/** The error message in a garden's response to a refused request. */
export function describeGardenRejection({ code, body }: GardenHttpResponse): string {
  const status = statusSchema.safeParse(body);
  const text = status.success ? (status.data.message ?? "") : String(body);
  return `${code} ${text}`;
}

import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { GardenClock } from "../../clock/garden-clock.ts";
import type { WhenStored } from "../../persistence/journal.ts";
import type { Authorizer } from "../../rbac/authorizer.ts";
import type { ServiceAccountTokens } from "../../rbac/service-account-tokens.ts";
import type { User } from "../../rbac/user.ts";
import type { ObjectWriter } from "../../registry/object-writer.ts";
import type { Registry } from "../../registry/registry.ts";
import type { Snapshots } from "../../store/snapshots.ts";
import type { ObjectStore } from "../../store/store.ts";
import type { ResourceRequestInfo } from "./request-info.ts";
import { sendError } from "./send-error.ts";

/** Returns the owner of a token; undefined for an unknown or expired one. */
type TokenReader = (token: string) => User | undefined | Promise<User | undefined>;

/** Dependencies that the request handlers share. */
export interface GardenServer {
  readonly registry: Registry;
  readonly store: ObjectStore;
  readonly writer: ObjectWriter;
  readonly authorizer: Authorizer;
  readonly snapshots: Snapshots;
  readonly clock: GardenClock;
  readonly userOf: TokenReader;
  readonly tokens: ServiceAccountTokens;
  /** Handlers of POST to a subresource, by its name. The server itself handles a ServiceAccount's `token`. */
  readonly subresources: Readonly<Record<string, SubresourceHandler>>;
  /** Handlers of POST to non-resource paths of this server. */
  readonly posts: ReadonlyMap<string, (exchange: Exchange) => Promise<void>>;
  /** Kubernetes release whose API the server implements. */
  readonly kubernetes: string;
  /** Whether the server publishes OpenAPI documents. */
  readonly hasDocuments: boolean;
  /** Interval of bookmarks in a watch without events. */
  readonly bookmarkMs: number;
  /** Delays each response that shows a write until that write is stored. */
  readonly whenStored: WhenStored;
}

/** One authenticated request with its response. */
export interface Exchange {
  readonly server: GardenServer;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly user: User;
  readonly warnings: string[];
}

/** Answers one POST to a subresource. @throws ApiError */
export type SubresourceHandler = (exchange: Exchange, info: ResourceRequestInfo) => Promise<void>;

const gzipFromBytes = 128 * 1024;

export function wantsGzip({ request }: Exchange, size: number): boolean {
  return size >= gzipFromBytes && /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
}

/** Sends JSON with the warnings of the write, once everything that the response can show is stored. */
export function sendJson(exchange: Exchange, code: number, body: object, contentType = "application/json"): void {
  const { server, response } = exchange;
  const text = JSON.stringify(body);
  server.whenStored(
    () => {
      attachWarnings(exchange);
      response.writeHead(code, { "content-type": contentType, "content-length": Buffer.byteLength(text) });
      response.end(text);
    },
    (error) => sendError(response, error),
  );
}

/** Adds warnings to the response. A refusal has them as well if the write passed validation. */
export function attachWarnings({ response, warnings }: Exchange): void {
  if (response.headersSent) return;
  for (const warning of sendable(warnings)) response.appendHeader("warning", `299 - ${JSON.stringify(warning)}`);
}

/** Resolves when all writes so far are stored. */
export function untilStored({ server }: Exchange): Promise<void> {
  return new Promise((resolve, reject) => server.whenStored(resolve, reject));
}

const mostWarningLength = 4096;

/** Warnings that fit in headers: ASCII only, and no longer than a client's buffer. */
function sendable(warnings: readonly string[]): readonly string[] {
  const sent: string[] = [];
  let length = 0;
  for (const warning of new Set(warnings.map((text) => text.replace(/[^\x20-\x7e]/g, "?")))) {
    length += warning.length;
    if (length > mostWarningLength) return [...sent, "there are more warnings"];
    sent.push(warning);
  }
  return sent;
}

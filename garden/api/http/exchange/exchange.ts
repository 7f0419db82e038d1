import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { GardenClock } from "../../clock/garden-clock.ts";
import type { StorageWaiter } from "../../persistence/journal.ts";
import type { Authorizer } from "../../rbac/authorizer.ts";
import type { ServiceAccountTokens } from "../../rbac/service-account-tokens.ts";
import type { User } from "../../rbac/user.ts";
import type { ObjectWriter } from "../../registry/object-writer.ts";
import type { ResourceRegistry } from "../../registry/resource-registry.ts";
import type { PaginatedLists } from "../../store/paginated-lists.ts";
import type { ObjectStore } from "../../store/store.ts";
import type { ResourceRequestInfo } from "./parse-request-info.ts";
import { sendError } from "./send-error.ts";

/** Returns the owner of a token; undefined for an unknown or expired one. */
type TokenReader = (token: string) => User | undefined | Promise<User | undefined>;

/** Dependencies that the request handlers share. */
export interface GardenServer {
  readonly registry: ResourceRegistry;
  readonly store: ObjectStore;
  readonly writer: ObjectWriter;
  readonly authorizer: Authorizer;
  readonly snapshots: PaginatedLists;
  readonly clock: GardenClock;
  readonly userOf: TokenReader;
  readonly tokens: ServiceAccountTokens;
  /** Longest lifetime of a ServiceAccount's token, as in the option `--service-account-max-token-expiration`. */
  readonly longestTokenSeconds: number;
  /** Handlers of POST requests by subresource, except for `token` of ServiceAccounts, which is built in. */
  readonly subresources: Readonly<Record<string, SubresourceHandler>>;
  /** Handlers of POST to non-resource paths of this server. */
  readonly posts: ReadonlyMap<string, (exchange: AuthenticatedExchange) => Promise<void>>;
  /** Text documents at non-resource paths, such as `/metrics`. */
  readonly texts: ReadonlyMap<string, () => string>;
  /** Kubernetes release whose API this server implements. */
  readonly kubernetes: string;
  /** Interval of BOOKMARK events in a watch without other events. */
  readonly bookmarkMs: number;
  /** Delays every response that contains a write until the write is stored on disk. */
  readonly whenStored: StorageWaiter;
}

/** One authenticated request with its response. */
export interface AuthenticatedExchange {
  readonly server: GardenServer;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly user: User;
  readonly warnings: string[];
}

/** Answers one POST request to a subresource. @throws ApiError */
export type SubresourceHandler = (exchange: AuthenticatedExchange, info: ResourceRequestInfo) => Promise<void>;

const gzipFromBytes = 128 * 1024;

export function wantsGzip({ request }: AuthenticatedExchange, size: number): boolean {
  return size >= gzipFromBytes && /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
}

/** Sends a JSON response with the warnings of the write, after all data in the response is stored on disk. */
export function sendJson(
  exchange: AuthenticatedExchange,
  code: number,
  body: object,
  contentType = "application/json",
): void {
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

/** Adds `Warning` headers to the response. An error response includes them too if the write passed validation. */
export function attachWarnings({ response, warnings }: AuthenticatedExchange): void {
  if (response.headersSent) return;
  for (const warning of sendable(warnings)) response.appendHeader("warning", `299 - ${JSON.stringify(warning)}`);
}

/** Resolves when all previous writes are stored on disk. */
export function waitUntilStored({ server }: AuthenticatedExchange): Promise<void> {
  return new Promise((resolve, reject) => server.whenStored(resolve, reject));
}

const mostWarningLength = 4096;

/** Selects the warnings that fit in HTTP headers: ASCII only, and short enough for the buffers of clients. */
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

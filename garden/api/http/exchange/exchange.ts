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
import type { Store } from "../../store/store.ts";
import type { ResourceRequestInfo } from "./request-info.ts";
import { sendError } from "./send-error.ts";

/** Who a token belongs to; undefined for an unknown or expired one. */
type TokenReader = (token: string) => User | undefined | Promise<User | undefined>;

/** What the handlers share. */
export interface GardenServer {
  readonly registry: Registry;
  readonly store: Store;
  readonly writer: ObjectWriter;
  readonly authorizer: Authorizer;
  readonly snapshots: Snapshots;
  readonly clock: GardenClock;
  readonly userOf: TokenReader;
  readonly tokens: ServiceAccountTokens;
  /** What answers a POST to a subresource, by its name; that of a ServiceAccount's token is the server's own. */
  readonly subresources: Readonly<Record<string, SubresourceHandler>>;
  /** What answers a POST to a path of the server's own. */
  readonly posts: ReadonlyMap<string, (exchange: Exchange) => Promise<void>>;
  /** The release of Kubernetes whose API it speaks. */
  readonly kubernetes: string;
  /** Whether it describes its kinds by OpenAPI. */
  readonly hasDocuments: boolean;
  /** Bookmarks of a quiet watch come this often. */
  readonly bookmarkMs: number;
  /** Nothing that shows a write leaves before the write is kept. */
  readonly whenStored: WhenStored;
}

/** One request with its answer, after authentication. */
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

/** Answers with JSON and the warnings of the write, once everything that the answer may show is kept. */
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

/** Gives the answer the warnings of the write, which a refusal has as well once the write was found valid. */
export function attachWarnings({ response, warnings }: Exchange): void {
  if (response.headersSent) return;
  for (const warning of sendable(warnings)) response.appendHeader("warning", `299 - ${JSON.stringify(warning)}`);
}

/** Resolves when everything that was written so far is kept. */
export function kept({ server }: Exchange): Promise<void> {
  return new Promise((resolve, reject) => server.whenStored(resolve, reject));
}

const mostWarningLength = 4096;

/** Warnings as headers can carry them: in ASCII, and not more than a client's buffer takes. */
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

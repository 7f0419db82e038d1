import "server-only";
import { isIP } from "node:net";
import { Agent } from "undici";
import { text } from "#lib/language/text.ts";
import type { DeliveryFailureCode } from "#lib/notices/delivery-failure-descriptions.ts";
import type { WebhookConfig } from "#server/config/delivery-config.ts";
import { AddressGuard } from "./address-guard.ts";
import { guardedLookup, isAddressRejection } from "./guarded-lookup.ts";
import { createNameResolver, type ResolveName, systemLookup } from "./resolve-name.ts";
import { readTrustedAuthorities } from "./trusted-authorities.ts";

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Result of a request. Of the response only the status: the user may not be meant to read the rest. */
export type OutboundRequestResult =
  | { readonly kind: "answered"; readonly status: number; readonly retryAfterSeconds?: number }
  /** No such host, or none that can be connected to; users must not learn which. */
  | { readonly kind: "no-address" }
  | { readonly kind: "unreachable"; readonly why: DeliveryFailureCode };

/** Sends HTTP requests to destinations that users configure, such as webhooks. */
export type GuardedSender = ReturnType<typeof createGuardedSender>;

const connectTimeoutMs = 5_000;
const totalTimeoutMs = 10_000;

/**
 * Creates a sender for requests to destinations that users configure. A host name is resolved once and its addresses
 * are checked, so that they cannot change before the connection. Redirects are not followed, proxy environment
 * variables are ignored, and connections are not reused.
 */
export function createGuardedSender(config: WebhookConfig, given?: ResolveName) {
  const guard = new AddressGuard(config);
  const ofAnybody = createNameResolver();
  const resolve = given ?? ((host) => (guard.isNamed(host) ? systemLookup(host) : ofAnybody(host)));
  const ca = config.caFile === undefined ? {} : { ca: readTrustedAuthorities(config.caFile) };
  const agent = new Agent({
    allowH2: false,
    connect: { timeout: connectTimeoutMs, lookup: guardedLookup(guard, resolve), ...ca },
    headersTimeout: totalTimeoutMs,
    bodyTimeout: totalTimeoutMs,
  });
  return {
    /** Why Almanac never sends to a URL; undefined if it is allowed. */
    faultOf: (url: string) => errorOf(url, config, guard),
    async post({ url, headers, body }: OutboundRequest): Promise<OutboundRequestResult> {
      if (errorOf(url, config, guard) !== undefined) return { kind: "no-address" };
      const { origin, pathname, search } = new URL(url);
      const signal = AbortSignal.timeout(totalTimeoutMs);
      try {
        const answer = await agent.request({
          origin,
          path: `${pathname}${search}`,
          method: "POST",
          headers,
          body,
          signal,
          reset: true,
        });
        // Only the status is needed; the body could be slow and is not read.
        answer.body.on("error", () => undefined).destroy();
        const retryAfterSeconds = Number(answer.headers["retry-after"]);
        return {
          kind: "answered",
          status: answer.statusCode,
          ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
        };
      } catch (error) {
        return sentOf(error);
      }
    },
    close: () => agent.destroy(),
  };
}

/** Checks a URL. Host names are checked when resolved; an IP address is never resolved, so it is checked at once. */
function errorOf(address: string, { plainHttp }: WebhookConfig, guard: AddressGuard): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return text("The address must begin with https://.");
  if (url.protocol === "http:" && !plainHttp) return text("The address must begin with https://.");
  if (url.username !== "" || url.password !== "") return text("The address must not hold a name and a password.");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !guard.admits(host, host)) return text("The address is not one that Almanac sends to.");
  return undefined;
}

/** Error codes for users, instead of messages of the HTTP library, which may contain addresses. */
const whyUnreachable: Readonly<Record<string, DeliveryFailureCode>> = {
  ECONNREFUSED: "nobody-listens",
  ECONNRESET: "broken",
  UND_ERR_SOCKET: "broken",
  UND_ERR_CONNECT_TIMEOUT: "no-connection",
  UND_ERR_HEADERS_TIMEOUT: "no-answer",
  EHOSTUNREACH: "host-unreachable",
  ENETUNREACH: "network-unreachable",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate-of-another",
  CERT_HAS_EXPIRED: "certificate-out-of-time",
  CERT_NOT_YET_VALID: "certificate-out-of-time",
  EPROTO: "no-tls",
};

function sentOf(error: unknown): OutboundRequestResult {
  if (error instanceof Error && error.name === "TimeoutError") return { kind: "unreachable", why: "no-answer" };
  if (isAddressRejection(error)) return { kind: "no-address" };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return { kind: "unreachable", why: whyUnreachable[code] ?? otherWhy(code) };
}

function otherWhy(code: string): DeliveryFailureCode {
  if (code.startsWith("ERR_SSL")) return "no-tls";
  return /CERT|SIGNATURE/.test(code) ? "certificate-untrusted" : "unreachable";
}

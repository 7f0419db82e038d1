import "server-only";
import { isIP } from "node:net";
import { Agent } from "undici";
import { text } from "#lib/language/text.ts";
import type { Why } from "#lib/notices/why-words.ts";
import type { WebhookConfig } from "#server/config/delivery-config.ts";
import { AddressGuard } from "./address-guard.ts";
import { guardedLookup, isAddressRefusal } from "./guarded-lookup.ts";
import { createNameResolver, type ResolveName, systemLookup } from "./resolve-name.ts";
import { usualAuthoritiesAnd } from "./usual-authorities.ts";

export interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What was seen of a request. Nothing of an answer but its status: whoever asked for it may not be meant to read it. */
export type Sent =
  | { readonly kind: "answered"; readonly status: number; readonly retryAfterSeconds?: number }
  /** There is no such host, or none that may be reached: which one, is not for whoever asks. */
  | { readonly kind: "no-address" }
  | { readonly kind: "unreachable"; readonly why: Why };

/** Sends what people ask for to where people say. */
export type GuardedSender = ReturnType<typeof createGuardedSender>;

const connectTimeoutMs = 5_000;
const wholeTimeoutMs = 10_000;

/**
 * One look at a name decides: the addresses that it has are judged, and the connection goes to one of those and asks
 * nobody again, so that a name cannot mean another address a moment later. A redirect is an answer and is not followed,
 * no proxy of the environment is used, and no connection is kept.
 */
export function createGuardedSender(config: WebhookConfig, given?: ResolveName) {
  const guard = new AddressGuard(config);
  const ofAnybody = createNameResolver();
  const resolve = given ?? ((host) => (guard.isNamed(host) ? systemLookup(host) : ofAnybody(host)));
  const ca = config.caFile === undefined ? {} : { ca: usualAuthoritiesAnd(config.caFile) };
  const agent = new Agent({
    allowH2: false,
    connect: { timeout: connectTimeoutMs, lookup: guardedLookup(guard, resolve), ...ca },
    headersTimeout: wholeTimeoutMs,
    bodyTimeout: wholeTimeoutMs,
  });
  return {
    /** Why nothing is ever sent to such an address; undefined for one that may be tried. */
    faultOf: (url: string) => faultOf(url, config, guard),
    async post({ url, headers, body }: Sending): Promise<Sent> {
      if (faultOf(url, config, guard) !== undefined) return { kind: "no-address" };
      const { origin, pathname, search } = new URL(url);
      const signal = AbortSignal.timeout(wholeTimeoutMs);
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
        // The status is the answer. Whatever body follows, and however slowly, nobody waits for.
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

/** A name is judged when it is looked up; an address that stands in the URL itself is never looked up. */
function faultOf(address: string, { plainHttp }: WebhookConfig, guard: AddressGuard): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return text("The address must begin with https://.");
  if (url.protocol === "http:" && !plainHttp) return text("The address must begin with https://.");
  if (url.username !== "" || url.password !== "") return text("The address must not hold a name and a password.");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !guard.admits(host, host)) return text("The address is not one that Almanac sends to.");
  return undefined;
}

/** Codes of our own: what a library says of a connection may name addresses. */
const whyUnreachable: Readonly<Record<string, Why>> = {
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

function sentOf(error: unknown): Sent {
  if (error instanceof Error && error.name === "TimeoutError") return { kind: "unreachable", why: "no-answer" };
  if (isAddressRefusal(error)) return { kind: "no-address" };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return { kind: "unreachable", why: whyUnreachable[code] ?? otherWhy(code) };
}

function otherWhy(code: string): Why {
  if (code.startsWith("ERR_SSL")) return "no-tls";
  return /CERT|SIGNATURE/.test(code) ? "certificate-untrusted" : "unreachable";
}

import "server-only";
import { readFileSync } from "node:fs";
import type { CustomFetch } from "openid-client";
import { Agent, fetch } from "undici";

const connectTimeoutMs = 3_000;
/** Size limit for responses of the identity provider, which sends only metadata, keys and tokens. */
const longestAnswerBytes = 1024 * 1024;

/** Thrown when the identity provider did not respond at all. */
export class ProviderUnreachable extends TypeError {
  override readonly name = "ProviderUnreachable";
}

/** Creates a `fetch` for the identity provider with a size limit and, if configured, additional CA certificates. */
export function providerFetch(caFile: string | undefined): CustomFetch {
  const ca = caFile === undefined ? {} : { ca: readFileSync(caFile, "utf8") };
  const dispatcher = new Agent({ connect: { timeout: connectTimeoutMs, ...ca }, maxResponseSize: longestAnswerBytes });
  return async (url, { method, headers, body, redirect, signal }) => {
    try {
      const answer = await fetch(url, {
        method,
        headers,
        redirect,
        dispatcher,
        ...(signal === undefined ? {} : { signal }),
        ...(body == null ? {} : { body: bodyText(body) }),
      });
      const bytes = await answer.arrayBuffer();
      return new Response(bytes.byteLength === 0 ? null : bytes, {
        status: answer.status,
        headers: [...answer.headers],
      });
    } catch (cause) {
      throw new ProviderUnreachable("the identity provider did not answer", { cause });
    }
  };
}

/** The request body as text; only HTML forms are sent to an identity provider. */
function bodyText(body: unknown): string {
  return body instanceof URLSearchParams || typeof body === "string" ? body.toString() : "";
}

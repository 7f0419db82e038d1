import { handler, notAllowed } from "#server/app/handler.ts";
import { acceptedEncodingHeader, accepts } from "#server/boundary/compressed.ts";
import { nothing, signedInAccess } from "#server/boundary/route-rule.ts";

/** Streams fleet events (SSE) from `Last-Event-ID` or `?cursor=` on. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "stream", effect: "read", garden: "shared", shows: "scope" },
  ({ app, session, request, signal }) => {
    const cursor = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("cursor");
    const isPacked = accepts(request.headers.get(acceptedEncodingHeader), "gzip");
    return app.streams.open(session, cursor, { signal, isPacked, build: process.env.ALMANAC_BUILD });
  },
);

// By default Next would answer HEAD by opening a stream that is never read.
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET");

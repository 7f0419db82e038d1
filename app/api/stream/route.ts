import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { acceptedEncodingHeader, acceptsEncoding } from "#server/boundary/compressed.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";

/** Streams fleet events (SSE) that follow the cursor in `Last-Event-ID` or `?cursor=`. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "stream", effect: "read", garden: "shared", shows: "scope" },
  ({ app, session, request, signal }) => {
    const cursor = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("cursor");
    const isPacked = acceptsEncoding(request.headers.get(acceptedEncodingHeader), "gzip");
    return app.streams.open(session, cursor, { signal, isPacked, build: process.env.ALMANAC_BUILD });
  },
);

// Next.js would answer HEAD with GET by default, which would open a stream that nobody reads.
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET");

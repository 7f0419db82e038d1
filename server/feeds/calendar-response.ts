import "server-only";
import { createHash } from "node:crypto";
import { matchesEtag } from "#server/boundary/compressed.ts";

export interface CalendarDownload {
  readonly file: string;
  /** When the calendar last changed, in epoch milliseconds. */
  readonly modifiedAt: number;
  /** File name of a download; without it the browser shows the calendar instead. */
  readonly downloadAs?: string;
}

/** A response with a calendar file, uncompressed, because some calendar programs cannot decompress it. */
export function calendarResponse(request: Request, { file, modifiedAt, downloadAs }: CalendarDownload): Response {
  const etag = `"${createHash("sha256").update(file).digest("base64url")}"`;
  const headers = new Headers({
    etag,
    "last-modified": new Date(modifiedAt).toUTCString(),
    "cache-control": "private, no-cache",
  });
  if (isFresh(request.headers, etag, modifiedAt)) return new Response(null, { status: 304, headers });
  headers.set("content-type", "text/calendar; charset=utf-8");
  if (downloadAs !== undefined) headers.set("content-disposition", `attachment; filename="${downloadAs}"`);
  return new Response(request.method === "HEAD" ? null : file, { headers });
}

/** Whether the client's copy is current. The ETag outranks the date, since two changes can fall into one second. */
function isFresh(headers: Headers, etag: string, modifiedAt: number): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return matchesEtag(tags, etag);
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return since >= Math.floor(modifiedAt / 1000) * 1000;
}

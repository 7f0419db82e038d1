import "server-only";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/**
 * Next removes Content-Encoding from what routes answer, so the front door and the routes speak of it under names of
 * their own. A request that did not come through the front door carries none of them and gets plain text.
 */
export const acceptedEncodingHeader = "x-almanac-accept-encoding";
export const bodyEncodingHeader = "x-almanac-body-encoding";

/** The encoding to answer with: brotli before gzip, nothing that the browser rules out with q=0. */
export function acceptedEncoding(header: string | null): Encoding {
  if (accepts(header, "br")) return "br";
  return accepts(header, "gzip") ? "gzip" : "identity";
}

export function accepts(header: string | null, encoding: "br" | "gzip"): boolean {
  const accepted = new Map(
    (header ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
    }),
  );
  return (accepted.get(encoding) ?? accepted.get("*") ?? 0) > 0;
}

/** In zlib's own threads; the levels are those that cost less time than the bytes they save. */
export async function compressed(text: string, encoding: Encoding): Promise<Uint8Array> {
  switch (encoding) {
    case "br":
      return compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    case "gzip":
      return compressGzip(text, { level: 3 });
    case "identity":
      return new TextEncoder().encode(text);
  }
}

/** Whether an If-None-Match header names this strong ETag. */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

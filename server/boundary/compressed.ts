import "server-only";
import { PassThrough, Readable, type Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/**
 * Next removes Content-Encoding from route responses, so the front door and the routes use headers of their own. A
 * request that bypassed the front door has neither and gets uncompressed text.
 */
export const acceptedEncodingHeader = "x-almanac-accept-encoding";
export const bodyEncodingHeader = "x-almanac-body-encoding";

/** The encoding to respond with: brotli before gzip, none that the browser excludes with q=0. */
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

/** Compresses chunk by chunk in zlib's thread pool, so the whole text is never in memory. Chunks can be lazy. */
export async function compressed(
  pieces: Iterable<string> | AsyncIterable<string>,
  encoding: Encoding,
): Promise<Uint8Array> {
  const compressor = compressorOf(encoding);
  const [body] = await Promise.all([
    buffer(compressor),
    pipeline(Readable.from(pieces, { highWaterMark: 1 }), compressor),
  ]);
  return body;
}

/** A fleet has no matches further back than half a megabyte, and each compressor allocates the window twice. */
const brotliWindowBits = 19;

/** Levels at which compression costs less time than it saves in transfer. */
function compressorOf(encoding: Encoding): Transform {
  switch (encoding) {
    case "br":
      return createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits },
      });
    case "gzip":
      return createGzip({ level: 3 });
    case "identity":
      return new PassThrough();
  }
}

/** Whether an If-None-Match header matches this strong ETag. */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

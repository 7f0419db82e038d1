import "server-only";
import { PassThrough, Readable, type Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/**
 * Headers between the front server and the routes, because Next.js removes Content-Encoding from route responses. A
 * request that bypassed the front server has neither header, and gets an uncompressed response.
 */
export const acceptedEncodingHeader = "x-almanac-accept-encoding";
export const bodyEncodingHeader = "x-almanac-body-encoding";

/** The encoding for a response: brotli, else gzip, unless the Accept-Encoding header excludes it with q=0. */
export function chooseEncoding(header: string | null): Encoding {
  if (acceptsEncoding(header, "br")) return "br";
  return acceptsEncoding(header, "gzip") ? "gzip" : "identity";
}

export function acceptsEncoding(header: string | null, encoding: "br" | "gzip"): boolean {
  const accepted = new Map(
    (header ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
    }),
  );
  return (accepted.get(encoding) ?? accepted.get("*") ?? 0) > 0;
}

/** Compresses a text chunk by chunk in zlib's thread pool, so that the complete text is never in memory. */
export async function compressText(
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

/** Small brotli window: repetitions in cluster lists are within 512 KiB, and compressors allocate the window twice. */
const brotliWindowBits = 19;

/** A compressor at a level that takes less time than it saves in transfer. */
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

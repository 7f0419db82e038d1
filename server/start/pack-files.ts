import "server-only";
import { glob, readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";

const compress = promisify(brotliCompress);
const kinds = new Set([".js", ".css"]);

/** Whether the build contains a compressed variant of a file. */
export function hasCompressedVariant(name: string): boolean {
  return kinds.has(path.extname(name));
}

/** Name of the brotli-compressed variant of a file of the build. */
export function compressedFileName(name: string): string {
  return `${name}.br`;
}

/** Compresses scripts and styles of the build once with maximum quality, which is too slow for each request. */
export async function compressBuildFiles(folder: string): Promise<void> {
  const limit = new ConcurrencyLimit(availableParallelism());
  const packing: Promise<void>[] = [];
  for await (const name of glob("**", { cwd: folder }))
    if (hasCompressedVariant(name)) packing.push(limit.run(() => pack(path.join(folder, name))));
  await Promise.all(packing);
}

async function pack(file: string): Promise<void> {
  const text = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  await writeFile(compressedFileName(file), await compress(text, { params }));
}

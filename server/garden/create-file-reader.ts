import "server-only";
import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { GardenError } from "./garden-error.ts";

interface FreshFileOptions {
  readonly maxAgeMs?: number;
  readonly monotonicMs?: () => number;
  readonly read?: (path: string) => Promise<string>;
}

/**
 * Returns a function that reads a file which other processes replace, such as a service account token or a CA bundle.
 * The text is cached for `maxAgeMs` (3 s); after a failed read the last text stays in use.
 */
export function createFileReader(path: string, options: FreshFileOptions = {}): () => Promise<string> {
  const { maxAgeMs = 3_000, monotonicMs = () => performance.now(), read = readText } = options;
  let text: string | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<string> | undefined;

  async function readAgain(): Promise<string> {
    try {
      text = (await read(path)).trim();
    } catch (cause) {
      if (text === undefined) {
        throw new GardenError({ reason: "configuration", message: "A credential file could not be read", cause });
      }
    } finally {
      readAtMs = monotonicMs();
      reading = undefined;
    }
    return text;
  }

  return async () => {
    if (text !== undefined && monotonicMs() - readAtMs < maxAgeMs) return text;
    reading ??= readAgain();
    return reading;
  };
}

function readText(path: string): Promise<string> {
  return readFile(path, "utf8");
}

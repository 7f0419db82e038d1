import { readFile } from "node:fs/promises";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { z } from "zod";
import { root } from "#.ci/source-files.ts";

/** What nothing needs that only runs: for development, for debuggers, for compilers, and the optimiser of images. */
const notRun = [
  "**/*.d.{ts,mts,cts}",
  "**/*.map",
  "**/*.{dev,development}.js",
  "**/*.md",
  "**/next/dist/docs/**",
  "**/node_modules/{sharp,@img,caniuse-lite}/**",
];

interface TraceOptions {
  readonly base: string;
  readonly conditions: readonly string[];
  readonly ignore: readonly string[];
  readonly readFile: (file: string) => Promise<string | null>;
}

type Trace = (files: readonly string[], options: TraceOptions) => Promise<{ readonly fileList: ReadonlySet<string> }>;

const tracerSchema = z.object({ nodeFileTrace: z.custom<Trace>((value) => typeof value === "function") });

/**
 * The files that our own server needs, itself among them, from the root: Next knows only what its pages and routes need.
 * Found by the very tracer that Next uses for them, which is told how types are stripped.
 */
export async function traceServer(): Promise<readonly string[]> {
  const { nodeFileTrace } = tracerSchema.parse(createRequire(import.meta.url)("next/dist/compiled/@vercel/nft"));
  const { fileList } = await nodeFileTrace(["server/start/start.js", "next.config.js"], {
    base: root,
    conditions: ["react-server", "node", "import", "require"],
    ignore: notRun,
    readFile: readSource,
  });
  return [...fileList].sort();
}

async function readSource(file: string): Promise<string | null> {
  try {
    const text = await readFile(file, "utf8");
    return /\.tsx?$/.test(file) ? stripTypeScriptTypes(text) : text;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "EISDIR") return null;
    throw error;
  }
}

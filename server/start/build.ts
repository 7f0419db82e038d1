import "server-only";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { sourceHash } from "./source-hash.ts";

/** Builds the product unless the last build was made from these very sources. */
export async function buildWhenNeeded(root: string, say: (text: string) => void): Promise<void> {
  const stampFile = path.join(root, ".next", "almanac-sources");
  const hash = await sourceHash(root);
  if ((await readIfPresent(stampFile)) === hash) return;
  say("Building Almanac (once, about a minute)…\n");
  await runNextBuild(root);
  await writeFile(stampFile, hash);
}

async function runNextBuild(root: string): Promise<void> {
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const env = { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "", NEXT_TELEMETRY_DISABLED: "1" } as const;
  const child = spawn(process.execPath, [next, "build"], { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on("SIGTERM", forward).on("SIGINT", forward);
  const [code, signal] = await once(child, "exit");
  process.off("SIGTERM", forward).off("SIGINT", forward);
  if (code !== 0) throw new Error(`next build ended with ${code ?? signal}.`);
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

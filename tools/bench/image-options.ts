import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "#e2e/processes.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Node.js options of the container image. */
export function imageOptions(): readonly string[] {
  const dockerfile = readFileSync(path.join(root, "deploy/Dockerfile"), "utf8");
  return [...new Set(dockerfile.match(/--(max|heap)-[\w-]+=\d+/g))];
}

/** Environment variables of the image for memory allocation outside of the heap. */
export function imageEnvironment(): Readonly<Record<string, string>> {
  const dockerfile = readFileSync(path.join(root, "deploy/Dockerfile"), "utf8");
  const words = dockerfile.match(/\bMALLOC_\w+=\d+/g) ?? [];
  return Object.fromEntries(words.map((word) => word.split("=")));
}

/** Stores compiled code beside the build, as the image build does. */
export async function compileAsImage(): Promise<void> {
  const command = [...imageOptions(), "--conditions=react-server", "server/start/start.js", "--once"];
  const env = { NODE_ENV: "production", PORT: String(await findFreePort()) } as const;
  await promisify(execFile)(process.execPath, command, { cwd: root, env });
}

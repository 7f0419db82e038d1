import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "#e2e/processes.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** What the image starts Node with. */
export function imageOptions(): readonly string[] {
  const dockerfile = readFileSync(path.join(root, "deploy/Dockerfile"), "utf8");
  return [...new Set(dockerfile.match(/--(max|heap)-[\w-]+=\d+/g))];
}

/** How the image has memory given out beside the heap; its other variables are Almanac's own. */
export function imageEnvironment(): Readonly<Record<string, string>> {
  const dockerfile = readFileSync(path.join(root, "deploy/Dockerfile"), "utf8");
  const words = dockerfile.match(/\bMALLOC_\w+=\d+/g) ?? [];
  return Object.fromEntries(words.map((word) => word.split("=")));
}

/** Keeps compiled code beside the build, as building the image does. */
export async function compileAsImage(): Promise<void> {
  const command = [...imageOptions(), "--conditions=react-server", "server/start/start.js", "--once"];
  const env = { NODE_ENV: "production", PORT: String(await freePort()) } as const;
  await promisify(execFile)(process.execPath, command, { cwd: root, env });
}

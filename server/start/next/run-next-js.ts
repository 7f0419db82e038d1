import "server-only";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { type StandstillOptions, watchStandstill } from "./standstill.ts";

export interface NextJsCommand {
  readonly root: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with the output of Next.js; when absent, the output goes to the terminal. */
  readonly hear?: (text: string) => void;
  /** When Next.js counts as hanging and is killed. */
  readonly standstill?: StandstillOptions;
}

/** Result of `runNextJs` when Next.js was killed because it hung. */
export const standstillOutcome = "a standstill";

/** Runs a Next.js command until it exits, and forwards signals to it. Returns its exit code or final signal. */
export async function runNextJs({ root, args, env, hear, standstill }: NextJsCommand): Promise<number | string> {
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const output = hear === undefined ? "inherit" : "pipe";
  const child = spawn(process.execPath, [next, ...args], {
    cwd: root,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
    stdio: ["ignore", output, output],
  });
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on("SIGTERM", forward).on("SIGINT", forward);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => hear?.(text));
  }
  let isStill = false;
  const onStandstill = () => {
    isStill = true;
    child.kill("SIGKILL");
  };
  const unwatch = standstill && child.pid && watchStandstill(child.pid, standstill, onStandstill);
  const [code, signal]: (number | string | null)[] = await once(child, "close");
  if (unwatch) unwatch();
  process.off("SIGTERM", forward).off("SIGINT", forward);
  return isStill ? standstillOutcome : (code ?? signal ?? "no code");
}

import "server-only";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { type StandstillOptions, watchStandstill } from "./standstill.ts";

export interface NextRun {
  readonly root: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hears what Next says. Without it Next speaks for itself. */
  readonly hear?: (text: string) => void;
  /** Ends Next when it does nothing any more. */
  readonly standstill?: StandstillOptions;
}

/** What `runNext` answers of a run that it ended because nothing was done any more. */
export const stoodStill = "a standstill";

/** Runs Next's own command until it ends, and hands it the signals that end us. Answers its exit code or its signal. */
export async function runNext({ root, args, env, hear, standstill }: NextRun): Promise<number | string> {
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
  return isStill ? stoodStill : (code ?? signal ?? "no code");
}

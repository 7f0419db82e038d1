import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./faults/free-port.ts";
import { type LoopLag, observed, takeLag } from "./loop-lag.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Almanac as people start it, in a process of its own. */
export interface Product {
  readonly port: number;
  /** Everything it wrote: the log. */
  readonly output: () => string;
  readonly isAlive: () => boolean;
  /** How late its event loop was since the last question. */
  readonly lag: () => Promise<LoopLag>;
  stop(): Promise<void>;
}

export async function startProduct(environment: Readonly<Record<string, string>>): Promise<Product> {
  const port = await freePort();
  const child = spawn(process.execPath, [...observed, "--conditions=react-server", "server/start/start.js"], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const keep = (text: string) => {
    output += text;
  };
  child.stdout?.setEncoding("utf8").on("data", keep);
  child.stderr?.setEncoding("utf8").on("data", keep);
  const ended = once(child, "exit");
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (isAlive()) child.kill("SIGTERM");
    await ended;
  };
  while (isAlive() && !(await isReady(port))) await Promise.race([ended, pause(250)]);
  if (!isAlive()) throw new Error(`Almanac did not start:\n${output}`);
  return { port, output: () => output, isAlive, lag: () => takeLag(child), stop };
}

async function isReady(port: number): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
    return status === 200;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const serverClock = path.join(import.meta.dirname, "server-clock.ts");

/** A server of ours in a process of its own. */
export interface RunningServer {
  /** The first line of its output that matched. */
  readonly line: string;
  /** The process itself, for whoever opened a door into it. */
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

interface Start {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The journeys' clock unless it is told otherwise. */
  readonly clock?: "journey" | "machine";
  /** It is up when a line of its output matches. */
  readonly ready: RegExp;
  /** Whether a channel leads into it; it then ends when the channel is closed. */
  readonly door?: boolean;
  /** A file that its output is added to. */
  readonly log?: string;
}

/** Starts `node …` in the repository and waits until it says that it is ready. */
export async function startProcess({
  command,
  environment = {},
  clock = "journey",
  ready,
  door = false,
  log,
}: Start): Promise<RunningServer> {
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", ...(clock === "journey" ? ["--import", serverClock] : []), ...command],
    {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit", ...(door ? ["ipc" as const] : [])],
    },
  );
  // At once, so that nothing is lost when this process is ended first.
  if (log !== undefined) child.stdout?.on("data", (output: Buffer) => appendFileSync(log, output));
  return { line: await lineOf(child, ready), child, stop: () => stop(child) };
}

/** The embedded garden in a process of its own, in which nothing happens by itself. */
export function startGarden(
  kubeconfig: string,
  more: Pick<Start, "clock"> & { readonly options?: readonly string[] } = {},
) {
  const { options = [], ...given } = more;
  const command = ["garden/main.ts", "--kubeconfig", kubeconfig, "--no-life", ...options];
  return startProcess({ ...given, command, ready: /^garden ready / });
}

/** Almanac as `npm start` serves it, with the settings of this journey. */
export function startAlmanac(port: number, environment: Start["environment"] = {}, clock?: Start["clock"]) {
  return startProcess({
    command: ["server/start/start.js"],
    environment: { PORT: String(port), LOG_LEVEL: "warn", ...environment },
    ...(clock && { clock }),
    ready: /Almanac {3}http/,
  });
}

function lineOf(child: ChildProcess, ready: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const line = output.split("\n").find((candidate) => ready.test(candidate));
      if (line !== undefined) resolve(line);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`it ended with ${code} before it was ready:\n${output}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (child.connected) child.disconnect();
  else child.kill("SIGTERM");
  await ended;
}

/** Below the ports that the system gives to outgoing connections, so that none of them takes a free one meanwhile. */
const ports = { first: 20_000, last: 31_999 } as const;
/** Parallel workers begin in different places. */
let lastPort: number = ports.first + (process.pid % 600) * 20;

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  lastPort = lastPort < ports.last ? lastPort + 1 : ports.first;
  return (await isFree(lastPort)) ? lastPort : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** A folder that is gone when the test is over. */
export async function temporaryFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-e2e-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

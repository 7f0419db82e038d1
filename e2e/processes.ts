import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const serverClock = path.join(import.meta.dirname, "server-clock.ts");

/** An Almanac or garden server in a separate process. */
export interface RunningServer {
  /** The first line of the process output that matched the pattern. */
  readonly line: string;
  /** The child process, for callers that use its IPC channel. */
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

interface Start {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Time of the process; the tests' clock by default. */
  readonly clock?: "journey" | "machine";
  /** The process is ready when a line of its output matches this pattern. */
  readonly ready: RegExp;
  /** Whether the process has an IPC channel; it then ends when the channel is closed. */
  readonly door?: boolean;
  /** File to which the output of the process is appended. */
  readonly log?: string;
}

/** Starts `node …` in the repository and waits until the process is ready. */
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
  // Written immediately, so that no output is lost if this process ends first.
  if (log !== undefined) child.stdout?.on("data", (output: Buffer) => appendFileSync(log, output));
  return { line: await lineOf(child, ready), child, stop: () => stopProcess(child) };
}

/** Starts the embedded garden in a separate process, without automatic reconciliations. */
export function startGarden(
  kubeconfig: string,
  more: Pick<Start, "clock"> & { readonly options?: readonly string[] } = {},
) {
  const { options = [], ...given } = more;
  const command = ["garden/main.ts", "--kubeconfig", kubeconfig, "--no-life", ...options];
  return startProcess({ ...given, command, ready: /^garden ready / });
}

/** Starts Almanac as `npm start` does, with the given environment variables. */
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

/** Stops a process and waits until it has exited. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (child.connected) child.disconnect();
  else child.kill("SIGTERM");
  await ended;
}

/** First port to try, below the ports that the system uses for outgoing connections. */
const ports = { first: 20_000, last: 31_999 } as const;
/** Offset of the ports, different for parallel workers. */
let lastPort: number = ports.first + (process.pid % 600) * 20;

/** Finds a port on which no process listens. */
export async function findFreePort(): Promise<number> {
  lastPort = lastPort < ports.last ? lastPort + 1 : ports.first;
  return (await isFree(lastPort)) ? lastPort : findFreePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Creates a temporary folder that a test removes at its end. */
export async function createTemporaryFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-e2e-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

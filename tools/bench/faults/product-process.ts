import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#e2e/processes.ts";
import { sendBenchRequest } from "./exchange.ts";

const ownRoot = path.resolve(import.meta.dirname, "../../..");
/** Unit in which Linux counts processor time. */
const ticksPerSecond = 100;

export interface AlmanacProcessOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** Options of Node.js, placed before the program. */
  readonly nodeOptions?: readonly string[];
  readonly port?: number;
  /** Folder of the build to run; by default the build of this repository. */
  readonly root?: string;
  /** File to which the output of the process is written, instead of memory. */
  readonly outputTo?: string;
}

/** The production build of Almanac in a separate process. */
export class AlmanacProcess {
  readonly port: number;
  /** Start time, in the time of `performance.now()`. */
  readonly spawnedAt = performance.now();
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #output = "";

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    this.#ended = once(child, "exit");
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
    }
  }

  /** Resolves when /livez answers; the process need not be ready yet. */
  static async start(options: AlmanacProcessOptions): Promise<AlmanacProcess> {
    const { environment, nodeOptions = [], port, root = ownRoot, outputTo } = options;
    const at = port ?? (await findFreePort());
    const to = outputTo === undefined ? "pipe" : openSync(outputTo, "w");
    const child = spawn(process.execPath, [...nodeOptions, "--conditions=react-server", "server/start/start.js"], {
      cwd: root,
      env: { ...process.env, ...environment, PORT: String(at) },
      stdio: ["ignore", to, to, "ipc"],
    });
    const product = new AlmanacProcess(child, at);
    while (product.isAlive && (await product.status("/livez")) !== 200)
      await Promise.race([product.#ended, pause(100)]);
    if (!product.isAlive) throw new Error(`Almanac did not start:\n${product.output}`);
    return product;
  }

  get child(): ChildProcess {
    return this.#child;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get output(): string {
    return this.#output;
  }

  async status(target: string): Promise<number> {
    return (await sendBenchRequest(this.port, { path: target, timeoutMs: 5_000 })).status;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The exit code of the process, or the signal that ended it. */
  async end(signal: NodeJS.Signals): Promise<number | string> {
    if (this.isAlive) this.#child.kill(signal);
    await this.#ended;
    return this.#child.exitCode ?? this.#child.signalCode ?? "unknown";
  }

  /** Processor time of all threads so far, in milliseconds. Works on Linux only, like the following methods. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  }

  /** Current resident memory and its maximum since `forgetPeak`, in MiB. */
  memory(): { readonly nowMib: number; readonly peakMib: number } {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
    return { nowMib: kib("VmRSS") / 1024, peakMib: kib("VmHWM") / 1024 };
  }

  forgetPeak(): void {
    writeFileSync(`/proc/${this.#child.pid}/clear_refs`, "5");
  }
}

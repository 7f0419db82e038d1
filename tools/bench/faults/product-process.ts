import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#e2e/processes.ts";
import { exchange } from "./exchange.ts";

const ownRoot = path.resolve(import.meta.dirname, "../../..");
/** Linux counts processor time in these. */
const ticksPerSecond = 100;

export interface ProductOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** Given to node before the program. */
  readonly nodeOptions?: readonly string[];
  readonly port?: number;
  /** Where its release lies; this one without. */
  readonly root?: string;
  /** Where its output goes instead of being kept. */
  readonly outputTo?: string;
}

/** Almanac's production build, in a process of its own. */
export class ProductProcess {
  readonly port: number;
  /** On the clock of `performance`. */
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

  /** Resolves when it answers that it lives: it need not be ready. */
  static async start(options: ProductOptions): Promise<ProductProcess> {
    const { environment, nodeOptions = [], port, root = ownRoot, outputTo } = options;
    const at = port ?? (await freePort());
    const to = outputTo === undefined ? "pipe" : openSync(outputTo, "w");
    const child = spawn(process.execPath, [...nodeOptions, "--conditions=react-server", "server/start/start.js"], {
      cwd: root,
      env: { ...process.env, ...environment, PORT: String(at) },
      stdio: ["ignore", to, to, "ipc"],
    });
    const product = new ProductProcess(child, at);
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
    return (await exchange(this.port, { path: target, timeoutMs: 5_000 })).status;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** How it ended: its code, or the signal that ended it. */
  async end(signal: NodeJS.Signals): Promise<number | string> {
    if (this.isAlive) this.#child.kill(signal);
    await this.#ended;
    return this.#child.exitCode ?? this.#child.signalCode ?? "unknown";
  }

  /** Processor time of all its threads so far, in milliseconds. Linux only, as the following. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  }

  /** Resident memory now, and the most since `forgetPeak`, in MiB. */
  memory(): { readonly nowMib: number; readonly peakMib: number } {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
    return { nowMib: kib("VmRSS") / 1024, peakMib: kib("VmHWM") / 1024 };
  }

  forgetPeak(): void {
    writeFileSync(`/proc/${this.#child.pid}/clear_refs`, "5");
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

/** The server processes of one garden. They end with this process, unless it is ended by SIGKILL. */
export interface ServerGroup {
  /** Starts a server; its output is written to a file with its name. */
  start(name: string, file: string, args: readonly string[]): void;
  /** Waits for a promise; rejects with the end of the log if a server exits before. */
  whileRunning<Value>(awaited: Promise<Value>): Promise<Value>;
  /** Stops one of the servers. */
  end(name: string): Promise<void>;
  stop(): Promise<void>;
}

const logLines = 15;

export function createServerGroup(folder: string): ServerGroup {
  const running = new Map<string, ChildProcess>();
  let onEnd: (name: string, why: string) => void = () => undefined;
  const endAll = (): void => {
    for (const child of running.values()) child.kill("SIGKILL");
  };
  process.once("exit", endAll);

  async function logOf(name: string): Promise<string> {
    const text = await readFile(path.join(folder, `${name}.log`), "utf8");
    return text.trimEnd().split("\n").slice(-logLines).join("\n");
  }

  return {
    start(name, file, args) {
      const log = openSync(path.join(folder, `${name}.log`), "a", 0o600);
      const child = spawn(file, [...args], { cwd: folder, stdio: ["ignore", log, log] });
      closeSync(log);
      running.set(name, child);
      child.once("error", ({ message }) => onEnd(name, message));
      child.once("exit", (code, signal) => {
        running.delete(name);
        onEnd(name, `it ended with ${code ?? signal}`);
      });
    },
    async whileRunning(awaited) {
      const ended = new Promise<never>((_, reject) => {
        onEnd = (name, why) => {
          logOf(name).then((log) => reject(new Error(`${name}: ${why}\n${log}`)), reject);
        };
      });
      try {
        return await Promise.race([awaited, ended]);
      } finally {
        onEnd = () => undefined;
      }
    },
    async end(name) {
      const child = running.get(name);
      if (child === undefined) throw new Error(`${name} does not run`);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
    },
    async stop() {
      onEnd = () => undefined;
      const ended = [...running.values()].map((child) => new Promise((resolve) => child.once("exit", resolve)));
      endAll();
      await Promise.all(ended);
      process.off("exit", endAll);
    },
  };
}

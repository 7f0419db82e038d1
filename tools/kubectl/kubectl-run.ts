import { type ChildProcess, spawn } from "node:child_process";

/** Exit code and output of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A running command, such as `get --watch`. */
export interface FollowedCommand {
  /** Resolves with the first matching line of stdout or stderr, even if printed before; rejects on timeout or exit. */
  line(pattern: RegExp, timeoutMs?: number): Promise<string>;
  readonly ended: Promise<CommandResult>;
  readonly isRunning: boolean;
  stop(): Promise<CommandResult>;
}

export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | undefined;
}

const longestMs = 60_000;

/** Runs a command until it exits. */
export async function runCommand(command: CommandLine): Promise<CommandResult> {
  const following = followCommand(command);
  const limit = setTimeout(() => void following.stop(), longestMs);
  const outcome = await following.ended;
  clearTimeout(limit);
  return outcome;
}

interface Listener {
  readonly pattern: RegExp;
  readonly found: (line: string) => void;
}

export function followCommand({ file, args, env, input }: CommandLine): FollowedCommand {
  const child: ChildProcess = spawn(file, [...args], {
    env: { ...env, NODE_ENV: "test" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const printed = { out: "", err: "" };
  const lines: string[] = [];
  const listeners = new Set<Listener>();
  child.stdin?.end(input ?? "");
  for (const stream of ["out", "err"] as const) {
    child[`std${stream}`]?.setEncoding("utf8").on("data", (text: string) => {
      const lineStart = printed[stream].lastIndexOf("\n") + 1;
      printed[stream] += text;
      for (const line of printed[stream].slice(lineStart).split("\n").slice(0, -1)) {
        lines.push(line);
        for (const listener of [...listeners]) if (listener.pattern.test(line)) listener.found(line);
      }
    });
  }
  let running = true;
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      running = false;
      resolve({ code, ...printed });
    });
  });

  function line(pattern: RegExp, timeoutMs = 20_000): Promise<string> {
    const seen = lines.find((candidate) => pattern.test(candidate));
    if (seen !== undefined) return Promise.resolve(seen);
    return new Promise((resolve, reject) => {
      const listener: Listener = { pattern, found: (found) => finish(() => resolve(found)) };
      const fail = (why: string) =>
        finish(() => reject(new Error(`${why} without a line like ${pattern}:\n${printed.out}${printed.err}`)));
      const limit = setTimeout(() => fail(`${timeoutMs} ms passed`), timeoutMs);
      function finish(then: () => void): void {
        clearTimeout(limit);
        listeners.delete(listener);
        then();
      }
      listeners.add(listener);
      void ended.then(() => {
        if (listeners.has(listener)) fail("the command ended");
      });
    });
  }

  return {
    line,
    ended,
    get isRunning() {
      return running;
    },
    stop() {
      if (running) child.kill("SIGTERM");
      return ended;
    },
  };
}

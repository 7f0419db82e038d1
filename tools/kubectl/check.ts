import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import type { CommandResult, FollowedCommand } from "./kubectl-run.ts";

/** Environment of a check: one kubectl, and a garden that only the checks of this kubectl use. */
export interface KubectlBench {
  readonly garden: () => EmbeddedGarden;
  /** Runs kubectl until it exits, as the operator or with the given context. */
  kubectl(args: readonly string[], options?: RunOptions): Promise<CommandResult>;
  follow(args: readonly string[], options?: RunOptions): FollowedCommand;
  /** Writes a file into the folder of the checks and returns its path. */
  write(name: string, content: string | object): Promise<string>;
  writeScript(name: string, lines: readonly string[]): Promise<string>;
  /** The kubectl command with all settings, for shell scripts. */
  readonly commandLine: string;
  stopGarden(): Promise<void>;
  /** Restarts the garden at the same address with the same certificates and tokens. */
  startGarden(): Promise<void>;
}

export interface RunOptions {
  readonly context?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface KubectlCheck {
  readonly name: string;
  readonly run: (bench: KubectlBench) => Promise<void>;
}

/** The output of a command; throws if the command fails. */
export async function outputOfSuccess(outcome: Promise<CommandResult>): Promise<string> {
  const { code, out, err } = await outcome;
  assert.equal(code, 0, `exit ${code}: ${err}${out}`);
  return out;
}

/** Checks that a command fails with a matching message. */
export async function assertFails(outcome: Promise<CommandResult>, pattern: RegExp): Promise<void> {
  const { code, out, err } = await outcome;
  assert.notEqual(code, 0, `it succeeded: ${out}`);
  assert.match(`${err}${out}`, pattern);
}

/** Repeats a check until it succeeds or a timeout is reached. */
export async function eventually(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const until = performance.now() + 15_000;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`it did not come true within 15 s: ${what}`);
    await wait(50);
  }
}

/** Header line of a printed table. */
export function headerOf(table: string): string {
  return (table.split("\n")[0] ?? "")
    .trim()
    .split(/\s{2,}/)
    .join("|");
}

export function nonEmptyLinesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

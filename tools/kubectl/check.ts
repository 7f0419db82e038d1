import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import type { CommandResult, FollowedCommand } from "./kubectl-run.ts";

/** What a check works with: one kubectl, and a garden of its own. */
export interface Bench {
  readonly garden: () => EmbeddedGarden;
  /** Runs kubectl to its end, as the operator unless a context is named. */
  kubectl(args: readonly string[], options?: RunOptions): Promise<CommandResult>;
  follow(args: readonly string[], options?: RunOptions): FollowedCommand;
  /** Writes a file into the bench's own folder and answers with its path. */
  write(name: string, content: string | object): Promise<string>;
  writeScript(name: string, lines: readonly string[]): Promise<string>;
  /** The kubectl command with this bench's settings, for scripts. */
  readonly commandLine: string;
  stopGarden(): Promise<void>;
  /** Starts it again at the same address, with the same identities. */
  startGarden(): Promise<void>;
}

export interface RunOptions {
  readonly context?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface KubectlCheck {
  readonly name: string;
  readonly run: (bench: Bench) => Promise<void>;
}

/** The output of a command that must succeed. */
export async function ok(outcome: Promise<CommandResult>): Promise<string> {
  const { code, out, err } = await outcome;
  assert.equal(code, 0, `exit ${code}: ${err}${out}`);
  return out;
}

/** What a command that must fail said. */
export async function assertFails(outcome: Promise<CommandResult>, pattern: RegExp): Promise<void> {
  const { code, out, err } = await outcome;
  assert.notEqual(code, 0, `it succeeded: ${out}`);
  assert.match(`${err}${out}`, pattern);
}

/** Asks again until the answer holds. */
export async function eventually(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const until = performance.now() + 15_000;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`it did not come true within 15 s: ${what}`);
    await wait(50);
  }
}

/** Header of a printed table. */
export function headerOf(table: string): string {
  return (table.split("\n")[0] ?? "")
    .trim()
    .split(/\s{2,}/)
    .join("|");
}

export function nonEmptyLinesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

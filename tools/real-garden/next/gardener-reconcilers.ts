import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** The result of a Gardener reconciler, or why it failed. */
export type ReconcilerResult = { readonly expect: unknown } | { readonly failed: string };

export interface ReconcilerQuestion {
  readonly area: string;
  readonly now: string;
  readonly input: unknown;
}

/** Gardener's reconcilers in a separate process, which answers questions in order. */
export interface Reconcilers {
  ask(question: ReconcilerQuestion): Promise<ReconcilerResult>;
  end(): Promise<void>;
}

export function startReconcilers(file: string): Reconcilers {
  const child = spawn(file, ["-test.run=TestReconcilers"], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting: PromiseWithResolvers<ReconcilerResult>[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith("{")) waiting.shift()?.resolve(readAnswer(line));
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", (code) => {
      for (const one of waiting) one.reject(new Error(`${file} ended with ${code}`));
      resolve();
    });
  });
  return {
    ask: (question) => {
      const answer = Promise.withResolvers<ReconcilerResult>();
      waiting.push(answer);
      child.stdin.write(`${JSON.stringify(question)}\n`);
      return answer.promise;
    },
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

function readAnswer(line: string): ReconcilerResult {
  const read: unknown = JSON.parse(line);
  if (typeof read !== "object" || read === null) throw new Error(`no answer: ${line}`);
  if ("failed" in read) return { failed: String(read.failed) };
  return { expect: "expect" in read ? read.expect : undefined };
}

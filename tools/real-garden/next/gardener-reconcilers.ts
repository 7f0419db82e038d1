import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What Gardener did, or why it could not be asked. */
export type ReconcilerResult = { readonly expect: unknown } | { readonly failed: string };

export interface Question {
  readonly area: string;
  readonly now: string;
  readonly input: unknown;
}

/** Gardener's reconcilers in a process of their own. It answers in the order of the questions. */
export interface Reconcilers {
  ask(question: Question): Promise<ReconcilerResult>;
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

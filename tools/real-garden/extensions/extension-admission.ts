import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import * as z from "zod";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";

const answerSchema = z.object({
  errors: z.array(z.object({ type: z.string().default(""), field: z.string().default(""), text: z.string() })),
});

/** An error of an extension's admission; type and field are empty for one that names no field. */
export type ExtensionError = z.infer<typeof answerSchema>["errors"][number];

/** The admission of a provider's extension in a separate process, which answers questions in order. */
export interface ExtensionAdmission {
  /** The errors of a new Shoot; none if it is accepted. */
  ask(shoot: unknown): Promise<readonly ExtensionError[]>;
  end(): Promise<void>;
}

/** @param file path of the program @param profile CloudProfile of all Shoots that are asked about */
export function startExtensionAdmission(file: string, profile: CloudProfile): ExtensionAdmission {
  const child = spawn(file, { stdio: ["pipe", "pipe", "inherit"] });
  const waiting: PromiseWithResolvers<readonly ExtensionError[]>[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    waiting.shift()?.resolve(answerSchema.parse(JSON.parse(line)).errors);
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", (code) => {
      for (const one of waiting) one.reject(new Error(`${file} ended with ${code}`));
      resolve();
    });
  });
  child.stdin.write(`${JSON.stringify(profile)}\n`);
  return {
    ask: (shoot) => {
      const answer = Promise.withResolvers<readonly ExtensionError[]>();
      waiting.push(answer);
      child.stdin.write(`${JSON.stringify(shoot)}\n`);
      return answer.promise;
    },
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

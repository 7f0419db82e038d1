import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import path from "node:path";
import { createInterface } from "node:readline";
import { parse } from "yaml";
import { listAt, textAt } from "#lib/kube/field.ts";

/** An embedded garden in a process of its own, which can be killed. */
export interface GardenProcess {
  /** The process id; 0 when there is none. */
  readonly pid: number;
  /** Resolves with a connection when it serves; rejects with what it said when it ends before. */
  readonly ready: Promise<GardenConnection>;
  /** Ends it without a chance to do anything more. */
  kill(): Promise<void>;
  /** Asks it to end. */
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

export interface Outgoing {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly contentType?: string;
}

/** Speaks to it as the operator, with what its kubeconfig says. */
export interface GardenConnection {
  /** Where it is, and by whose word: what a client of one's own needs. */
  readonly address: { readonly url: string; readonly ca: string };
  send(outgoing: Outgoing): Promise<Answer>;
  /** The lines of an answer that does not end by itself. */
  open(target: string): Promise<{ readonly lines: AsyncIterable<string>; close(): void }>;
  close(): void;
}

const program = path.resolve(import.meta.dirname, "../main.ts");

export function spawnGarden(options: readonly string[]): GardenProcess {
  const child = spawn(process.execPath, ["--conditions=react-server", program, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  async function end(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal);
    await exited;
  }
  const ready = whenReady(child);
  // Who kills a garden at once does not wait for it.
  ready.catch(() => undefined);
  return { pid: child.pid ?? 0, ready, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

async function whenReady({ stdout, stderr }: ChildProcess): Promise<GardenConnection> {
  if (stdout === null || stderr === null) throw new Error("the garden has no output");
  const complaint: Buffer[] = [];
  stderr.on("data", (chunk: Buffer) => complaint.push(chunk));
  for await (const line of createInterface(stdout)) {
    const [, file] = /^garden ready \S+ kubeconfig (.+)$/.exec(line) ?? [];
    if (file !== undefined) return connectGarden(await readFile(file, "utf8"));
  }
  throw new Error(`the garden did not start: ${Buffer.concat(complaint).toString()}`);
}

/**
 * Speaks to a garden as the first user of a kubeconfig, by a token or a client certificate.
 *
 * @param kubeconfig its text
 */
export function connectGarden(kubeconfig: string): GardenConnection {
  const config: unknown = parse(kubeconfig);
  const [cluster, user] = [listAt(config, "clusters")[0], listAt(config, "users")[0]];
  const url = textAt(cluster, "cluster", "server") ?? "";
  const decoded = (text: string | undefined) =>
    text === undefined ? undefined : Buffer.from(text, "base64").toString();
  const ca = decoded(textAt(cluster, "cluster", "certificate-authority-data")) ?? "";
  const token = textAt(user, "user", "token");
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const cert = decoded(textAt(user, "user", "client-certificate-data"));
  const key = decoded(textAt(user, "user", "client-key-data"));
  const agent = new Agent({ ca, keepAlive: true, ...(cert !== undefined && key !== undefined && { cert, key }) });
  return {
    address: { url, ca },
    send: ({ method = "GET", path: target, body, contentType = "application/json" }) =>
      new Promise((resolve, reject) => {
        const type = body === undefined ? {} : { "content-type": contentType };
        const outgoing = request(`${url}${target}`, { method, agent, headers: { ...headers, ...type } }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
        });
        outgoing.on("error", reject);
        outgoing.end(body && JSON.stringify(body));
      }),
    open: (target) =>
      new Promise((resolve, reject) => {
        const outgoing = request(`${url}${target}`, { agent, headers }, (response) => {
          const lines = createInterface(response);
          lines.on("error", () => undefined); // closing the request ends its answer with an error
          response.on("error", () => lines.close());
          resolve({ lines, close: () => outgoing.destroy() });
        });
        outgoing.on("error", reject);
        outgoing.end();
      }),
    close: () => agent.destroy(),
  };
}

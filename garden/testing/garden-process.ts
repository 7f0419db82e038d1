import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import path from "node:path";
import { createInterface } from "node:readline";
import { parse } from "yaml";
import { listAt, stringAt } from "#lib/kube/field.ts";

/** An embedded garden in a separate process, which can be killed. */
export interface GardenProcess {
  /** The process id; 0 if there is none. */
  readonly pid: number;
  /** Resolves with a connection when the garden is ready; rejects with the process's stderr if it exits before. */
  readonly ready: Promise<OperatorConnection>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Ends the process with SIGTERM. */
  stop(): Promise<void>;
}

export interface GardenProcessResponse {
  readonly status: number;
  readonly body: Buffer;
}

export interface OutgoingGardenRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly contentType?: string;
}

/** A connection to the garden as the operator, with credentials from the kubeconfig. */
export interface OperatorConnection {
  /** URL and CA certificate of the garden. */
  readonly address: { readonly url: string; readonly ca: string };
  send(outgoing: OutgoingGardenRequest): Promise<GardenProcessResponse>;
  /** Opens a request whose response does not end, such as a watch, and returns its lines. */
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
  // A caller that kills the garden immediately does not wait for `ready`.
  ready.catch(() => undefined);
  return { pid: child.pid ?? 0, ready, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

async function whenReady({ stdout, stderr }: ChildProcess): Promise<OperatorConnection> {
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
 * Connects to a garden as the first user of a kubeconfig, by token or client certificate.
 * @param kubeconfig Its text.
 */
export function connectGarden(kubeconfig: string): OperatorConnection {
  const config: unknown = parse(kubeconfig);
  const [cluster, user] = [listAt(config, "clusters")[0], listAt(config, "users")[0]];
  const url = stringAt(cluster, "cluster", "server") ?? "";
  const decoded = (text: string | undefined) =>
    text === undefined ? undefined : Buffer.from(text, "base64").toString();
  const ca = decoded(stringAt(cluster, "cluster", "certificate-authority-data")) ?? "";
  const token = stringAt(user, "user", "token");
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const cert = decoded(stringAt(user, "user", "client-certificate-data"));
  const key = decoded(stringAt(user, "user", "client-key-data"));
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
          lines.on("error", () => undefined); // closing the request ends its response with an error
          response.on("error", () => lines.close());
          resolve({ lines, close: () => outgoing.destroy() });
        });
        outgoing.on("error", reject);
        outgoing.end();
      }),
    close: () => agent.destroy(),
  };
}

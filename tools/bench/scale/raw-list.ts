/**
 * Program that reads and parses all pages of the Shoot list and discards them: the minimum work to read all Shoots.
 * Prints its cost as JSON. Parameters: URL of the garden, and files with its CA and a token.
 */
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";

const pageSize = 500;
const [url = "", authorityFile = "", tokenFile = ""] = process.argv.slice(2);
const agent = new Agent({ ca: readFileSync(authorityFile), keepAlive: true });
const headers = { authorization: `Bearer ${readFileSync(tokenFile, "utf8").trim()}` };

interface Page {
  readonly items: readonly unknown[];
  readonly metadata: { readonly continue?: string };
}

function readPage(token: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const target = `${url}/apis/core.gardener.cloud/v1beta1/shoots?limit=${pageSize}&continue=${encodeURIComponent(token)}`;
  const outgoing = request(target, { agent, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      if (response.statusCode === 200) resolve(Buffer.concat(chunks));
      else reject(new Error(`${target}: ${response.statusCode}`));
    });
  });
  outgoing.on("error", reject).end();
  return promise;
}

const before = process.cpuUsage();
const startedAt = performance.now();
let bytes = 0;
let count = 0;
for (let token: string | undefined = ""; token !== undefined; ) {
  const body = await readPage(token);
  const page: Page = JSON.parse(body.toString());
  bytes += body.byteLength;
  count += page.items.length;
  token = page.metadata.continue || undefined;
}
const timeMs = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ timeMs, cpuMs: (user + system) / 1000, bytes, count }));
agent.destroy();

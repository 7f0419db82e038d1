import { randomUUID } from "node:crypto";
import * as z from "zod";

/** Key prefix in etcd under which gardener-apiserver stores Shoots as JSON. */
const shootsPrefix = "/registry-gardener/core.gardener.cloud/shoots/";
/** Number of Shoots per request. etcd limits requests to 1.5 MB and 128 writes. */
const atOnce = 40;

const keptSchema = z.object({ key: z.base64(), value: z.base64() });
const rangeSchema = z.object({ kvs: z.array(keptSchema).default([]) });
const shootSchema = z.object({ metadata: z.object({ name: z.string(), uid: z.string() }) });

/** A key in etcd and its value. */
interface Kept {
  readonly key: string;
  readonly text: string;
}

/**
 * Copies Shoots directly in etcd under other names until the given number is added. Admission does not check the
 * copies, but the API server reads them like the originals.
 * @param etcdUrl URL of etcd's HTTP API
 * @throws Error if etcd refuses a request or contains no Shoot
 */
export async function copyShoots(etcdUrl: string, count: number): Promise<void> {
  let added = 0;
  for (let round = 1; added < count; round += 1) {
    const before = added;
    for await (const originals of keptShoots(etcdUrl)) {
      const wanted = originals.filter(({ key }) => !isCopy(key)).slice(0, count - added);
      await write(
        etcdUrl,
        wanted.map((original) => copyOfStoredShoot(original, round)),
      );
      added += wanted.length;
      if (added === count) return;
    }
    if (added === before) throw new Error("etcd holds no cluster to copy");
  }
}

const copyMark = /-x\d+$/;
const isCopy = (key: string) => copyMark.test(key);

/** The same Shoot under another name, with a maintenance window some hours later. */
export function copyOfStoredShoot({ key, text }: Kept, round: number): Kept {
  const { name, uid } = shootSchema.parse(JSON.parse(text)).metadata;
  const ending = `-x${round}`;
  const own = `"name":"${name}","namespace"`;
  // Replaces the name in domains and technical IDs. Shoot names have no special characters of regular expressions.
  const named = new RegExp(`(?<=[./]|--)${name}(?=["./]|-${uid})`, "g");
  const window = /"(begin|end)":"(\d\d)(\d{4}[+-]\d{4})"/g;
  return {
    key: `${key}${ending}`,
    text: text
      .replace(own, own.replace(name, `${name}${ending}`))
      .replaceAll(named, `${name}${ending}`)
      .replaceAll(uid, randomUUID())
      .replaceAll(window, (_, edge: string, hour: string, rest: string) => {
        return `"${edge}":"${String((Number(hour) + round) % 24).padStart(2, "0")}${rest}"`;
      }),
  };
}

async function* keptShoots(etcdUrl: string): AsyncGenerator<readonly Kept[]> {
  const end = `${shootsPrefix.slice(0, -1)}0`; // what follows the slash
  let from = shootsPrefix;
  while (true) {
    const answer = await ask(etcdUrl, "range", { key: encoded(from), range_end: encoded(end), limit: atOnce });
    const kept = rangeSchema.parse(answer).kvs.map(({ key, value }) => ({ key: decoded(key), text: decoded(value) }));
    const last = kept.at(-1);
    if (last === undefined) return;
    yield kept;
    from = `${last.key}\0`;
  }
}

async function write(etcdUrl: string, copies: readonly Kept[]): Promise<void> {
  if (copies.length === 0) return;
  const success = copies.map(({ key, text }) => ({ request_put: { key: encoded(key), value: encoded(text) } }));
  await ask(etcdUrl, "txn", { success });
}

async function ask(etcdUrl: string, what: "range" | "txn", body: object): Promise<unknown> {
  const answer = await fetch(new URL(`/v3/kv/${what}`, etcdUrl), { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`etcd answered ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

function encoded(text: string): string {
  return Buffer.from(text).toString("base64");
}

function decoded(base64: string): string {
  return Buffer.from(base64, "base64").toString();
}

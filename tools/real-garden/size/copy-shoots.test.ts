import { createServer, type RequestListener } from "node:http";
import { json } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import { findFreePort } from "#e2e/processes.ts";
import { copyOfStoredShoot, copyShoots } from "./copy-shoots.ts";

const uid = "8167553b-dd1c-41ae-a756-7bfddb258c44";
const prefix = "/registry-gardener/core.gardener.cloud/shoots/garden-brand/";

function kept(name: string, own = uid) {
  const shoot = {
    metadata: { name, namespace: "garden-brand", uid: own },
    spec: {
      kubernetes: { version: "1.34.1" },
      provider: { type: "gcp", workers: [{ name: "web", machine: { type: "m" } }] },
      maintenance: { timeWindow: { begin: "230000+0100", end: "000000+0100" } },
    },
    status: {
      technicalID: `shoot--brand--${name}`,
      clusterIdentity: `shoot--brand--${name}-${own}-garden`,
      advertisedAddresses: [{ name: "external", url: `https://api.${name}.brand.example` }],
    },
  };
  return { key: `${prefix}${name}`, text: JSON.stringify(shoot) };
}

test("a copy has a name, an identity and a window of its own, and else says the same", () => {
  const { key, text } = copyOfStoredShoot(kept("web"), 2);
  expect(key).toBe(`${prefix}web-x2`);
  const copy = z.looseObject({ metadata: z.looseObject({ uid: z.uuid() }) }).parse(JSON.parse(text));
  expect(copy.metadata.uid).not.toBe(uid);
  expect(copy).toEqual({
    metadata: { name: "web-x2", namespace: "garden-brand", uid: copy.metadata.uid },
    spec: {
      kubernetes: { version: "1.34.1" },
      provider: { type: "gcp", workers: [{ name: "web", machine: { type: "m" } }] },
      maintenance: { timeWindow: { begin: "010000+0100", end: "020000+0100" } },
    },
    status: {
      technicalID: "shoot--brand--web-x2",
      clusterIdentity: `shoot--brand--web-x2-${copy.metadata.uid}-garden`,
      advertisedAddresses: [{ name: "external", url: "https://api.web-x2.brand.example" }],
    },
  });
});

const rangeSchema = z.object({ key: z.string(), range_end: z.string(), limit: z.number() });
const putSchema = z.object({ request_put: z.object({ key: z.string(), value: z.string() }) });
const txnSchema = z.object({ success: z.array(putSchema) });
const plain = (base64: string) => Buffer.from(base64, "base64").toString();
const base64 = (text: string) => Buffer.from(text).toString("base64");

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function answeredBy(listener: RequestListener): Promise<string> {
  const [server, port] = [createServer(listener), await findFreePort()];
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${port}`;
}

/** A fake of etcd's HTTP API with the functions that this test needs. */
function etcd(held: Map<string, string>): Promise<string> {
  return answeredBy(async (request, response) => {
    const body = await json(request);
    if (request.url === "/v3/kv/txn") {
      const { success } = txnSchema.parse(body);
      if (success.length > 128) return response.writeHead(400).end("too many operations in txn request");
      for (const { request_put: put } of success) held.set(plain(put.key), plain(put.value));
      return response.end("{}");
    }
    const { key, range_end: end, limit } = rangeSchema.parse(body);
    const keys = [...held.keys()].filter((each) => each >= plain(key) && each < plain(end)).sort();
    const kvs = keys.slice(0, limit).map((each) => ({ key: base64(each), value: base64(held.get(each) ?? "") }));
    return response.end(JSON.stringify(kvs.length === 0 ? {} : { kvs }));
  });
}

test("as many copies are added as were asked for, each original in its turn", async () => {
  const originals = Array.from({ length: 90 }, (_, at) => kept(`web-${at}`, crypto.randomUUID()));
  const held = new Map(originals.map(({ key, text }) => [key, text]));
  held.set("/registry-gardener/core.gardener.cloud/seeds/one", "{}");
  await copyShoots(await etcd(held), 230);
  expect(held.size).toBe(91 + 230);
  const rounds = [...held.keys()].flatMap((key) => /-x(\d)$/.exec(key)?.[1] ?? []);
  expect(
    Object.fromEntries([...Map.groupBy(rounds, (round) => round)].map(([round, all]) => [round, all.length])),
  ).toEqual({ 1: 90, 2: 90, 3: 50 });
  const uids = [...held]
    .filter(([key]) => key.includes("/shoots/"))
    .map(([, text]) => /"uid":"([^"]+)"/.exec(text)?.[1]);
  expect(new Set(uids).size).toBe(90 + 230);
});

test("nothing to copy, and what etcd refuses, is told", async () => {
  await expect(copyShoots(await etcd(new Map()), 1)).rejects.toThrow("etcd holds no cluster to copy");
  const full = await answeredBy((_, response) => response.writeHead(507).end("database space exceeded"));
  await expect(copyShoots(full, 1)).rejects.toThrow("etcd answered 507: database space exceeded");
});

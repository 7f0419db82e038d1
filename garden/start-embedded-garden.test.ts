import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createRawClient } from "#garden/testing/raw-client.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { type EmbeddedGarden, type EmbeddedGardenOptions, startEmbeddedGarden } from "./start-embedded-garden.ts";

let folder = "";
let kubeconfigFile = "";
const closers: (() => Promise<void> | void)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "garden-start-"));
  kubeconfigFile = path.join(folder, "kubeconfig");
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await rm(folder, { recursive: true });
});

async function start(options: EmbeddedGardenOptions = {}): Promise<EmbeddedGarden> {
  const garden = await startEmbeddedGarden({ life: false, ...options });
  closers.push(() => garden.stop());
  return garden;
}

function clientOf(garden: EmbeddedGarden) {
  const client = createRawClient(garden);
  closers.push(() => client.close());
  return client;
}

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
const clockOf = (garden: EmbeddedGarden, body: object, as = "operator") =>
  clientOf(garden).send({ method: "POST", path: "/almanac/clock", body, as });

describe("S31: files", () => {
  test("with tokens and keys are their owner's alone, also where one was open to others", async () => {
    await writeFile(kubeconfigFile, "old", { mode: 0o644 });
    await start({ kubeconfigFile });
    expect(await modeOf(kubeconfigFile)).toBe(0o600);
    expect(await modeOf(`${kubeconfigFile}.identity.json`)).toBe(0o600);
  });

  test("hold a context for each person, the operator's current", async () => {
    const garden = await start({ kubeconfigFile });
    const config: unknown = parse(await readFile(kubeconfigFile, "utf8"));
    const contexts = listAt(config, "contexts").map((context) => stringAt(context, "name"));
    expect(contexts).toEqual(garden.identities.map(({ name }) => name));
    expect(stringAt(config, "current-context")).toBe("operator");
  });

  test("that hold something else are not overwritten", async () => {
    await writeFile(`${kubeconfigFile}.identity.json`, "{}");
    await expect(startEmbeddedGarden({ kubeconfigFile, life: false })).rejects.toThrow(/no identity/);
    expect(await readFile(`${kubeconfigFile}.identity.json`, "utf8")).toBe("{}");
  });
});

describe("a second start with the same kubeconfig", () => {
  test("is the same garden: authority and tokens stay, versions go on", async () => {
    const first = await start({ kubeconfigFile });
    const before = await clientOf(first).send({ path: "/api/v1/namespaces?limit=1" });
    await first.stop();
    const port = Number(new URL(first.url).port);
    const second = await start({ kubeconfigFile, port });
    expect(second.url).toBe(first.url);
    expect(second.caPem).toBe(first.caPem);
    expect(second.identities.map(({ token }) => token)).toEqual(first.identities.map(({ token }) => token));
    const after = await clientOf(first).send({ path: "/api/v1/namespaces?limit=1" });
    const [old, now] = [before, after].map(({ json }) => Number(stringAt(json, "metadata", "resourceVersion")));
    expect(now).toBeGreaterThan(old ?? Number.NaN);
  });

  test("without a kubeconfig is another garden", async () => {
    const [first, second] = [await start(), await start()];
    expect(second.caPem).not.toBe(first.caPem);
    expect(second.identities[0]?.token).not.toBe(first.identities[0]?.token);
  });
});

describe("the garden's time", () => {
  const now = new Date("2030-01-01T00:00:00Z");

  test("starts where it is told, and is what objects are stamped with", async () => {
    const garden = await start({ now, speed: 0 });
    const map: KubeObject = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "dated" } };
    const made = garden.api.create({ resource: configMaps, namespace: "garden-shop" }, map);
    expect(made.metadata.creationTimestamp).toBe("2030-01-01T00:00:00Z");
  });

  test("is moved forward by the operator, by seconds or to an instant", async () => {
    const garden = await start({ now, speed: 0 });
    const bySeconds = await clockOf(garden, { advanceSeconds: 90 });
    expect(fieldAt(bySeconds.json, "now")).toBe("2030-01-01T00:01:30.000Z");
    const toInstant = await clockOf(garden, { now: "2030-01-01T01:00:00Z" });
    expect(fieldAt(toInstant.json, "now")).toBe("2030-01-01T01:00:00.000Z");
  });

  test.each([
    ["backward", { advanceSeconds: -1 }, 400],
    ["to the past", { now: "2029-12-31T00:00:00Z" }, 400],
    ["to no instant", { now: "soon" }, 400],
    ["by a century", { advanceSeconds: 100 * 366 * 86_400 }, 400],
    ["by nothing said", {}, 400],
  ])("is not moved %s", async (_name, body, status) => {
    const garden = await start({ now, speed: 0 });
    expect((await clockOf(garden, body)).status).toBe(status);
    expect(garden.clock.now()).toEqual(now);
  });

  test("is not moved by others, nor read with GET", async () => {
    const garden = await start({ now, speed: 0 });
    expect((await clockOf(garden, { advanceSeconds: 1 }, "viewer")).status).toBe(403);
    expect((await clientOf(garden).send({ path: "/almanac/clock" })).status).toBe(403);
  });
});

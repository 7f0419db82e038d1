import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { eventually, eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import type { Almanac } from "#server/app/container.ts";
import type { Session } from "#server/identity/session.ts";
import { connectEmbeddedGarden, startTestGarden, tokenOfDemoUser } from "#server/testing/embedded-garden.ts";
import { startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { StreamReader } from "#server/testing/stream-reader.ts";

let embedded: EmbeddedGarden;
let elder: Almanac;
const undo: (() => Promise<void>)[] = [];

async function replica(): Promise<Almanac> {
  const world = await startRouteTestBed({ found: connectEmbeddedGarden(embedded) });
  undo.unshift(world.stop);
  await vi.waitUntil(() => world.app.isReady(), eventuallyTimeoutMs);
  return world.app;
}

beforeAll(async () => {
  const started = await startTestGarden();
  embedded = started.embedded;
  undo.push(() => started.found.stop());
  elder = await replica();
});
afterAll(async () => {
  for (const each of undo) await each();
});

const identity = (name: string) => ({
  id: `session of ${name}`,
  user: { name, groups: [] },
  method: "token" as const,
  token: tokenOfDemoUser(embedded, name),
});

function sessionOf(app: Almanac, name: string): Session {
  return { ...identity(name), signedInAt: app.now(), expiresAt: app.now() + hourMs };
}

/** A page connected to this replica with the given cursor; without one, a page that has just read everything. */
async function follow(app: Almanac, name: string, before?: StreamReader): Promise<StreamReader> {
  const session = sessionOf(app, name);
  const scope = await app.scopes.scopeOf(session.token);
  const read = { cursor: app.fleet.cursors.now(scope), rows: app.fleet.store.rows(scope) };
  const start = before === undefined ? read : { cursor: before.cursor, rows: [...before.rows.values()] };
  const options = { signal: new AbortController().signal, isPacked: false };
  return new StreamReader(await app.streams.open(session, start.cursor, options), start);
}

function touch(count: number, label: string): void {
  for (const shoot of embedded.api.list<Shoot>({ resource: shoots }).slice(0, count)) {
    const { name, namespace = "" } = shoot.metadata;
    embedded.api.patch({ resource: shoots, namespace, name }, { metadata: { labels: { moved: label } } });
  }
}

const truth = () =>
  embedded.api
    .list<Shoot>({ resource: shoots })
    .map(({ metadata }) => `${metadata.uid}@${metadata.resourceVersion}`)
    .sort();

/** Stops the older replica as in a rolling update; returns the pages once they are connected to the new replica. */
async function moved(pages: Readonly<Record<string, StreamReader>>, fresh: Almanac) {
  elder.streams.leave(200);
  return Promise.all(
    Object.entries(pages).map(async ([name, page]) => {
      await page.until(({ ended }) => ended);
      expect(page.types.at(-1)).toBe("bye");
      return follow(fresh, name, page);
    }),
  );
}

test("pages that a replica sends away go on at one that has just begun, of which none reads everything anew", async () => {
  // The write happens before the new replica reads, so only its list tells how far projects and profiles were read.
  touch(5, "before");
  const pages = { operator: await follow(elder, "operator"), viewer: await follow(elder, "viewer") };
  await eventually(() => expect(pages.operator.screen).toEqual(truth()));
  const fresh = await replica();
  touch(3, "meanwhile");
  await eventually(() => expect(pages.operator.screen).toEqual(truth()));
  const [operator, viewer] = await moved(pages, fresh);
  touch(2, "after");
  await eventually(() => expect(operator?.screen).toEqual(truth()));
  for (const page of [operator, viewer]) {
    expect(page?.types).toContain("freshness");
    expect(page?.types).not.toContain("resync");
    expect(page?.ended).toBe(false);
  }
});

test("where nothing is written at all, neither", async () => {
  const page = await follow(elder, "operator");
  await eventually(() => expect(page.types).toContain("freshness"));
  const fresh = await replica();
  const [back] = await moved({ operator: page }, fresh);
  await eventually(() => expect(back?.types).toContain("freshness"));
  expect(back?.types).toEqual(["hello", "scope", "freshness"]);
  expect(back?.screen).toEqual(truth());
});

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { GET, POST } from "#app/api/notices/route.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { type NoticeChange, noticeChangedSchema, noticesSchema, type WatchedEvents } from "#lib/contract/notices.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { deviceCookie } from "#server/testing/device-cookie.ts";
import { embeddedForTest } from "#server/testing/embedded-garden.ts";
import { ask, problemIn, type RouteWorld, routeWorld } from "#server/testing/route-world.ts";

const ownMaps = { resource: configMaps, namespace: "almanac" };

let world: RouteWorld;
let embedded: EmbeddedGarden;

beforeAll(async () => {
  const started = await embeddedForTest({ speed: 0 });
  embedded = started.embedded;
  world = await routeWorld({ found: started.found });
  await vi.waitUntil(() => world.app.isReady() && world.app.fleet.isSettled(), 30_000);
});
beforeEach(() => {
  for (const { metadata } of embedded.api.list(ownMaps)) embedded.api.delete({ ...ownMaps, name: metadata.name });
});
afterAll(() => world.stop());

async function read(identity: string) {
  const response = await GET(ask("/api/notices", { cookie: await deviceCookie(world.app, embedded, identity) }));
  return noticesSchema.parse(await response.json());
}

async function change(identity: string, body: NoticeChange): Promise<Response> {
  const cookie = await deviceCookie(world.app, embedded, identity);
  return POST(ask("/api/notices", { method: "POST", cookie, body: JSON.stringify(body) }));
}

interface View {
  readonly kind: "view";
  readonly address: string;
}

async function ruleOf(identity: string, events: WatchedEvents, subject: View) {
  const response = await change(identity, { kind: "save", name: "Patterns", subject, events });
  const { rule } = noticeChangedSchema.parse(await response.json());
  if (rule === undefined) throw new Error("no rule was kept");
  return rule;
}

const check = () => world.app.ruleWatch?.check();

function keptRules() {
  return embedded.api.list(ownMaps).find(({ metadata }) => metadata.name?.startsWith("almanac-rules-"));
}

describe("what rules make Almanac do", () => {
  const patterns = (count: number) => Array.from({ length: count }, (_, index) => `-*1*.${index}z`).join(",");
  const over = (count: number) => ({ kind: "view", address: `/clusters?k8s=${patterns(count)}` }) as const;

  test("is bounded when they are saved: the refusal says how much it would be and how much there is", async () => {
    await ruleOf("owner-commerce", { deadEnd: true }, over(195));
    const second = await ruleOf("owner-commerce", { deadEnd: true }, over(195));
    const third = { kind: "save", name: "Third", subject: over(20), events: { deadEnd: true } } as const;
    expect(await problemIn(await change("owner-commerce", third))).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/410 values .* may ask for 400/),
    });
    expect(await read("owner-commerce")).toMatchObject({ rules: [{}, {}], values: 390, unwatched: [] });
    const off = { kind: "change", id: second.id, seen: second.at, off: true } as const;
    expect((await change("owner-commerce", off)).status).toBe(200);
    expect((await change("owner-commerce", third)).status).toBe(200);
  });

  test("is bounded for books of older builds, too, and their owner is told which rules are not watched", async () => {
    await ruleOf("owner-commerce", { deadEnd: true }, over(150));
    const kept = keptRules();
    const name = kept?.metadata.name ?? "";
    const held = kept !== undefined && "data" in kept && kept.data instanceof Object ? Object.entries(kept.data) : [];
    const book = JSON.parse(String(held[0]?.[1]));
    const rules = [0, 1, 2, 3].map((index) => ({ ...book.rules[0], id: `r${index}`, name: `Rule ${index}` }));
    embedded.api.patch({ ...ownMaps, name }, { data: { rules: JSON.stringify({ ...book, rules }) } });
    await check();
    expect((await read("owner-commerce")).unwatched).toEqual([
      expect.stringContaining("Rule 2"),
      expect.stringContaining("Rule 3"),
    ]);
  });
});

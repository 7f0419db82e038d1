import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET as getActivity } from "#app/api/clusters/[project]/[name]/activity/route.ts";
import { GET as getChecklist, POST as postChecklist } from "#app/api/clusters/[project]/[name]/checklist/route.ts";
import { POST as postReveal } from "#app/api/clusters/[project]/[name]/reveal/route.ts";
import { GET as getCluster } from "#app/api/clusters/[project]/[name]/route.ts";
import { configMaps, events, secrets, shoots } from "#lib/kube/resource.ts";
import { hasHiddenCharacters } from "#lib/text/hidden-characters.ts";
import { embeddedForTest, tokenOf } from "#server/testing/embedded-garden.ts";
import { ask, cookieOf, type RouteWorld, routeWorld } from "#server/testing/route-world.ts";
import { ProblemError, problemResponse, toProblem } from "./problem.ts";

/** Reads as "safe" followed by "on" in a browser that lets it turn the writing direction. */
const spoof = "safe \u202eno";
const shown = "safe ⟨U+202E⟩no";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const namespace = "garden-payments";
const cluster = { project: "payments", name: "acquiring" };

let world: RouteWorld;
let cookie: string;

beforeAll(async () => {
  const { embedded, found } = await embeddedForTest({ speed: 0 });
  const shoot = { resource: shoots, namespace, name: cluster.name };
  embedded.api.patch(shoot, { metadata: { annotations: { note: spoof } } });
  const uid = embedded.api.get(shoot)?.metadata.uid;
  const event = {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "acquiring.spoof", namespace },
    ...{ involvedObject: { kind: "Shoot", namespace, name: cluster.name, uid }, reason: "Spoof", message: spoof },
    ...{ type: "Normal", count: 1, lastTimestamp: "2026-11-21T10:00:00Z" },
  };
  embedded.api.create({ resource: events, namespace }, event);
  const monitoring = { resource: secrets, namespace, name: `${cluster.name}.monitoring` };
  embedded.api.patch(monitoring, { data: { username: base64(spoof), password: base64("p") } });
  const checklist = JSON.stringify({ rows: [{ id: "row-1", text: spoof, by: "eve" }], ticks: [] });
  const kept = { resource: configMaps, namespace, name: `${cluster.name}.almanac-checklist` };
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: kept.name }, data: { checklist } };
  embedded.api.create({ resource: configMaps, namespace }, map);
  world = await routeWorld({ found });
  await vi.waitUntil(() => world.app.isReady(), 30_000);
  cookie = await cookieOf(world.app, { method: "demo", token: tokenOf(embedded, "operator") });
});
afterAll(() => world.stop());

test.each<[string, typeof getCluster, object | undefined]>([
  ["the cluster", getCluster, undefined],
  ["its activity", getActivity, undefined],
  ["the checklist of its rotation", getChecklist, undefined],
  ["a changed checklist", postChecklist, { kind: "add-row", text: "mine" }],
  ["a revealed credential", postReveal, { what: "monitoring" }],
])("%s: characters that nobody sees are named in what is answered", async (_, route, body) => {
  const written = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await route(ask("/", { cookie, ...written }), { params: Promise.resolve(cluster) });
  const text = await response.text();
  expect(hasHiddenCharacters(text)).toBe(false);
  expect(text).toContain(shown);
});

test("the garden's own words in a refusal, too", async () => {
  const facts = { gardenMessage: spoof };
  const text = await problemResponse(toProblem(new ProblemError("refused-by-garden", facts), "r1")).text();
  expect(hasHiddenCharacters(text)).toBe(false);
  expect(text).toContain(shown);
});

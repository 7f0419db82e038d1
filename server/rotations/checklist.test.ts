import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "#app/api/clusters/[project]/[name]/checklist/route.ts";
import { type ChecklistChangeRequest, checklistResponseSchema, checklistSchema } from "#lib/contract/checklist.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const cluster = { project: "payments", name: "acquiring" };
const kept = { resource: configMaps, namespace: "garden-payments", name: "acquiring.almanac-checklist" };

const demo = startDemoTestBed();
let rotation: string;

beforeAll(() => {
  const { status } = demo.shoot("payments", "acquiring");
  rotation = status?.credentials?.rotation?.certificateAuthorities?.lastInitiationTime ?? "";
});
beforeEach(() => {
  if (demo.embedded.api.get(kept)) demo.embedded.api.delete(kept);
});

const read = (identity: string, params = cluster) => demo.call(GET, identity, { params });
const change = (identity: string, body: unknown, params = cluster) => demo.call(POST, identity, { params, body });
const ticksAfter = async (response: Response) => (await parseOkResponse(response, checklistSchema)).ticks;

const tickOf = (item: string): ChecklistChangeRequest => ({ kind: "tick", item, rotation });

test("nothing is ticked and nothing is written until somebody ticks", async () => {
  const reading = checklistResponseSchema.parse(await (await read("owner-commerce")).json());
  expect(reading).toEqual({ checklist: { rows: [], ticks: [] }, mayWrite: true, keptIn: kept.name });
  expect(demo.embedded.api.get(kept)).toBeUndefined();
});

test("a tick is kept beside the cluster with name and time, and belongs to the Shoot", async () => {
  const [tick] = await ticksAfter(await change("owner-commerce", tickOf("ca-gitops")));
  expect(tick).toMatchObject({ item: "ca-gitops", rotation, by: "owner-commerce" });
  const object = demo.embedded.api.get(kept);
  expect(object?.metadata.ownerReferences?.[0]).toMatchObject({ kind: "Shoot", name: "acquiring" });
  expect(object?.metadata.labels).toMatchObject({ "almanac.garden/checklist": "true" });
});

test("people who tick at the same moment do not get in each other's way", async () => {
  const items = ["ca-pipelines", "ca-scrapers", "ca-pinned", "alerts-quiet"];
  const answers = await Promise.all(items.map((item) => change("operator", tickOf(item))));
  expect(answers.map(({ status }) => status)).toEqual(items.map(() => 200));
  const reading = checklistResponseSchema.parse(await (await read("operator")).json());
  expect(reading.checklist?.ticks.map(({ item }) => item)).toEqual(expect.arrayContaining(items));
});

test("a tick is taken back only by who saw it as it stands", async () => {
  const [tick] = await ticksAfter(await change("owner-commerce", tickOf("ca-gitops")));
  const blind = { kind: "untick", item: "ca-gitops", rotation, seen: "2020-01-01T00:00:00Z" } as const;
  expect(await problemIn(await change("operator", blind))).toMatchObject({ status: 409, reason: "conflict" });
  const ticks = await ticksAfter(await change("operator", { ...blind, seen: tick?.at ?? "" }));
  expect(ticks).toEqual([]);
});

test("a tick for another rotation than the one under way is refused", async () => {
  const stale = { kind: "tick", item: "ca-gitops", rotation: "2020-01-01T00:00:00Z" } as const;
  expect(await problemIn(await change("operator", stale))).toMatchObject({ status: 409, reason: "conflict" });
  // The service account signing key is not being rotated, so its checklist items cannot be completed.
  expect(await problemIn(await change("operator", tickOf("sa-tokens")))).toMatchObject({ status: 409 });
});

test.each<[string, unknown]>([
  ["a reason of six hundred letters", { kind: "tick", item: "ca-gitops", rotation: "x", reason: "a".repeat(600) }],
  ["an empty reason", { kind: "tick", item: "ca-gitops", rotation: "x", reason: "  " }],
  ["a row without words", { kind: "add-row", text: " \n " }],
  ["an item that is no name", { kind: "tick", item: "../x", rotation: "x" }],
])("%s is refused before the garden is asked", async (_name, body) => {
  expect(await problemIn(await change("operator", body))).toMatchObject({ status: 400, reason: "invalid-request" });
});

test("rows of a team are added, bounded in number, and removed with their ticks", async () => {
  const added = await change("owner-commerce", { kind: "add-row", text: "Billing has the bundle" });
  const [row] = checklistSchema.parse(await added.json()).rows;
  expect(row).toMatchObject({ text: "Billing has the bundle", by: "owner-commerce" });
  const id = row?.id ?? "";
  expect((await ticksAfter(await change("owner-commerce", tickOf(id)))).map(({ item }) => item)).toContain(id);
  for (let index = 1; index < 30; index += 1) {
    expect((await change("operator", { kind: "add-row", text: `row ${index}` })).status).toBe(200);
  }
  const tooMany = await change("owner-commerce", { kind: "add-row", text: "one more" });
  expect(await problemIn(tooMany)).toMatchObject({ status: 400, reason: "invalid-request" });
  const left = await ticksAfter(await change("owner-commerce", { kind: "remove-row", row: id }));
  expect(left.map(({ item }) => item)).not.toContain(id);
});

describe("rights are the garden's", () => {
  test("a viewer reads the ticks of others, and is told that none can be kept for them", async () => {
    const seen = { project: "shop", name: "storefront-eu" };
    const reading = checklistResponseSchema.parse(await (await read("viewer", seen)).json());
    expect(reading).toMatchObject({ mayWrite: false, checklist: { ticks: [] } });
    const refused = await change("viewer", { kind: "add-row", text: "mine" }, seen);
    expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "forbidden" });
  });

  test("a stranger reads nothing", async () => {
    expect(await problemIn(await read("stranger"))).toMatchObject({ status: 403, reason: "forbidden" });
  });
});

test("a checklist of a form that is not known is said to be so, and not written over", async () => {
  await change("operator", tickOf("ca-gitops"));
  demo.embedded.api.patch(kept, { data: { checklist: '{"version":9}' } });
  const reading = checklistResponseSchema.parse(await (await read("operator")).json());
  expect(reading.unread).toBe("unknown-form");
  expect(await problemIn(await change("operator", tickOf("ca-gitops")))).toMatchObject({ status: 409 });
  expect(demo.embedded.api.get(kept)).toMatchObject({ data: { checklist: '{"version":9}' } });
});

test("S21: each change leaves one line, without the words that were written", async () => {
  const before = demo.log.length;
  await change("owner-commerce", { kind: "add-row", text: "Vault has the bundle" });
  const lines = demo.log.slice(before).filter((line) => line.includes('"change":"add-row"'));
  expect(lines).toHaveLength(1);
  expect(demo.log.join("\n")).not.toContain("Vault has the bundle");
});

import { describe, expect, test } from "vitest";
import { type Act, actPreviewSchema, confirmActResponseSchema } from "#lib/contract/act.ts";
import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { shoots } from "#lib/kube/resource.ts";
import type { Browser } from "#server/testing/browser.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

// Each test changes its own cluster.
const demo = startDemoTestBed({ people: ["owner-commerce", "viewer"] });

const operation = (id: string): Act => ({ kind: "operation", id, when: "now" });

/** The confirmation request of a user who has seen the preview. */
async function confirmed(browser: Browser, project: string, { metadata }: Shoot, act: Act) {
  const response = await browser.preview(project, metadata.name, act);
  const { uid, resourceVersion, hash } = actPreviewSchema.parse(await response.json());
  return { act, uid, resourceVersion, previewHash: hash };
}

test("reconcile: accepted, then seen on the stream as it runs and succeeds", async () => {
  const shoot = demo.shoot("shop", "images");
  const { name, uid = "", generation = 0 } = shoot.metadata;
  const reader = await demo.as("owner-commerce").stream();
  await reader.until(({ rows }) => rows.has(uid));
  const response = await demo
    .as("owner-commerce")
    .operate("shop", name, await confirmed(demo.as("owner-commerce"), "shop", shoot, operation("reconcile")));
  expect(response.status).toBe(202);
  const accepted = confirmActResponseSchema.parse(await response.json());
  expect(accepted.generation).toBe(generation + 1);
  await reader.until(({ rows }) => rows.get(uid)?.lastOperation?.state === "Processing");
  await reader.until(({ rows }) => rows.get(uid)?.lastOperation?.state === "Succeeded");
  const { metadata } = demo.shoot("shop", name);
  expect(metadata.generation).toBeGreaterThan(generation);
  expect(metadata.annotations?.["gardener.cloud/operation"]).toBeUndefined();
});

test("retry brings a Failed cluster back to work", async () => {
  const shoot = demo.shoot("payments", "fraud-scoring");
  const uid = shoot.metadata.uid ?? "";
  const reader = await demo.as("owner-commerce").stream();
  await reader.until(({ rows }) => rows.get(uid)?.lastOperation?.state === "Failed");
  const body = await confirmed(demo.as("owner-commerce"), "payments", shoot, operation("retry"));
  expect((await demo.as("owner-commerce").operate("payments", shoot.metadata.name, body)).status).toBe(202);
  await reader.until(({ rows }) => rows.get(uid)?.lastOperation?.state !== "Failed");
});

test("a viewer may look; the garden refuses the operation in its own words, and nothing has changed", async () => {
  const shoot = demo.shoot("shop", "loyalty");
  const { name } = shoot.metadata;
  const detail = clusterDetailSchema.parse(await (await demo.as("viewer").cluster("shop", name)).json());
  expect(detail.permissions).toEqual({ patchShoot: false, moveSeed: false, uncertain: false });
  const body = await confirmed(demo.as("viewer"), "shop", shoot, operation("reconcile"));
  const problem = await problemIn(await demo.as("viewer").operate("shop", name, body));
  expect(problem).toMatchObject({ status: 403, reason: "forbidden" });
  expect(problem.gardenMessage).toContain("cannot patch resource");
  expect(demo.shoot("shop", name).metadata.resourceVersion).toBe(shoot.metadata.resourceVersion);
});

describe("S15: what the user saw is what is changed", () => {
  test("a cluster that changed meanwhile is not touched", async () => {
    const shoot = demo.shoot("shop", "search");
    const { name } = shoot.metadata;
    const target = { resource: shoots, namespace: "garden-shop", name };
    const body = await confirmed(demo.as("owner-commerce"), "shop", shoot, operation("reconcile"));
    demo.embedded.api.patch(target, { metadata: { labels: { touched: "yes" } } });
    const problem = await problemIn(await demo.as("owner-commerce").operate("shop", name, body));
    expect(problem).toMatchObject({ status: 409, reason: "conflict" });
    expect(demo.shoot("shop", name).metadata.annotations?.["gardener.cloud/operation"]).toBeUndefined();
  });

  test("a cluster that was deleted and recreated is not touched", async () => {
    const shoot = demo.shoot("shop", "storefront-apac");
    const seen = await confirmed(demo.as("owner-commerce"), "shop", shoot, operation("reconcile"));
    const body = { ...seen, uid: "00000000-0000-4000-8000-000000000000" };
    const problem = await problemIn(await demo.as("owner-commerce").operate("shop", shoot.metadata.name, body));
    expect(problem).toMatchObject({ status: 409, reason: "conflict" });
    expect(problem.detail).toContain("deleted and recreated");
  });
});

test("the detail is read live: row, permissions, and of managedFields when the spec was written", async () => {
  const shoot = demo.shoot("shop", "storefront-us");
  const response = await demo.as("owner-commerce").cluster("shop", shoot.metadata.name);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  const detail = clusterDetailSchema.parse(await response.json());
  expect(detail.row).toMatchObject({ uid: shoot.metadata.uid, project: "shop" });
  expect(detail.permissions).toEqual({ patchShoot: true, moveSeed: false, uncertain: false });
  // The user who requested it is unknown, because that was years before the last operation.
  expect(fieldAt(detail.shoot, "metadata", "managedFields")).toEqual([
    { time: expect.any(String), fieldsV1: { "f:spec": {} } },
  ]);
  const yaml = await demo.as("owner-commerce").yaml("shop", shoot.metadata.name);
  expect(yaml.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await yaml.text();
  expect(text).toContain(`  name: ${shoot.metadata.name}\n`);
  expect(text).not.toContain("managedFields");
});

test("a cluster that is not there is said to be not there, to those who may know", async () => {
  expect(await problemIn(await demo.as("owner-commerce").cluster("shop", "no-such-cluster"))).toMatchObject({
    status: 404,
    reason: "not-found",
  });
});

test("S21: every request leaves exactly one audit line, refused ones too, and none of them holds a token", async () => {
  const before = demo.log.length;
  const owner = demo.as("owner-commerce");
  const shoot = demo.shoot("shop", "storefront-eu");
  const { name } = shoot.metadata;
  const body = await confirmed(owner, "shop", shoot, operation("reconcile"));
  await owner.operate("shop", name, body);
  await owner.operate("shop", name, body);
  const unchanged = demo.shoot("shop", "storefront-stage");
  const unpermitted = await confirmed(demo.as("viewer"), "shop", unchanged, operation("reconcile"));
  await demo.as("viewer").operate("shop", "storefront-stage", unpermitted);
  const lines = demo.log.slice(before).filter((line) => line.includes('"audit":"operation"'));
  const results = lines.map((line) => String(JSON.parse(line).result)).sort();
  expect(results).toEqual(["accepted", "conflict", "forbidden"]);
  for (const { token } of demo.embedded.identities) expect(demo.log.join("")).not.toContain(token);
});

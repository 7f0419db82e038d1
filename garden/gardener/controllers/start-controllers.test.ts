import { afterEach, describe, expect, it } from "vitest";
import type { Event } from "#garden/api/core/core-objects.ts";
import { startTestLandscape, type TestLandscape } from "#garden/testing/landscape.fixture.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { events, shoots } from "#lib/kube/resource.ts";
import { networkingStatusOf } from "./gardenlet/infrastructure-networking.ts";

const operation = "gardener.cloud/operation";
let landscape: TestLandscape | undefined;

afterEach(async () => {
  await landscape?.stop();
  expect(landscape?.faults).toEqual([]);
});

function start(options: { readonly life?: boolean; readonly seed?: number } = {}): TestLandscape {
  landscape = startTestLandscape(options);
  return landscape;
}

function stateOf(shoot: Shoot | undefined): string {
  const { type, state, progress } = shoot?.status?.lastOperation ?? {};
  return `${type} ${state} ${progress}`;
}

describe("reconcile on request", () => {
  it("takes the annotation at once, then the flow runs and succeeds within ten seconds", async () => {
    const garden = start();
    const asked = garden.annotate("garden-payments", "ledger-eu", { [operation]: "reconcile" });
    expect(asked.metadata.annotations?.[operation]).toBeUndefined();
    expect(stateOf(asked)).toBe("Reconcile Succeeded 100");
    await garden.pass(0.2);
    const running = garden.shoot("garden-payments", "ledger-eu");
    expect(running?.status?.observedGeneration).toBe(asked.metadata.generation);
    expect(running?.status?.lastOperation).toMatchObject({ state: "Processing", progress: expect.any(Number) });
    await garden.pass(4.8);
    expect(stateOf(garden.shoot("garden-payments", "ledger-eu"))).toMatch(/^Reconcile Processing [1-9]\d$/);
    await garden.pass(5.2);
    const done = garden.shoot("garden-payments", "ledger-eu");
    expect(stateOf(done)).toBe("Reconcile Succeeded 100");
    expect(done?.status?.lastErrors).toBeUndefined();
    expect(done?.status?.retryCycleStartTime).toBeUndefined();
  });

  it("names the running tasks in alphabetical order and never goes back", async () => {
    const garden = start();
    const seen: Shoot[] = [];
    garden.api.watch<Shoot>({ resource: shoots }, ({ object, type }) => {
      if (type === "MODIFIED" && object.metadata.name === "identity") seen.push(object);
    });
    garden.annotate("garden-platform", "identity", { [operation]: "reconcile" });
    await garden.pass(12);
    const running = seen.filter(({ status }) => status?.lastOperation?.state === "Processing");
    const texts = running.map(({ status }) => status?.lastOperation?.description ?? "");
    expect(texts).toContain(
      "Deploying extension resources before kube-apiserver, Deploying external domain DNS record, Deploying internal domain DNS record, Ensuring advertised addresses for the Shoot",
    );
    const progress = running.map(({ status }) => status?.lastOperation?.progress ?? 0);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBeLessThan(100);
  });

  it("leaves every condition that is not False open until the next care tick", async () => {
    const garden = start();
    const statuses: (readonly string[])[] = [];
    garden.api.watch<Shoot>({ resource: shoots }, ({ object, type }) => {
      const { lastOperation, conditions } = object.status ?? {};
      if (type !== "MODIFIED" || object.metadata.name !== "identity" || lastOperation?.state !== "Succeeded") return;
      statuses.push((conditions ?? []).map((condition) => condition?.status ?? ""));
    });
    garden.annotate("garden-platform", "identity", { [operation]: "reconcile" });
    await garden.pass(15);
    const afterSuccess = statuses.slice(1); // the first is the Shoot as it was annotated
    expect(new Set(afterSuccess[0])).toEqual(new Set(["Progressing"]));
    expect(new Set(statuses.at(-1))).toEqual(new Set(["True"]));
    expect(garden.shoot("garden-platform", "identity")?.metadata.labels).toMatchObject({
      "shoot.gardener.cloud/status": "healthy",
    });
  });

  it("reconciles once more when the generation moved during the flow", async () => {
    const garden = start();
    const first = garden.annotate("garden-payments", "ledger-eu", { [operation]: "reconcile" });
    await garden.pass(2);
    const second = garden.annotate("garden-payments", "ledger-eu", { [operation]: "reconcile" });
    expect(second.metadata.generation).toBe((first.metadata.generation ?? 0) + 1);
    await garden.pass(3);
    expect(garden.shoot("garden-payments", "ledger-eu")?.status?.observedGeneration).toBe(first.metadata.generation);
    await garden.pass(20);
    const done = garden.shoot("garden-payments", "ledger-eu");
    expect(done?.status?.observedGeneration).toBe(second.metadata.generation);
    expect(stateOf(done)).toBe("Reconcile Succeeded 100");
  });
});

describe("a cause that persists", () => {
  it("fails again with the same code after a retry, and succeeds once the cause is gone", async () => {
    const garden = start();
    garden.annotate("garden-payments", "fraud-scoring", { [operation]: "retry" });
    await garden.pass(12);
    const failed = garden.shoot("garden-payments", "fraud-scoring");
    expect(failed?.status?.lastOperation?.state).toBe("Failed");
    expect(failed?.status?.lastErrors).toMatchObject([{ codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }]);
    expect(failed?.status?.retryCycleStartTime).toBeUndefined();
    garden.annotate("garden-payments", "fraud-scoring", { "almanac.garden/fail": null, [operation]: "retry" });
    await garden.pass(12);
    expect(stateOf(garden.shoot("garden-payments", "fraud-scoring"))).toBe("Reconcile Succeeded 100");
  });

  it("is tried again by itself while the code is retryable, with growing pauses", async () => {
    const garden = start();
    garden.annotate("garden-platform", "identity", {
      "almanac.garden/fail": "Initializing secrets management:ERR_RETRYABLE_INFRA_DEPENDENCIES",
      [operation]: "reconcile",
    });
    await garden.pass(2);
    const failed = garden.shoot("garden-platform", "identity");
    expect(failed?.status?.lastOperation?.state).toBe("Error");
    expect(failed?.status?.lastOperation?.description).toMatch(/^Flow .* Operation will be retried\.$/);
    expect(failed?.metadata.labels?.["shoot.gardener.cloud/status"]).toBe("unhealthy");
    garden.annotate("garden-platform", "identity", { "almanac.garden/fail": null });
    await garden.pass(16);
    expect(stateOf(garden.shoot("garden-platform", "identity"))).toBe("Reconcile Succeeded 100");
  });
});

describe("other changes", () => {
  it("a deleted Shoot goes through the deletion flow and vanishes with its finalizer", async () => {
    const garden = start();
    const target = { resource: shoots, namespace: "garden-shop", name: "preview-apps" };
    garden.annotate(target.namespace, target.name, { "confirmation.gardener.cloud/deletion": "true" });
    garden.api.delete(target);
    await garden.pass(10);
    expect(stateOf(garden.shoot(target.namespace, target.name))).toMatch(/^Delete Processing/);
    await garden.pass(30);
    expect(garden.shoot(target.namespace, target.name)).toBeUndefined();
  });

  it("a Shoot asked to sleep is hibernated only when the flow has ended, and is not checked any more", async () => {
    const garden = start();
    const target = { resource: shoots, namespace: "garden-shop", name: "preview-apps" };
    garden.api.patch(target, { spec: { hibernation: { enabled: true } } });
    await garden.pass(5);
    expect(garden.shoot(target.namespace, target.name)?.status?.hibernated).toBe(false);
    await garden.pass(15);
    const asleep = garden.shoot(target.namespace, target.name);
    expect(asleep?.status?.hibernated).toBe(true);
    expect(new Set(asleep?.status?.conditions?.map((condition) => condition?.reason))).toEqual(
      new Set(["ConditionNotChecked"]),
    );
  });

  it("a new Shoot is created: conditions unknown at first, then checked", async () => {
    const garden = start();
    // The DNS domain must be unique.
    const { dns: _dns, ...spec } = garden.shoot("garden-shop", "preview-apps")?.spec ?? {};
    const metadata = { name: "fresh", namespace: "garden-shop" };
    const fresh = { apiVersion: "core.gardener.cloud/v1beta1", kind: "Shoot", metadata, spec };
    garden.api.create({ resource: shoots, namespace: "garden-shop" }, fresh);
    await garden.pass(4);
    const creating = garden.shoot("garden-shop", "fresh");
    expect(stateOf(creating)).toMatch(/^Create Processing/);
    expect(creating?.status?.technicalID).toBe("shoot--shop--fresh");
    expect(creating?.metadata.finalizers).toContain("gardener");
    expect(creating?.metadata.annotations?.["gardener.cloud/created-by"]).toBeTruthy();
    expect(creating?.status).not.toHaveProperty("networking");
    await garden.pass(30);
    const created = garden.shoot("garden-shop", "fresh");
    expect(stateOf(created)).toBe("Create Succeeded 100");
    expect(created?.status?.conditions?.map((condition) => condition?.status)).toEqual(Array(5).fill("True"));
    expect(created?.status?.networking).toEqual(created && networkingStatusOf(created));
    expect(created?.status?.advertisedAddresses).toEqual([
      { name: "external", url: "https://api.fresh.shop.k8s.harborline.example" },
      { name: "internal", url: "https://api.fresh.shop.internal.harborline.example" },
      { name: "service-account-issuer", url: "https://api.fresh.shop.internal.harborline.example" },
    ]);
  });

  it("events tell what gardenlet did, and are gone after an hour", async () => {
    const garden = start();
    const reasons = (): string[] =>
      garden.api
        .list<Event>({ resource: events, namespace: "garden-payments" })
        .filter(({ involvedObject }) => involvedObject.name === "ledger-eu")
        .map(({ reason }) => reason);
    const before = reasons();
    garden.annotate("garden-payments", "ledger-eu", { [operation]: "reconcile" });
    await garden.pass(12);
    expect(reasons().slice(before.length)).toEqual(["Reconciling", "Reconciled"]);
    await garden.clock.advance(61 * 60_000);
    garden.annotate("garden-shop", "preview-apps", { [operation]: "reconcile" });
    await garden.pass(1);
    expect(reasons()).toEqual(before);
  });
});

describe("maintain", () => {
  it("is consumed, writes the last maintenance, moves planned operations to now and asks for a reconcile", async () => {
    const garden = start();
    const before = garden.annotate("garden-shop", "loyalty", { [operation]: "maintain" });
    await garden.pass(0.3);
    const maintained = garden.shoot("garden-shop", "loyalty");
    expect(maintained?.metadata.annotations).not.toHaveProperty("maintenance.gardener.cloud/operation");
    expect(maintained?.metadata.generation).toBeGreaterThan(before.metadata.generation ?? 0);
    expect(maintained?.status?.lastMaintenance).toMatchObject({ state: "Succeeded" });
    await garden.pass(45);
    const done = garden.shoot("garden-shop", "loyalty");
    expect(done?.metadata.annotations?.[operation]).toBeUndefined();
    expect(stateOf(done)).toBe("Reconcile Succeeded 100");
  });
});

describe("what stays as it is", () => {
  it("nothing moves by itself without life", async () => {
    const garden = start();
    const before = garden.api.list({ resource: shoots });
    await garden.pass(60);
    const changed = garden.api.list({ resource: shoots }).filter((shoot, index) => shoot !== before[index]);
    expect(changed.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  it("a Shoot on a seed under emergency stop is left alone, whatever is asked", async () => {
    const garden = start();
    const asked = garden.annotate("garden-sandbox", "next-condition", { [operation]: "reconcile" });
    await garden.pass(10);
    expect(garden.shoot("garden-sandbox", "next-condition")?.status).toEqual(asked.status);
  });

  it("a failing condition is reported again after a reconcile", async () => {
    const garden = start();
    garden.annotate("garden-shop", "storefront-apac", { [operation]: "reconcile" });
    await garden.pass(14);
    const conditions = garden.shoot("garden-shop", "storefront-apac")?.status?.conditions ?? [];
    expect(conditions.filter((condition) => condition?.status !== "True")).toMatchObject([
      { type: "EveryNodeReady", status: "False" },
    ]);
  });
});

describe("with life", { timeout: 20_000 }, () => {
  it("a flow that was under way goes on, and now and then a quiet Shoot is reconciled", async () => {
    const garden = start({ life: true });
    await garden.pass(22);
    expect(stateOf(garden.shoot("garden-platform", "ci"))).toMatch(/Succeeded 100$/);
    expect(stateOf(garden.shoot("garden-shop", "checkout"))).toMatch(/Processing/);
    await garden.pass(120);
    const since = "2026-08-10T09:30:25Z";
    const moved = garden.api
      .list<Shoot>({ resource: shoots })
      .filter(({ status }) => (status?.lastOperation?.lastUpdateTime ?? "") > since && !status?.lastErrors);
    expect(moved.length).toBeGreaterThanOrEqual(3);
  });

  it("a Shoot that failed because of a rate limit is retried ten to fifteen minutes later", async () => {
    const garden = start({ life: true });
    garden.annotate("garden-analytics", "dwh-sql", { "almanac.garden/fail": null });
    expect(stateOf(garden.shoot("garden-analytics", "dwh-sql"))).toMatch(/Failed/);
    await garden.clock.advance(15 * 60_000);
    await garden.pass(12);
    expect(stateOf(garden.shoot("garden-analytics", "dwh-sql"))).toBe("Reconcile Succeeded 100");
  });
});

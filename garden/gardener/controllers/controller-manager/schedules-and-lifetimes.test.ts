import { describe, expect, it } from "vitest";
import { controllersForTest } from "#garden/testing/controllers.fixture.ts";
import {
  accountCredentialsBinding,
  accountSecret,
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  type ReconciledShootInput,
  reconciledShoot,
  type SmallGarden,
} from "#garden/testing/small-garden.fixture.ts";
import type { HibernationSchedule, ShootSpec } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { quotas, shoots } from "#lib/kube/resource.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";

const now = new Date("2026-03-02T12:00:00Z");
const cri = [{ name: "containerd" }];
const profile = cloudProfileWith({
  kubernetes: { versions: [{ version: "1.34.1" }] },
  machineImages: [{ name: "gardenlinux", versions: [{ version: "1.0.0", architectures: ["amd64"], cri }] }],
  machineTypes: [{ name: "m" }],
});
const machine = { type: "m", architecture: "amd64", image: { name: "gardenlinux", version: "1.0.0" } };
const spec: ShootSpec = {
  credentialsBindingName: "account",
  region: "here",
  kubernetes: { version: "1.34.1" },
  provider: {
    type: "local",
    workers: [{ name: "pool", minimum: 1, maximum: 3, machine }],
  },
  maintenance: { timeWindow: { begin: "020000+0000", end: "030000+0000" } },
};
const setToWork = controllersForTest();

async function plant(
  sketch: Partial<ReconciledShootInput> = {},
  more: readonly KubeObject[] = [],
): Promise<SmallGarden> {
  const oak = reconciledShoot({ name: "oak", spec, ...sketch });
  const garden = createSmallGarden(now, [profile, accountSecret, accountCredentialsBinding, oak, ...more]);
  setToWork(garden, { pace: 20 });
  await garden.clock.advance(1_000);
  return garden;
}

async function save(garden: SmallGarden, schedules: readonly HibernationSchedule[]): Promise<void> {
  garden.patch("oak", { spec: { hibernation: { schedules } } });
  await garden.clock.advance(minuteMs);
}

const sleeps = (garden: SmallGarden) => garden.shoot("oak").spec.hibernation?.enabled === true;

describe("a hibernation schedule", () => {
  it.each([
    [30, true],
    [119, true],
    [121, false],
  ])("that is saved %i minutes after its time is executed at once: %s", async (minutes, executed) => {
    const garden = await plant();
    const at = new Date(now.getTime() - minutes * minuteMs);
    await save(garden, [{ start: `${at.getUTCMinutes()} ${at.getUTCHours()} * * *` }]);
    expect(sleeps(garden)).toBe(executed);
    const { lastHibernationTriggerTime } = garden.shoot("oak").status ?? {};
    expect(lastHibernationTriggerTime?.startsWith("2026-03-02T12:00") ?? false).toBe(executed);
  });

  it("stops with the others when one of them cannot be read", async () => {
    const garden = await plant({
      spec: { ...spec, hibernation: { schedules: [{ start: "0 13 * * *" }, { start: "nonsense" }] } },
    });
    await garden.clock.advance(2 * hourMs);
    expect(sleeps(garden)).toBe(false);
    await save(garden, [{ start: "0 13 * * *" }]);
    expect(sleeps(garden)).toBe(true);
  });

  it("that never comes is taken by the API, executes nothing, and does not keep other Shoots from theirs", async () => {
    const elm = reconciledShoot({
      name: "elm",
      spec: { ...spec, hibernation: { schedules: [{ start: "0 13 * * *" }] } },
    });
    const garden = await plant({}, [elm]);
    await save(garden, [{ start: "0 0 30 2 *" }, { start: "0 13 * * *" }]);
    await garden.clock.advance(2 * hourMs);
    expect(sleeps(garden)).toBe(false);
    expect(garden.shoot("elm").spec.hibernation?.enabled).toBe(true);
  });

  it("is skipped while the Shoot is Failed, and not made up for after the retry", async () => {
    const failed = { type: "Reconcile", state: "Failed", progress: 40, lastUpdateTime: "2026-03-02T11:00:00Z" };
    const garden = await plant({
      spec: { ...spec, hibernation: { schedules: [{ start: "0 13 * * *" }] } },
      status: { lastOperation: failed },
    });
    await garden.clock.advance(1.5 * hourMs);
    garden.patch("oak", { metadata: { annotations: { "gardener.cloud/operation": "retry" } } });
    await garden.clock.advance(hourMs);
    expect(garden.shoot("oak").status?.lastOperation?.state).not.toBe("Failed");
    expect(sleeps(garden)).toBe(false);
    await garden.clock.advance(dayMs);
    expect(sleeps(garden)).toBe(true);
  });

  it("that is refused is tried again until its time is two hours old", async () => {
    const blocked = [{ type: "HibernationPossible", status: "False", reason: "ProblematicWebhooks" }];
    const holds = { "almanac.garden/hold": "HibernationPossible:False" };
    const garden = await plant({
      spec: { ...spec, hibernation: { schedules: [{ start: "0 13 * * *" }] } },
      status: { conditions: [], constraints: blocked },
      annotations: holds,
    });
    await garden.clock.advance(2.9 * hourMs);
    expect(sleeps(garden)).toBe(false);
    await garden.clock.advance(0.3 * hourMs);
    garden.patch("oak", {
      metadata: { annotations: { "almanac.garden/hold": null, "gardener.cloud/operation": "reconcile" } },
    });
    await garden.clock.advance(2 * hourMs);
    expect(sleeps(garden)).toBe(false);
    await garden.clock.advance(dayMs);
    expect(sleeps(garden)).toBe(true);
  });
});

describe("the lifetime that a quota gives", () => {
  const expiration = "shoot.gardener.cloud/expiration-timestamp";
  const created = Date.parse("2026-01-05T08:00:00Z");
  const days = Math.ceil((now.getTime() - created) / dayMs) + 1;
  const endsAt = created + days * dayMs;
  const quota = (lifetime: number): KubeObject & { readonly spec: object } => ({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Quota",
    metadata: { name: "trial", namespace: projectNamespace, uid: "trial" },
    spec: {
      scope: { apiVersion: "v1", kind: "Secret" },
      clusterLifetimeDays: lifetime,
      metrics: {},
    },
  });

  async function plantWithQuota(annotations: Readonly<Record<string, string>> = {}): Promise<SmallGarden> {
    const trial = {
      ...accountCredentialsBinding,
      metadata: { ...accountCredentialsBinding.metadata, name: "trial", uid: "trial-binding" },
      quotas: [{ name: "trial", namespace: projectNamespace }],
    };
    return plant({ spec: { ...spec, credentialsBindingName: "trial" }, annotations }, [trial, quota(days)]);
  }

  const endOf = (garden: SmallGarden) => garden.shoot("oak").metadata.annotations?.[expiration];
  const isThere = (garden: SmallGarden) =>
    garden.api.get({ resource: shoots, namespace: projectNamespace, name: "oak" }) !== undefined;

  it("is annotated, and the Shoot is deleted within an hour after it", async () => {
    const garden = await plantWithQuota();
    expect(Date.parse(endOf(garden) ?? "")).toBe(endsAt);
    await garden.clock.advance(endsAt - garden.clock.now().getTime() - minuteMs);
    expect(isThere(garden)).toBe(true);
    await garden.clock.advance(hourMs + 5 * minuteMs);
    expect(isThere(garden)).toBe(false);
  });

  it("is over when the quota is: the annotation goes at the next look", async () => {
    const garden = await plantWithQuota();
    const target = { resource: quotas, namespace: projectNamespace, name: "trial" };
    garden.api.patch(target, { spec: { clusterLifetimeDays: null } });
    await garden.clock.advance(hourMs);
    expect(endOf(garden)).toBeUndefined();
  });

  it("never ends where nobody can read it, or where the quota cannot be found", async () => {
    const garden = await plantWithQuota({ [expiration]: "tomorrow" });
    await garden.clock.advance(10 * dayMs);
    expect(endOf(garden)).toBe("tomorrow");
    garden.api.delete({ resource: quotas, namespace: projectNamespace, name: "trial" });
    await garden.clock.advance(dayMs);
    expect(isThere(garden)).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { namespaceObject, type Secret, secretObject } from "#garden/api/core/core-objects.ts";
import { controllersForTest } from "#garden/testing/controllers.fixture.ts";
import {
  cloudProfileWith,
  createSmallGarden,
  reconciledShoot,
  type SmallGarden,
} from "#garden/testing/small-garden.fixture.ts";
import type { Project } from "#lib/garden/project.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { projects, secrets, shoots } from "#lib/kube/resource.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import type { CredentialsBinding, Quota } from "../../kinds/bindings.ts";

const now = new Date("2026-03-02T12:00:00Z");
const setToWork = controllersForTest();
const namespace = "garden-old";
const at = (days: number) => formatInstant(now.getTime() + days * dayMs);
const afterCheck = (days: number) => formatInstant(now.getTime() + days * dayMs + 12 * hourMs);

const labels = { "gardener.cloud/role": "project", "project.gardener.cloud/name": "old" };
const place = (annotations: Readonly<Record<string, string>> = {}) =>
  namespaceObject({ name: namespace, uid: "old-namespace", labels, annotations });

function oldProject(status: Project["status"] = {}, ageDays = 400): Project {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Project",
    metadata: { name: "old", uid: "old", creationTimestamp: at(-ageDays), finalizers: ["gardener"] },
    spec: { namespace },
    status: { phase: "Ready", ...status },
  };
}

/** A garden whose other project has a cluster. */
function plant(
  objects: readonly KubeObject[],
  ofCluster: { readonly credentialsBindingName?: string } = {},
): SmallGarden {
  const spec = { kubernetes: { version: "1.33.4" }, provider: { type: "local" }, ...ofCluster };
  const garden = createSmallGarden(now, [cloudProfileWith({}), reconciledShoot({ name: "oak", spec }), ...objects]);
  setToWork(garden, { pace: 20, life: true });
  return garden;
}

const read = ({ api }: SmallGarden) => api.get<Project>({ resource: projects, name: "old" });
const staleness = (garden: SmallGarden) => {
  const { staleSinceTimestamp, staleAutoDeleteTimestamp } = read(garden)?.status ?? {};
  return [staleSinceTimestamp, staleAutoDeleteTimestamp];
};
const pass = (garden: SmallGarden, days: number) => garden.clock.advance(days * dayMs);

describe("a Project in which nothing is used", () => {
  it("is stale from the first check on, has a date of deletion after two weeks, and is deleted after ninety days", async () => {
    const garden = plant([place(), oldProject()]);
    await pass(garden, 1);
    expect(staleness(garden)).toEqual([afterCheck(0), undefined]);
    await pass(garden, 14);
    expect(staleness(garden)).toEqual([afterCheck(0), afterCheck(90)]);
    await pass(garden, 75);
    expect(read(garden)?.metadata.deletionTimestamp).toBeUndefined();
    await pass(garden, 1);
    expect(read(garden)?.metadata.deletionTimestamp).toBeDefined();
  });

  it("is not stale again once something in it is used", async () => {
    const garden = plant([place(), oldProject({ staleSinceTimestamp: at(-20), staleAutoDeleteTimestamp: at(70) })]);
    const elm = reconciledShoot({
      name: "elm",
      spec: { kubernetes: { version: "1.33.4" }, provider: { type: "local" } },
    });
    garden.store.load("shoots.core.gardener.cloud", [{ ...elm, metadata: { ...elm.metadata, namespace } }]);
    await pass(garden, 1);
    expect(staleness(garden)).toEqual([undefined, undefined]);
  });

  it("keeps a later date of deletion that it has already", async () => {
    const garden = plant([place(), oldProject({ staleSinceTimestamp: at(-20), staleAutoDeleteTimestamp: at(300) })]);
    await pass(garden, 1);
    expect(staleness(garden)).toEqual([at(-20), at(300)]);
  });
});

describe("a Project is not stale", () => {
  const quota: Quota = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Quota",
    metadata: { name: "limit", namespace, uid: "limit" },
    spec: { scope: { apiVersion: "v1", kind: "Secret" }, metrics: {} },
  };
  const keys: Secret = secretObject({ name: "keys", namespace, uid: "keys" }, {});
  const elsewhere: Secret = secretObject({ name: "elsewhere", namespace: "garden-orchard", uid: "elsewhere" }, {});
  /** A binding of another project, which its cluster uses. */
  const shared = (more: Partial<CredentialsBinding>): CredentialsBinding => ({
    apiVersion: "security.gardener.cloud/v1alpha1",
    kind: "CredentialsBinding",
    metadata: { name: "shared", namespace: "garden-orchard", uid: "shared" },
    provider: { type: "local" },
    credentialsRef: { apiVersion: "v1", kind: "Secret", namespace: "garden-orchard", name: "elsewhere" },
    quotas: [],
    ...more,
  });

  it.each<[string, readonly KubeObject[]]>([
    ["in its first month", [place(), oldProject({}, 20)]],
    ["in the month after an activity", [place(), oldProject({ lastActivityTimestamp: at(-20) })]],
    ["where an operator exempts it", [place({ "project.gardener.cloud/skip-stale-check": "true" }), oldProject()]],
    [
      "while a cluster elsewhere uses its Secret",
      [
        place(),
        oldProject(),
        keys,
        shared({ credentialsRef: { apiVersion: "v1", kind: "Secret", namespace, name: "keys" } }),
      ],
    ],
    [
      "while a cluster elsewhere is limited by its Quota",
      [place(), oldProject(), elsewhere, quota, shared({ quotas: [{ name: "limit", namespace }] })],
    ],
  ])("%s", async (_when, objects) => {
    const garden = plant(objects, { credentialsBindingName: "shared" });
    await pass(garden, 1);
    expect(staleness(garden)).toEqual([undefined, undefined]);
  });
});

describe("the last activity of a Project", () => {
  const orchard = ({ api }: SmallGarden) =>
    api.get<Project>({ resource: projects, name: "orchard" })?.status?.lastActivityTimestamp;

  it("is the last change of a cluster's spec", async () => {
    const garden = plant([]);
    await garden.clock.advance(hourMs);
    expect(orchard(garden)).toBeUndefined();
    garden.api.patch({ resource: shoots, namespace: "garden-orchard", name: "oak" }, { spec: { purpose: "testing" } });
    await garden.clock.advance(0);
    expect(orchard(garden)).toBe(formatInstant(now.getTime() + hourMs));
  });

  it("is that of a Secret only if a binding refers to it", async () => {
    const garden = plant([]);
    const target = { resource: secrets, namespace: "garden-orchard" };
    garden.api.create<Secret>(target, secretObject({ name: "note" }, {}));
    await garden.clock.advance(0);
    expect(orchard(garden)).toBeUndefined();
    const marked = secretObject({ name: "keys", labels: { "reference.gardener.cloud/secretbinding": "true" } }, {});
    garden.api.create<Secret>(target, marked);
    await garden.clock.advance(0);
    expect(orchard(garden)).toBe(formatInstant(now.getTime()));
  });
});

import {
  ApiException,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  PatchStrategy,
  setHeaderOptions,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { type EmbeddedGarden, startEmbeddedGarden } from "./start-embedded-garden.ts";

let garden: EmbeddedGarden;

beforeAll(async () => {
  garden = await startEmbeddedGarden({ life: false, speed: 0 });
});
afterAll(async () => {
  await garden.stop();
});

const namespace = "garden-shop";
const shoots = { group: "core.gardener.cloud", version: "v1beta1", plural: "shoots", namespace };
const shoot = { ...shoots, name: "storefront-eu" };

function configOf(identity: string): KubeConfig {
  const config = new KubeConfig();
  config.loadFromString(garden.kubeconfigFor(identity));
  return config;
}
const custom = () => configOf("operator").makeApiClient(CustomObjectsApi);
const core = () => configOf("operator").makeApiClient(CoreV1Api);
const objects = () => KubernetesObjectApi.makeApiClient(configOf("operator"));

/** The metav1.Status of a request that must fail. */
async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiException)) throw error;
    const body: unknown = typeof error.body === "string" ? JSON.parse(error.body) : error.body;
    return { code: error.code, ...Object(body) };
  }
  throw new Error("the call was not refused");
}

function map(name: string, data: Readonly<Record<string, string>>) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data };
}

interface Applying {
  readonly as: string;
  readonly force?: boolean;
  readonly dryRun?: string;
}

function apply(object: KubernetesObject, { as, force, dryRun }: Applying): Promise<KubernetesObject> {
  return objects().patch(object, undefined, dryRun, as, force, PatchStrategy.ServerSideApply);
}

describe("the official client", () => {
  test("19, 20: applies, is told of conflicts field by field, and takes over by force", async () => {
    const made = await apply(map("applied", { a: "1", b: "1" }), { as: "ci" });
    expect(fieldAt(made, "data")).toEqual({ a: "1", b: "1" });
    const refusal = await refusalOf(apply(map("applied", { a: "2" }), { as: "other" }));
    expect(refusal).toMatchObject({
      code: 409,
      reason: "Conflict",
      details: { causes: [{ reason: "FieldManagerConflict", message: 'conflict with "ci"', field: ".data.a" }] },
    });
    const taken = await apply(map("applied", { a: "2" }), { as: "other", force: true });
    expect(fieldAt(taken, "data")).toEqual({ a: "2", b: "1" });
    const owners = taken.metadata?.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`);
    expect(owners).toEqual(["ci Apply", "other Apply"]);
  });

  test("16: patches a Shoot by merge, by JSON patch and strategically", async () => {
    const patch = (body: object, strategy: PatchStrategy) =>
      custom().patchNamespacedCustomObject({ ...shoot, body }, setHeaderOptions("Content-Type", strategy));
    await patch({ metadata: { labels: { merged: "yes" } } }, PatchStrategy.MergePatch);
    await patch([{ op: "add", path: "/metadata/labels/added", value: "yes" }], PatchStrategy.JsonPatch);
    const [pool] = listAt(await custom().getNamespacedCustomObject(shoot), "spec", "provider", "workers");
    const workers = [{ name: stringAt(pool, "name"), maximum: 17 }];
    const after = await patch({ spec: { provider: { workers } } }, PatchStrategy.StrategicMergePatch);
    expect(fieldAt(after, "metadata", "labels")).toMatchObject({ merged: "yes", added: "yes" });
    expect(listAt(after, "spec", "provider", "workers")[0]).toEqual({ ...Object(pool), maximum: 17 });
  });

  test("17: a JSON patch whose test fails changes nothing", async () => {
    const body = [
      { op: "add", path: "/metadata/labels/never", value: "yes" },
      { op: "test", path: "/spec/region", value: "mars" },
    ];
    const call = custom().patchNamespacedCustomObject(
      { ...shoot, body },
      setHeaderOptions("Content-Type", PatchStrategy.JsonPatch),
    );
    expect(await refusalOf(call)).toMatchObject({ code: 422 });
    expect(fieldAt(await custom().getNamespacedCustomObject(shoot), "metadata", "labels", "never")).toBeUndefined();
  });

  test("18: status and spec keep out of each other's writes", async () => {
    const body = { spec: { purpose: "testing" }, status: { clusterIdentity: "mine" } };
    const merge = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);
    const after = await custom().patchNamespacedCustomObjectStatus({ ...shoot, body }, merge);
    expect([fieldAt(after, "spec", "purpose"), fieldAt(after, "status", "clusterIdentity")]).toEqual([
      "production",
      "mine",
    ]);
    const labelled = { metadata: { labels: { plain: "yes" } }, status: { clusterIdentity: "theirs" } };
    const plain = await custom().patchNamespacedCustomObject({ ...shoot, body: labelled }, merge);
    expect(fieldAt(plain, "status", "clusterIdentity")).toBe("mine");
  });

  test("21: a dry run shows what would be, and leaves nothing", async () => {
    const shown = await apply(map("dry", { a: "1" }), { as: "ci", dryRun: "All" });
    expect(fieldAt(shown, "data")).toEqual({ a: "1" });
    expect(await refusalOf(core().readNamespacedConfigMap({ namespace, name: "dry" }))).toMatchObject({ code: 404 });
  });

  test("22: an unknown field is refused by name when validation is strict", async () => {
    const body = { spec: { purpos: "testing" } };
    const call = custom().patchNamespacedCustomObject(
      { ...shoot, body, fieldValidation: "Strict" },
      setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
    );
    expect(await refusalOf(call)).toMatchObject({
      code: 422,
      message: expect.stringContaining('unknown field "spec.purpos"'),
    });
  });

  test("14, 23: an unknown operation is invalid, and a deletion needs its confirmation", async () => {
    const body = { metadata: { annotations: { "gardener.cloud/operation": "explode" } } };
    const call = custom().patchNamespacedCustomObject(
      { ...shoot, body },
      setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
    );
    expect(await refusalOf(call)).toMatchObject({
      code: 422,
      details: { causes: [{ field: "metadata.annotations[gardener.cloud/operation]" }] },
    });
    expect(await refusalOf(custom().deleteNamespacedCustomObject(shoot))).toMatchObject({ code: 403 });
  });

  test("25: of two replacements of one version, one is a conflict", async () => {
    const api = core();
    const made = await api.createNamespacedConfigMap({ namespace, body: map("contested", { a: "1" }) });
    const replace = (a: string) =>
      api.replaceNamespacedConfigMap({ namespace, name: "contested", body: { ...made, data: { a } } });
    const outcomes = await Promise.allSettled([replace("2"), replace("3")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("34: a list that was forgotten between its pages is 410", async () => {
    const api = core();
    const first = await api.listSecretForAllNamespaces({ limit: 1 });
    for (let at = 0; at < 64; at += 1) await api.listSecretForAllNamespaces({ limit: 1 });
    const token = first.metadata?._continue ?? "";
    const call = api.listSecretForAllNamespaces({ limit: 1, _continue: token });
    expect(await refusalOf(call)).toMatchObject({ code: 410, reason: "Expired" });
  });

  test("37: an object beyond what the store takes is too large", async () => {
    const body = map("huge", { text: "x".repeat(1_600_000) });
    expect(await refusalOf(core().createNamespacedConfigMap({ namespace, body }))).toMatchObject({
      code: 422,
      reason: "Invalid",
    });
  });
});

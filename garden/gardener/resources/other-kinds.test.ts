import { describe, expect, it } from "vitest";
import {
  accountCredentialsBinding,
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  reconciledShoot,
  rejectionStatusOf,
} from "#garden/testing/small-garden.fixture.ts";
import type { KubeObject, KubeStatus } from "#lib/kube/object.ts";
import { credentialsBindings, projects, quotas, seeds } from "#lib/kube/resource.ts";

const now = new Date("2026-03-01T10:00:00Z");
const spec = { kubernetes: { version: "1.33.4" }, provider: { type: "local" } };
const plant = () =>
  createSmallGarden(now, [cloudProfileWith({}), accountCredentialsBinding, reconciledShoot({ name: "oak", spec })]);

const causesOf = (status: KubeStatus | undefined) =>
  (status?.details?.causes ?? []).map(({ reason, field }) => `${reason} ${field}`);

describe("a Project", () => {
  const owner = { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "ann" };
  const target = { resource: projects, name: "orchard" };
  const owned = () => {
    const garden = plant();
    garden.api.patch(target, { spec: { owner } });
    return garden;
  };

  it.each([
    ["has a name of at most ten characters", "elevenchars", "FieldValueTooLong metadata.name"],
    ["has no two hyphens in its name", "a--b", "FieldValueInvalid metadata.name"],
  ])("%s", (_rule, name, cause) => {
    const status = rejectionStatusOf(() => plant().api.create({ resource: projects }, { metadata: { name } }));
    expect([status?.code, causesOf(status)]).toEqual([422, [cause]]);
  });

  it.each([
    ["keeps its namespace", { namespace: "garden-other" }, "FieldValueInvalid spec.namespace"],
    ["keeps having an owner", { owner: null }, "FieldValueInvalid spec.owner"],
    ["has one owner", { owner: { ...owner, name: "bob" } }, "FieldValueForbidden spec.members[1].roles[1]"],
    [
      "knows its members' roles",
      { members: [{ ...owner, role: "god" }] },
      "FieldValueNotSupported spec.members[0].roles[0]",
    ],
  ])("%s", (_rule, change, cause) => {
    const garden = owned();
    const status = rejectionStatusOf(() => garden.api.patch(target, { spec: change }));
    expect([status?.code, causesOf(status)]).toEqual([422, [cause]]);
  });
});

describe("a CredentialsBinding", () => {
  const target = { resource: credentialsBindings, namespace: projectNamespace };
  const reference = { apiVersion: "v1", kind: "Secret", namespace: projectNamespace, name: "nosuch" };
  const create = (more: object) => {
    const object: KubeObject & object = {
      metadata: { name: "cb", namespace: projectNamespace },
      ...{ provider: { type: "local" }, credentialsRef: reference },
      ...more,
    };
    return plant().api.create(target, object);
  };

  it("refers to a Secret that is there (403)", () => {
    const status = rejectionStatusOf(() => create({}));
    expect([status?.code, status?.message]).toEqual([403, expect.stringContaining('secrets "nosuch" not found')]);
  });

  it("names its provider and credentials that exist", () => {
    expect(causesOf(rejectionStatusOf(() => create({ provider: {} })))).toContain("FieldValueRequired provider.type");
    const pod = { credentialsRef: { ...reference, kind: "Pod" } };
    expect(causesOf(rejectionStatusOf(() => create(pod)))).toEqual(["FieldValueNotSupported credentialsRef"]);
  });

  it.each([
    ["credentialsRef", { credentialsRef: { name: "other" } }],
    ["provider", { provider: { type: "gcp" } }],
  ])("keeps its %s", (field, change) => {
    const status = rejectionStatusOf(() => plant().api.patch({ ...target, name: "account" }, change));
    expect(causesOf(status)).toEqual([`FieldValueInvalid ${field}`]);
  });
});

describe("a Seed", () => {
  const target = { resource: seeds, name: "seed-a" };
  const change = (spec: object) => rejectionStatusOf(() => plant().api.patch(target, { spec }));

  it("can be hidden from the scheduler", () => {
    expect(change({ settings: { scheduling: { visible: false } } })).toBeUndefined();
  });

  it.each([
    ["range of services", { networks: { services: "10.99.0.0/16" } }, "FieldValueInvalid spec.networks.services"],
    ["domain", { ingress: { domain: "other.example.org" } }, "FieldValueInvalid spec.ingress.domain"],
  ])("keeps its %s", (_what, spec, cause) => {
    const status = change(spec);
    expect([status?.code, causesOf(status)]).toEqual([422, [cause]]);
  });

  it("keeps its backup and default domains once it has them", () => {
    const garden = plant();
    const credentialsRef = { apiVersion: "v1", kind: "Secret", namespace: "garden", name: "seed-backup" };
    const backup = { provider: "local", region: "here", credentialsRef };
    garden.api.patch(target, {
      spec: { backup, dns: { defaults: [{ type: "x", domain: "a.example", credentialsRef }] } },
    });
    const causesAfter = (spec: object) => causesOf(rejectionStatusOf(() => garden.api.patch(target, { spec })));
    expect(causesAfter({ backup: null })).toEqual(["FieldValueInvalid spec.backup"]);
    expect(causesAfter({ backup: { region: "there" } })).toEqual(["FieldValueInvalid spec.backup.region"]);
    expect(causesAfter({ dns: { defaults: [] } })).toEqual(["FieldValueForbidden spec.dns.defaults"]);
  });
});

it("a Seed stays as long as a Shoot uses it (403)", () => {
  const status = rejectionStatusOf(() => plant().api.delete({ resource: seeds, name: "seed-a" }));
  expect([status?.code, status?.message]).toEqual([
    403,
    'seeds.core.gardener.cloud "seed-a" is forbidden: cannot delete seed seed-a since it is still used by shoot(s)',
  ]);
});

describe("a Quota", () => {
  const target = { resource: quotas, namespace: projectNamespace };
  const scope = { apiVersion: "v1", kind: "Secret" };
  const create = (spec: object) =>
    causesOf(rejectionStatusOf(() => plant().api.create(target, { metadata: { name: "limit" }, ...{ spec } })));

  it.each<[string, object, readonly string[]]>([
    ["is for a project or for credentials", { scope: { kind: "Pod" } }, ["FieldValueNotSupported spec.scope"]],
    ["limits what clusters consist of", { scope, metrics: { pods: "1" } }, ["FieldValueInvalid spec.metrics[pods]"]],
    ["limits nothing below zero", { scope, metrics: { cpu: "-1" } }, ["FieldValueInvalid spec.metrics[cpu]"]],
    [
      "gives clusters a day at least",
      { scope, clusterLifetimeDays: 0 },
      ["FieldValueInvalid spec.clusterLifetimeDays"],
    ],
    ["is taken when it is well", { scope, clusterLifetimeDays: 1, metrics: { cpu: "1" } }, []],
  ])("%s", (_rule, spec, expected) => {
    expect(create(spec)).toEqual(expected);
  });

  it("keeps its scope", () => {
    const garden = plant();
    garden.api.create(target, { metadata: { name: "limit" }, ...{ spec: { scope, metrics: {} } } });
    const project = { apiVersion: "core.gardener.cloud/v1beta1", kind: "Project" };
    const status = rejectionStatusOf(() =>
      garden.api.patch({ ...target, name: "limit" }, { spec: { scope: project } }),
    );
    expect(causesOf(status)).toEqual(["FieldValueInvalid spec.scope"]);
  });
});

it("a namespace belongs to one Project (403)", () => {
  const create = () =>
    plant().api.create(
      { resource: projects },
      { metadata: { name: "copy" }, ...{ spec: { namespace: projectNamespace } } },
    );
  expect(rejectionStatusOf(create)?.message).toBe(
    'projects.core.gardener.cloud "copy" is forbidden: namespace "garden-orchard" is already used by another project',
  );
});

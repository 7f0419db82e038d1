import { expect, test } from "vitest";
import { namespaceObject, secretObject } from "#garden/api/core/core-objects.ts";
import {
  accountCredentialsBinding,
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  reconciledShoot,
  rejectionStatusOf,
} from "#garden/testing/small-garden.fixture.ts";
import type { KubeObject } from "#lib/kube/object.ts";

const now = new Date("2026-03-01T10:00:00Z");

const quota: KubeObject & { readonly spec: object } = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Quota",
  metadata: { name: "trial", namespace: projectNamespace },
  spec: { clusterLifetimeDays: 14 },
};
const limited: typeof accountCredentialsBinding = {
  ...accountCredentialsBinding,
  quotas: [{ name: "trial", namespace: projectNamespace }],
};
const pool = {
  name: "pool",
  minimum: 1,
  maximum: 1,
  machine: { type: "m", architecture: "amd64", image: { name: "gl", version: "2.0.0" } },
};
const oak = reconciledShoot({
  name: "oak",
  spec: {
    region: "here",
    credentialsBindingName: "account",
    networking: { type: "calico" },
    kubernetes: { version: "1.33.4" },
    provider: { type: "local", workers: [pool] },
  },
});

/** The garden's response to annotations of a Shoot whose credentials have a quota of 14 days. */
function refusalOf(annotations: Readonly<Record<string, string | null>>, more: readonly KubeObject[] = []) {
  const garden = createSmallGarden(now, [
    ...more,
    cloudProfileWith({ regions: [{ name: "here" }], machineTypes: [{ name: "m" }] }),
    limited,
    quota,
    ...(more.some(({ kind }) => kind === "Shoot") ? [] : [oak]),
  ]);
  const status = rejectionStatusOf(() => garden.patch("oak", { metadata: { annotations } }));
  return status && [status.code, status.message];
}

const expiration = "shoot.gardener.cloud/expiration-timestamp";

test("a Shoot lives no longer than the quota of its account allows", () => {
  expect(refusalOf({ [expiration]: "2026-03-15T10:00:00Z" })).toBeUndefined();
  expect(refusalOf({ [expiration]: "2026-03-15T10:00:01Z" })).toEqual([
    403,
    expect.stringContaining("requested shoot expiration time is too long. Can only be extended by 14 day(s)"),
  ]);
  expect(refusalOf({ [expiration]: "tomorrow" })?.[0]).toBe(500);
});

test("an issuer is managed where the landscape has one, and stays so", () => {
  const issuer = "authentication.gardener.cloud/issuer";
  const labels = { "gardener.cloud/role": "shoot-service-account-issuer" };
  const configured = [
    namespaceObject({ name: "garden" }),
    secretObject({ name: "issuer", namespace: "garden", labels }, {}),
  ];
  const managed = { ...oak, metadata: { ...oak.metadata, annotations: { [issuer]: "managed" } } };
  expect(refusalOf({ [issuer]: "managed" })).toEqual([
    403,
    expect.stringContaining("it is not supported in this Gardener installation"),
  ]);
  expect(refusalOf({ [issuer]: "managed" }, configured)).toBeUndefined();
  expect(refusalOf({ [issuer]: null }, [...configured, managed])).toEqual([
    403,
    expect.stringContaining("once enabled managed service account issuer cannot be disabled"),
  ]);
});

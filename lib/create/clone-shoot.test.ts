import { expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cloneShoot } from "./clone-shoot.ts";

const cluster: Shoot = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: {
    name: "ash",
    namespace: "garden-p",
    uid: "u",
    resourceVersion: "7",
    generation: 3,
    creationTimestamp: "2026-01-01T00:00:00Z",
    finalizers: ["gardener"],
    managedFields: [{}],
    labels: {
      team: "shop",
      "shoot.gardener.cloud/status": "healthy",
      "provider.extensions.gardener.cloud/aws": "true",
    },
    annotations: {
      "gardener.cloud/created-by": "ada@example.com",
      "gardener.cloud/operation": "reconcile",
      "shoot.gardener.cloud/tasks": "deployInfrastructure",
      "confirmation.gardener.cloud/deletion": "true",
      "kubectl.kubernetes.io/last-applied-configuration": "{}",
      "example.com/cost": "42",
    },
  },
  spec: {
    region: "here",
    cloudProfileName: "aws",
    credentialsBindingName: "account",
    seedName: "aws-eu1",
    kubernetes: { version: "1.34.2" },
    provider: { type: "aws", workers: [{ name: "a", machine: { type: "m" }, minimum: 1, maximum: 2 }] },
    dns: { domain: "ash.p.garden.example" },
    hibernation: { enabled: true, schedules: [{ start: "0 20 * * *" }] },
    maintenance: { timeWindow: { begin: "220000+0100", end: "230000+0100" } },
    ...{
      resources: [
        { name: "mine", resourceRef: { apiVersion: "v1", kind: "Secret", name: "registry" } },
        { name: "own", resourceRef: { apiVersion: "v1", kind: "Secret", name: "ash.monitoring" } },
      ],
    },
  },
  status: { uid: "s", technicalID: "shoot--p--ash", seedName: "aws-eu1" },
};

test("a clone has what its owner wrote, and nothing that belongs to the one cluster", () => {
  expect(cloneShoot(cluster).shoot).toEqual({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: {
      name: "",
      namespace: "garden-p",
      labels: { team: "shop" },
      annotations: { "example.com/cost": "42" },
    },
    spec: {
      region: "here",
      cloudProfile: { kind: "CloudProfile", name: "aws" },
      credentialsBindingName: "account",
      kubernetes: { version: "1.34.2" },
      provider: { type: "aws", workers: [{ name: "a", machine: { type: "m" }, minimum: 1, maximum: 2 }] },
      hibernation: { schedules: [{ start: "0 20 * * *" }] },
      maintenance: { timeWindow: { begin: "220000+0100", end: "230000+0100" } },
      resources: [{ name: "mine", resourceRef: { apiVersion: "v1", kind: "Secret", name: "registry" } }],
    },
  });
});

test("a clone says what it does not have", () => {
  expect(cloneShoot(cluster).dropped).toEqual(
    expect.arrayContaining([
      { field: "metadata.uid", value: "u" },
      { field: "metadata.annotations[shoot.gardener.cloud/tasks]", value: "deployInfrastructure" },
      { field: "metadata.labels[shoot.gardener.cloud/status]", value: "healthy" },
      { field: "spec.seedName", value: "aws-eu1" },
      { field: "spec.dns.domain", value: "ash.p.garden.example" },
      { field: "spec.hibernation.enabled", value: "true" },
      { field: "spec.resources[1]", value: "ash.monitoring" },
      { field: "status.technicalID", value: "shoot--p--ash" },
    ]),
  );
});

test("a domain of the owner's own stays with its DNS provider, for the owner to change", () => {
  const dns = { domain: "shop.example.com", providers: [{ type: "aws-route53", primary: true }] };
  const { shoot, dropped } = cloneShoot({ ...cluster, spec: { ...cluster.spec, dns } });
  expect(shoot.spec.dns).toEqual(dns);
  expect(dropped.filter(({ field }) => field.startsWith("spec.dns"))).toEqual([]);
});

test("a clone of a clone drops nothing more", () => {
  const { shoot } = cloneShoot(cluster);
  expect(cloneShoot(shoot)).toEqual({ shoot, dropped: [] });
});

import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { clusterFactsOf } from "./cluster-facts-of.ts";

interface Differs {
  readonly metadata?: Partial<Shoot["metadata"]>;
  readonly spec?: object;
  readonly status?: object;
}

function shootOf({ metadata, spec, status }: Differs): Shoot {
  return {
    metadata: { name: "prod-eu1", namespace: "garden-pay", ...metadata },
    spec: { kubernetes: { version: "1.33.4" }, provider: { type: "gcp" }, ...spec },
    ...(status && { status }),
  };
}

/** The facts that the cluster card shows, one line each. */
function told(differs: Differs, row = sampleFleetRow()): Readonly<Record<string, string>> {
  return Object.fromEntries(
    clusterFactsOf(row, shootOf(differs)).map((fact) => {
      if (fact.kind === "words") return [fact.name, fact.words];
      if (fact.kind === "instant") return [fact.name, fact.at ?? "no instant"];
      if (fact.kind === "labels") return [fact.name, fact.labels.map((label) => label.join("=")).join(", ")];
      return [fact.name, fact.values.map(({ value, note }) => (note ? `${value} (${note})` : value)).join(", ")];
    }),
  );
}

test("a cluster that has nothing of its own is told with what it has, what it has not, and what nobody reports", () => {
  expect(told({}, sampleFleetRow({ seed: undefined, profile: undefined }))).toEqual({
    Domain: "none",
    "Technical id": "not reported",
    Namespace: "garden-pay",
    Created: "no instant",
    "Created by": "not said",
    "Cloud credentials": "none",
    "Cloud profile": "not said",
    Seed: "none yet",
    Gardener: "not reported",
    "High availability": "none",
    "Access restrictions": "none",
    "Add-ons": "none",
    Extensions: "none",
  });
});

test("a cluster that has everything is told with all of it", () => {
  const facts = told(
    {
      metadata: {
        creationTimestamp: "2025-01-02T03:04:05Z",
        annotations: {
          "gardener.cloud/created-by": "ada@example.org",
          "shoot.gardener.cloud/expiration-timestamp": "2027-01-02T03:04:05Z",
        },
        labels: {
          "extensions.extensions.gardener.cloud/shoot-dns-service": "true",
          "extensions.extensions.gardener.cloud/shoot-oidc-service": "true",
          "provider.extensions.gardener.cloud/gcp": "true",
        },
      },
      spec: {
        dns: { domain: "prod-eu1.pay.example.org" },
        credentialsBindingName: "gcp-account",
        controlPlane: { highAvailability: { failureTolerance: { type: "zone" } } },
        accessRestrictions: [
          { name: "eu-access-only", options: { "support.gardener.cloud/eu-access-for-cluster-addons": "true" } },
        ],
        addons: { kubernetesDashboard: { enabled: true }, nginxIngress: { enabled: false } },
        extensions: [{ type: "shoot-dns-service" }, { type: "shoot-cert-service", disabled: true }],
      },
      status: {
        technicalID: "shoot--pay--prod-eu1",
        networking: { pods: ["100.96.0.0/11"], egressCIDRs: ["192.0.2.4/32", "192.0.2.5/32"] },
      },
    },
    sampleFleetRow({ gardenerVersion: "v1.150.0", labels: { team: "blue" } }),
  );
  expect(facts).toEqual({
    Domain: "prod-eu1.pay.example.org",
    "Technical id": "shoot--pay--prod-eu1",
    Namespace: "garden-pay",
    Created: "2025-01-02T03:04:05Z",
    "Created by": "ada@example.org",
    "Lifetime ends": "2027-01-02T03:04:05Z",
    "Cloud credentials": "gcp-account (CredentialsBinding)",
    "Cloud profile": "gcp (CloudProfile)",
    Seed: "gcp-eu1",
    Gardener: "v1.150.0",
    "High availability": "failure tolerance zone",
    "Access restrictions": "eu-access-only (support.gardener.cloud/eu-access-for-cluster-addons: true)",
    "Add-ons": "Kubernetes dashboard",
    Extensions: "shoot-dns-service, shoot-cert-service (off), shoot-oidc-service (on by default)",
    "Pod ranges": "100.96.0.0/11",
    "Goes out by": "192.0.2.4/32, 192.0.2.5/32",
    Labels: "team=blue",
  });
});

test("the deprecated binding is named as such, an end that cannot be read as it is written, an add-on by its field", () => {
  const annotations = { "shoot.gardener.cloud/expiration-timestamp": "next spring" };
  const spec = { secretBindingName: "old", addons: { somethingNew: { enabled: true } } };
  expect(told({ metadata: { annotations }, spec })).toMatchObject({
    "Cloud credentials": "old (SecretBinding)",
    "Lifetime ends": "next spring (cannot be read)",
    "Add-ons": "somethingNew",
  });
});

test("an end that Gardener does not act on is not told: without a binding, or once the deletion has begun", () => {
  const annotations = { "shoot.gardener.cloud/expiration-timestamp": "2027-01-02T03:04:05Z" };
  expect(told({ metadata: { annotations } })).not.toHaveProperty("Lifetime ends");
  const metadata = { annotations, deletionTimestamp: "2026-01-02T03:04:05Z" };
  expect(told({ metadata, spec: { secretBindingName: "old" } })).not.toHaveProperty("Lifetime ends");
});

test("what is taken elsewhere can be copied, all addresses at once", () => {
  const shoot = shootOf({
    spec: { dns: { domain: "prod.example.org" } },
    status: { technicalID: "shoot--pay--prod", networking: { egressCIDRs: ["192.0.2.4/32", "192.0.2.5/32"] } },
  });
  const copied = clusterFactsOf(sampleFleetRow(), shoot).flatMap((fact) =>
    fact.kind === "values" && fact.copied !== undefined ? [[fact.key, fact.copied]] : [],
  );
  expect(copied).toEqual([
    ["domain", "prod.example.org"],
    ["technical-id", "shoot--pay--prod"],
    ["namespace", "garden-pay"],
    ["egressCIDRs", "192.0.2.4/32, 192.0.2.5/32"],
  ]);
});

test("shapes that no API server stores are left out, and nothing else is", () => {
  const spec = {
    addons: "all",
    extensions: [null, "dns", { disabled: true }],
    accessRestrictions: [null, {}, { name: "eu-access-only", options: "none" }],
    controlPlane: [],
  };
  expect(told({ spec, status: { networking: { pods: [7, "10.0.0.0/8"] } } })).toMatchObject({
    "Access restrictions": "eu-access-only",
    "Add-ons": "none",
    Extensions: "without a type (off)",
    "High availability": "none",
    "Pod ranges": "10.0.0.0/8",
  });
});

import { describe, expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type ClusterFact, copiedTextOf, factsAsText } from "./cluster-fact.ts";
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

function factsOf(differs: Differs, row = sampleFleetRow()): readonly ClusterFact[] {
  return clusterFactsOf(row, shootOf(differs)).flatMap(({ facts }) => facts);
}

/** The facts that the cluster card shows, one line each. */
function told(differs: Differs, row = sampleFleetRow()): Readonly<Record<string, string>> {
  const lines = factsAsText(clusterFactsOf(row, shootOf(differs)))
    .split("\n")
    .slice(0, -1);
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.indexOf(": ");
      return [line.slice(0, end), line.slice(end + 2)];
    }),
  );
}

test("a custom field says that it has no value to show, of which the path leads to an object, too", () => {
  const fields = [{ name: "Team" }, { name: "Type", value: "calico" }];
  expect(factsAsText(clusterFactsOf(sampleFleetRow(), shootOf({}), {}, fields))).toMatch(
    /^Team: no value to show\nType: calico\n/,
  );
});

const workers = [{ name: "default", machine: { type: "n2" } }];
const provider = { type: "gcp", workers };

test("a cluster that has nothing of its own is told with what it has, what it has not, and what nobody reports", () => {
  expect(told({}, sampleFleetRow({ seed: undefined, profile: undefined, purpose: undefined }))).toEqual({
    Domain: "none",
    "API server": "not reported",
    "DNS provider": "none",
    "Egress addresses": "none: no workers",
    "Technical id": "not reported",
    UID: "not reported",
    Namespace: "garden-pay",
    Purpose: "evaluation (default)",
    Created: "not reported",
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
          team: "blue",
        },
      },
      spec: {
        provider,
        dns: {
          domain: "prod-eu1.pay.example.org",
          providers: [
            { type: "azure-dns", secretName: "old" },
            {
              type: "aws-route53",
              primary: true,
              credentialsRef: { apiVersion: "v1", kind: "WorkloadIdentity", name: "dns" },
            },
          ],
        },
        networking: { pods: "100.96.0.0/11", services: "100.64.0.0/13", nodes: "10.250.0.0/16" },
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
        uid: "7e1f",
        advertisedAddresses: [
          { name: "external", url: "https://api.prod-eu1.pay.example.org" },
          { name: "internal", url: "https://api.prod-eu1.pay.internal.example.org" },
          { name: "service-account-issuer", url: "https://issuer.example.org/7e1f" },
          { name: "ingress/plutono/0/0", url: "https://gu.example.org", application: "plutono" },
        ],
        networking: {
          pods: ["100.96.0.0/11", "2001:db8:1::/56"],
          nodes: ["2001:db8::/56", "10.250.0.0/16"],
          egressCIDRs: ["192.0.2.4/32", "192.0.2.5/32"],
        },
      },
    },
    sampleFleetRow({ gardenerVersion: "v1.150.0", purpose: "production" }),
  );
  expect(facts).toEqual({
    Domain: "prod-eu1.pay.example.org",
    "API server (external)": "https://api.prod-eu1.pay.example.org",
    "API server (internal)": "https://api.prod-eu1.pay.internal.example.org",
    "ServiceAccount issuer": "https://issuer.example.org/7e1f",
    "DNS provider": "aws-route53 (WorkloadIdentity dns), azure-dns (Secret old)",
    "Pod ranges": "100.96.0.0/11, 2001:db8:1::/56",
    "Service ranges": "100.64.0.0/13",
    "Node ranges": "10.250.0.0/16, 2001:db8::/56",
    "Egress addresses": "192.0.2.4/32, 192.0.2.5/32",
    "Technical id": "shoot--pay--prod-eu1",
    UID: "7e1f",
    Namespace: "garden-pay",
    Purpose: "production",
    Created: "2025-01-02T03:04:05Z",
    "Created by": "ada@example.org",
    "Lifetime ends": "2027-01-02T03:04:05Z",
    "Cloud credentials": "gcp-account (CredentialsBinding)",
    "Cloud profile": "gcp (CloudProfile)",
    Seed: "gcp-eu1",
    Gardener: "v1.150.0",
    "High availability": "zone",
    "Access restrictions": "eu-access-only (support.gardener.cloud/eu-access-for-cluster-addons: true)",
    "Add-ons": "Kubernetes dashboard",
    Extensions: "shoot-dns-service, shoot-cert-service (off), shoot-oidc-service (on by default)",
    Labels: "team=blue",
    Annotations: "none",
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

test("the clipboard gets values without remarks, several as a list, labels as a selector, and nothing where none is", () => {
  const facts = factsOf({
    metadata: { creationTimestamp: "2025-01-02T03:04:05Z", labels: { team: "blue", tier: "" } },
    spec: { credentialsBindingName: "account", dns: {} },
    status: { networking: { egressCIDRs: ["192.0.2.4/32", "192.0.2.5/32"] } },
  });
  const copied = Object.fromEntries(facts.map((fact) => [fact.key, copiedTextOf(fact)]));
  expect(copied).toMatchObject({
    egress: "192.0.2.4/32, 192.0.2.5/32",
    credentials: "account",
    created: "2025-01-02T03:04:05Z",
    labels: "team=blue,tier=",
  });
  expect(copied.domain).toBeUndefined();
});

test("the cloud credentials lead to the page about them", () => {
  const facts = factsOf({ spec: { credentialsBindingName: "account" } });
  expect(facts.find(({ key }) => key === "credentials")?.content).toMatchObject({
    href: "/clusters/pay/prod-eu1/credentials#yours",
  });
});

describe("egress addresses that are not reported say why", () => {
  test.each<[string, Differs, string]>([
    ["the infrastructure is not there", { spec: { provider } }, "not reported yet"],
    [
      "the provider extension reports networks without them",
      { spec: { provider }, status: { networking: { nodes: ["10.250.0.0/16"] } } },
      "none reported: they can change, so firewall rules cannot name them",
    ],
    [
      "the list is empty",
      { spec: { provider }, status: { networking: { egressCIDRs: [] } } },
      "none reported: they can change, so firewall rules cannot name them",
    ],
    ["the cluster has no workers", { status: { networking: {} } }, "none: no workers"],
  ])("%s", (_, differs, reason) => {
    expect(told(differs)["Egress addresses"]).toBe(reason);
    expect(factsOf(differs).find(({ key }) => key === "egress")).not.toHaveProperty("explanation");
  });
});

test("a range is that of the spec until another one is reported, and a cluster without workers has none for Pods", () => {
  const networking = { pods: "10.0.0.0/8", services: "100.64.0.0/13" };
  expect(told({ spec: { provider, networking } })).toMatchObject({
    "Pod ranges": "10.0.0.0/8",
    "Node ranges": "not reported",
  });
  const workerless = told({ spec: { networking: { services: "100.64.0.0/13" } } });
  expect(workerless).toMatchObject({ "Service ranges": "100.64.0.0/13" });
  expect(workerless).not.toHaveProperty("Pod ranges");
});

describe("what a fact means is explained", () => {
  const explained = (differs: Differs, key: string) => factsOf(differs).find((fact) => fact.key === key)?.explanation;

  test.each([
    [undefined, "Interrupted when a node of the control plane fails"],
    ["node", "The control plane survives a failing node"],
    ["zone", "The control plane survives a failing zone"],
    ["planet", undefined],
  ])("a failure tolerance %s", (type, meaning) => {
    const controlPlane = { highAvailability: { failureTolerance: { type } } };
    expect(explained({ spec: { controlPlane } }, "high-availability")).toBe(meaning);
  });

  test.each([
    ["external", "For people and pipelines, under the cluster's own domain"],
    ["internal", "For nodes, under the garden's own domain; it stays when the external domain changes"],
    ["unmanaged", "The bare address: Gardener manages no domain for this cluster"],
    [
      "wildcard-tls-seed-bound",
      "With a certificate that browsers trust; it changes when the cluster moves to another Seed",
    ],
  ])("the address %s of the API server", (name, meaning) => {
    const advertisedAddresses = [{ name, url: "https://a.example.org" }];
    expect(explained({ status: { advertisedAddresses } }, `api-server-${name}`)).toBe(meaning);
  });

  test("records that the owner manages", () => {
    const dns = { domain: "a.example.org", providers: [{ type: "unmanaged" }] };
    expect(told({ spec: { dns } })["DNS provider"]).toBe("unmanaged (records are managed by you)");
    expect(told({ spec: { dns: { domain: "a.example.org" } } })["DNS provider"]).toBe("the garden's own");
  });
});

test("shapes that no API server stores are left out, and nothing else is", () => {
  const spec = {
    provider,
    addons: "all",
    extensions: [null, "dns", { disabled: true }],
    accessRestrictions: [null, {}, { name: "eu-access-only", options: "none" }],
    controlPlane: [],
    dns: { domain: 7, providers: [null, "a", {}, { type: 4, credentialsRef: { kind: "Secret" } }] },
    networking: { pods: ["a"], services: null, nodes: 4 },
  };
  const status = {
    technicalID: {},
    advertisedAddresses: [
      null,
      "external",
      { name: "external" },
      { name: "external", url: 4 },
      { name: "external", url: "https://a.example.org" },
      { name: "external", url: "https://b.example.org" },
      { url: "https://c.example.org" },
      { name: "constructor", url: "https://d.example.org" },
    ],
    networking: { pods: [7, "10.0.0.0/8", ""], nodes: "10.0.0.0/8", egressCIDRs: [null, {}, "not an address"] },
  };
  expect(told({ spec, status })).toMatchObject({
    "API server (external)": "https://a.example.org",
    "Access restrictions": "eu-access-only",
    "Add-ons": "none",
    "DNS provider": "without a type, without a type",
    Domain: "none",
    "Egress addresses": "not an address",
    Extensions: "without a type (off)",
    "High availability": "none",
    "Node ranges": "not reported",
    "Pod ranges": "10.0.0.0/8",
    "Service ranges": "not reported",
    "Technical id": "not reported",
  });
  expect(told({ status: { networking: "none", advertisedAddresses: "none" } })["API server"]).toBe("not reported");
});

test("labels and annotations that Gardener or Kubernetes uses are apart from those of the owner, the last applied copy out", () => {
  const annotations = {
    "example.org/on-call": "ada, bob",
    note: "a",
    "kubectl.kubernetes.io/last-applied-configuration": "{}",
    "gardener.cloud/created-by": "ada",
    "maintenance.shoot.gardener.cloud/needs-retry-operation": "true",
    "notgardener.cloud/a": "b",
  };
  const facts = factsOf({ metadata: { annotations } });
  expect(facts.find(({ key }) => key === "annotations")?.content).toMatchObject({
    own: [
      ["example.org/on-call", "ada, bob"],
      ["note", "a"],
      ["notgardener.cloud/a", "b"],
    ],
    system: [
      ["gardener.cloud/created-by", "ada"],
      ["maintenance.shoot.gardener.cloud/needs-retry-operation", "true"],
    ],
  });
  expect(facts.filter(({ key }) => key === "annotations").map(copiedTextOf)).toEqual([
    "example.org/on-call=ada, bob\nnote=a\nnotgardener.cloud/a=b",
  ]);
  expect(facts.some(({ key }) => key === "labels")).toBe(false);
});

test("each fact of a cluster has a key of its own", () => {
  const advertisedAddresses = [
    { name: "external", url: "https://a.example.org" },
    { name: "external", url: "https://b.example.org" },
    { name: "internal", url: "https://c.example.org" },
  ];
  const keys = factsOf({ spec: { provider }, status: { advertisedAddresses } }).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("access restrictions are told in the operator's words, with the options that the operator wants shown", () => {
  const restriction = {
    name: "eu-access-only",
    options: { "example.com/nodes": "false", "example.com/addons": "true" },
  };
  const shoot = shootOf({ spec: { provider: { type: "gcp" }, accessRestrictions: [restriction, { name: "other" }] } });
  const landscape = {
    accessRestriction: {
      items: [
        {
          key: "eu-access-only",
          display: { title: "EU access only", description: "Only people in the EU <b>get</b> at it." },
          options: [
            { key: "example.com/nodes", display: { visibleIf: false, title: "Data on nodes" } },
            { key: "example.com/addons", display: { visibleIf: false, title: "Data in add-ons" } },
          ],
        },
      ],
    },
  };
  const facts = clusterFactsOf(sampleFleetRow({}), shoot, landscape).flatMap((group) => group.facts);
  expect(facts.find(({ key }) => key === "access-restrictions")).toMatchObject({
    explanation: "Only people in the EU get at it.",
    content: { values: [{ value: "EU access only", note: "Data on nodes" }, { value: "other" }] },
  });
});

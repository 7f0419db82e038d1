import { describe, expect, it } from "vitest";
import { landscapeGardenerRules } from "#garden/landscape/garden/landscape-gardener-rules.ts";
import {
  accountCredentialsBinding,
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  reconciledShoot,
  rejectionStatusOf,
  type SmallGarden,
} from "#garden/testing/small-garden.fixture.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatus } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { shootSpecWithApiDefaults } from "./shoot-spec-with-api-defaults.ts";
import { shootWarnings } from "./shoot-warnings.ts";

const now = new Date("2026-03-01T10:00:00Z");
const image = { name: "gardenlinux", version: "2.0.0" };
const profile = {
  kubernetes: { versions: [{ version: "1.33.4", classification: "supported" }] },
  machineImages: [
    { name: "gardenlinux", versions: [{ ...image, cri: [{ name: "containerd" }], architectures: ["amd64"] }] },
  ],
  machineTypes: [{ name: "m" }],
  regions: [{ name: "here" }],
};
const pool = { name: "pool", minimum: 1, maximum: 3, machine: { type: "m", image } };
const spec = {
  cloudProfile: { kind: "CloudProfile", name: "meadow" },
  region: "here",
  credentialsBindingName: "account",
  kubernetes: { version: "1.33.4" },
  provider: { type: "local", workers: [pool] },
  networking: { type: "calico", pods: "100.96.0.0/11", services: "100.64.0.0/13" },
} satisfies ShootSpec;

const registration: KubeObject & { readonly spec: object } = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "ControllerRegistration",
  metadata: { name: "networking", uid: "networking" },
  spec: {
    resources: [
      { kind: "Network", type: "calico" },
      ...["local", "aws"].flatMap((type) =>
        ["ControlPlane", "Infrastructure", "Worker", "DNSRecord"].map((kind) => ({ kind, type })),
      ),
      { kind: "OperatingSystemConfig", type: "gardenlinux" },
    ],
  },
};

const seed: Seed = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Seed",
  metadata: { name: "seed-b", uid: "seed-b" },
  spec: { provider: { type: "local", region: "here" } },
};

const plant = (more: readonly KubeObject[] = []): SmallGarden =>
  createSmallGarden(now, [
    ...more,
    cloudProfileWith(profile),
    cloudProfileWith(profile, "field"),
    registration,
    accountCredentialsBinding,
    seed,
    reconciledShoot({ name: "oak", spec }),
  ]);

function create(garden: SmallGarden, more: object, name = "ash"): Shoot {
  const object = { metadata: { name, namespace: projectNamespace }, spec: { ...spec, ...more } };
  return garden.api.create<Shoot>({ resource: shoots, namespace: projectNamespace }, object);
}

const causesOf = (status: KubeStatus | undefined) =>
  (status?.details?.causes ?? []).map(({ reason, field }) => `${reason} ${field}`);

describe("a Shoot gets the defaults of the API", () => {
  const defaulted = shootSpecWithApiDefaults(
    { metadata: { name: "ash", namespace: "garden-x" }, spec },
    landscapeGardenerRules,
  );

  it.each<[string, readonly string[], unknown]>([
    ["requests at once", ["kubernetes", "kubeAPIServer", "requests", "maxNonMutatingInflight"], 400],
    ["encryption", ["kubernetes", "kubeAPIServer", "encryptionConfig", "provider", "type"], "aescbc"],
    ["24 bits for a node's 110 Pods", ["kubernetes", "kubeControllerManager", "nodeCIDRMaskSize"], 24],
    ["what the kubelet collects", ["kubernetes", "kubelet", "imageMinimumGCAge"], "2m0s"],
    ["what the kubelet keeps", ["kubernetes", "kubelet", "kubeReserved", "pid"], "20k"],
    ["access by SSH", ["provider", "workersSettings", "sshAccess", "enabled"], true],
    ["the way CoreDNS is scaled", ["systemComponents", "coreDNS", "autoscaling", "mode"], "horizontal"],
    ["the scheduler", ["schedulerName"], "default-scheduler"],
    ["no autoscaler where there is none", ["kubernetes", "clusterAutoscaler"], undefined],
  ])("%s", (_what, path, value) => {
    expect(fieldAt(defaulted, ...path)).toEqual(value);
  });

  it("and nothing for nodes without workers", () => {
    const workerless = { ...spec, provider: { type: "local" } };
    const { kubernetes, provider } = shootSpecWithApiDefaults(
      { metadata: { name: "ash" }, spec: workerless },
      landscapeGardenerRules,
    );
    expect(Object.keys(kubernetes)).toEqual(["version", "kubeAPIServer"]);
    expect(provider).toEqual({ type: "local" });
  });

  it("64 more bits with two families, and 2^n addresses for the most Pods", () => {
    const networking = { ...spec.networking, ipFamilies: ["IPv4", "IPv6"] };
    const kubernetes = { ...spec.kubernetes, kubelet: { maxPods: 250 } };
    const two = shootSpecWithApiDefaults(
      { metadata: { name: "ash" }, spec: { ...spec, networking, kubernetes } },
      landscapeGardenerRules,
    );
    expect(two.kubernetes.kubeControllerManager).toMatchObject({ nodeCIDRMaskSize: 23, nodeCIDRMaskSizeIPv6: 64 });
  });
});

describe("what says nothing is not stored", () => {
  it("enableAnonymousAuthentication: false goes, so that it blocks no version", () => {
    const kubeAPIServer = { enableAnonymousAuthentication: false };
    const stored = create(plant(), { kubernetes: { version: "1.33.4", kubeAPIServer } });
    expect(stored.spec.kubernetes.kubeAPIServer).not.toHaveProperty("enableAnonymousAuthentication");
  });

  it("a removed purpose becomes evaluation, and a removed window another one", () => {
    const garden = plant();
    garden.patch("oak", { spec: { purpose: "production" } });
    const { spec: after } = garden.patch("oak", { spec: { purpose: null, maintenance: null } });
    expect([after.purpose, after.maintenance?.timeWindow?.begin]).toEqual([
      "evaluation",
      expect.stringMatching(/^\d\d0000\+0000$/),
    ]);
  });

  it("labels say which extensions a Shoot needs, and those of others go", () => {
    const garden = plant();
    const { metadata } = garden.patch("oak", {
      metadata: { labels: { "networking.extensions.gardener.cloud/cilium": "true" } },
    });
    expect(metadata.labels).toEqual({
      "networking.extensions.gardener.cloud/calico": "true",
      "operatingsystemconfig.extensions.gardener.cloud/gardenlinux": "true",
      "provider.extensions.gardener.cloud/local": "true",
      "name.seed.gardener.cloud/seed-a": "true",
    });
  });
});

describe("a new Shoot is refused", () => {
  it.each<[string, object, string, readonly string[]]>([
    ["with two hyphens", {}, "a--b", ["FieldValueInvalid metadata.name"]],
    ["with more than 21 characters beside its project's", {}, "fifteen-letters", ["FieldValueInvalid name"]],
    ["without a CloudProfile", { cloudProfile: null }, "ash", ["FieldValueRequired spec.cloudProfile.name"]],
    ["without a region", { region: "" }, "ash", ["FieldValueRequired spec.region"]],
    ["without a network", { networking: {} }, "ash", ["FieldValueRequired spec.networking.type"]],
    ["without an account", { credentialsBindingName: null }, "ash", ["FieldValueRequired spec.secretBindingName"]],
    ["for infrastructure", { purpose: "infrastructure" }, "ash", ["FieldValueNotSupported spec.purpose"]],
    [
      "with add-ons unless it is for evaluation",
      { purpose: "testing", addons: { nginxIngress: { enabled: true } } },
      "ash",
      ["FieldValueForbidden spec.addons"],
    ],
    [
      "with alerts to nobody",
      { monitoring: { alerting: { emailReceivers: ["not a mail"] } } },
      "ash",
      ["FieldValueInvalid spec.monitoring.alerting.emailReceivers[0]"],
    ],
  ])("%s (422)", (_which, more, name, causes) => {
    const status = rejectionStatusOf(() => create(plant(), more, name));
    expect([status?.code, causesOf(status)]).toEqual([422, causes]);
  });

  it.each<[string, object, string]>([
    ["with a binding that is not there", { credentialsBindingName: "x" }, 'security.gardener.cloud "x" not found'],
    ["with a region that is not offered", { region: "mars-1" }, 'spec.region: Unsupported value: "mars-1"'],
    [
      "with another provider than its profile's",
      { provider: { type: "aws", workers: [pool] } },
      "spec.provider.type: Invalid value",
    ],
    [
      "with an ExposureClass that is not there",
      { exposureClassName: "x" },
      'exposureclass.core.gardener.cloud "x" not found',
    ],
    [
      "with a network of which nobody knows",
      { networking: { ...spec.networking, type: "flannel" } },
      'non-registered networking type: spec.networking.type ("flannel")',
    ],
    [
      "with Pods among Services",
      { networking: { ...spec.networking, services: "100.96.0.0/13" } },
      "intersects with another network",
    ],
    [
      "with a Secret that is not there",
      { resources: [{ name: "x", resourceRef: { apiVersion: "v1", kind: "Secret", name: "nosuch" } }] },
      'failed to resolve resource reference "x": secrets "nosuch" not found',
    ],
  ])("%s (403)", (_which, more, words) => {
    const status = rejectionStatusOf(() => create(plant(), more));
    expect([status?.code, status?.message]).toEqual([403, expect.stringContaining(words)]);
  });

  it("with a domain of a default form that is not its own (422)", () => {
    const secret = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        name: "default-domain",
        namespace: "garden",
        uid: "default-domain",
        labels: { "gardener.cloud/role": "default-domain" },
        annotations: { "dns.gardener.cloud/provider": "local", "dns.gardener.cloud/domain": "k8s.example" },
      },
    };
    const causesFor = (dns: object) => causesOf(rejectionStatusOf(() => create(plant([secret]), { dns })));
    expect(causesFor({ domain: "oak.orchard.k8s.example" })).toEqual(["FieldValueInvalid spec.dns.domain"]);
    const providers = [{ type: "local", primary: true }];
    expect(causesFor({ domain: "ash.orchard.k8s.example", providers })).toEqual([
      "FieldValueInvalid spec.dns.providers[0].primary",
    ]);
  });

  it("with a domain above or beneath that of another (403)", () => {
    const garden = plant();
    garden.patch("oak", { spec: { dns: { domain: "oak.example" } } });
    for (const domain of ["oak.example", "ash.oak.example"]) {
      const status = rejectionStatusOf(() => create(garden, { dns: { domain } }));
      expect([status?.code, status?.message]).toEqual([403, expect.stringContaining("spec.dns.domain")]);
    }
    expect(rejectionStatusOf(() => create(garden, { dns: { domain: "ash.example" } }))).toBeUndefined();
  });

  it("with an audit policy that is not there, by a webhook (422)", () => {
    const auditConfig = { auditPolicy: { configMapRef: { name: "nosuch" } } };
    const kubernetes = { ...spec.kubernetes, kubeAPIServer: { auditConfig } };
    const status = rejectionStatusOf(() => create(plant(), { kubernetes }));
    expect([status?.code, status?.message]).toEqual([
      422,
      expect.stringContaining(`audit policy ConfigMap ${projectNamespace}/nosuch does not exist`),
    ]);
  });

  it("on a seed that is not there, with an error of the server (500)", () => {
    const status = rejectionStatusOf(() => create(plant(), { seedName: "nosuch" }));
    expect([status?.code, status?.reason, status?.message]).toEqual([
      500,
      undefined,
      'error retrieving default domains: Internal error occurred: could not get seed nosuch: seed.core.gardener.cloud "nosuch" not found',
    ]);
  });
});

it("a new Shoot without spec.kubernetes gets the newest supported version", () => {
  expect(create(plant(), { kubernetes: null }).spec.kubernetes.version).toBe("1.33.4");
});

it("a Shoot stays with the family of its CloudProfile (500)", () => {
  const status = rejectionStatusOf(() => plant().patch("oak", { spec: { cloudProfile: { name: "field" } } }));
  expect([status?.code, status?.message]).toEqual([
    500,
    'cloud profile reference change is invalid: cannot change from "meadow" to "field". The cloud profile reference must remain within the same hierarchy',
  ]);
});

it("a Shoot is not moved to another seed (403)", () => {
  const status = rejectionStatusOf(() => plant().patch("oak", { spec: { seedName: "seed-b" } }));
  expect([status?.code, status?.message]).toEqual([403, expect.stringContaining("spec.seedName")]);
});

it("a Shoot without a spec is refused, and what it lacks is named", () => {
  const status = rejectionStatusOf(() => plant().patch("oak", { spec: null }));
  expect(status?.code).toBe(422);
  expect(causesOf(status)).toEqual(
    expect.arrayContaining(["FieldValueRequired spec.region", "FieldValueForbidden spec.provider.workers"]),
  );
});

it("metadata of an update is judged by the registry and by the kind", () => {
  const long = "c".repeat(64);
  const status = rejectionStatusOf(() => plant().patch("oak", { metadata: { labels: { a: long } } }));
  expect(causesOf(status)).toEqual(Array.from({ length: 4 }, () => "FieldValueInvalid metadata.labels"));
});

it.each<[string, object, RegExp]>([
  ["add-ons", { addons: {} }, /^you are setting the spec.addons field/],
  ["a SecretBinding", { secretBindingName: "x" }, /^spec.secretBindingName is deprecated/],
  ["IPVS", { kubernetes: { version: "1.35.1", kubeProxy: { mode: "IPVS" } } }, /^you are using IPVS mode/],
  [
    "secrets of DNS",
    { dns: { providers: [{ secretName: "x" }] } },
    /spec\.dns\.providers\[0\]\.credentialsRef instead/,
  ],
])("a write of a Shoot with %s is warned of", (_what, more, words) => {
  const shoot: Shoot = { metadata: { name: "ash" }, spec: { ...spec, ...more } };
  expect(shootWarnings({ shoot, before: undefined, now }, landscapeGardenerRules)).toEqual([
    expect.stringMatching(words),
  ]);
});

import fc from "fast-check";
import type { KubeObject } from "#lib/kube/object.ts";
import { gardenGroup } from "../garden-objects.ts";
import { pathOf } from "../import-objects.ts";
import { mostly, optional } from "../projects/random-projects.ts";
import type { RandomWrite } from "../writes/compare-write.ts";
import {
  farNamespace,
  plantedBindings,
  plantedClusters,
  plantedCredentials,
  plantedCredentialsBindings,
  plantedSecretBindings,
  shopNamespace,
} from "./planted-accounts.ts";

export const accountAreas = [
  "new secret",
  "secret",
  "new identity",
  "identity",
  "new quota",
  "quota",
  "new binding",
  "binding",
  "cluster",
  "deletion",
] as const;

/** A random write of credentials, of Quotas, of bindings to both, or of the binding that a cluster names. */
export interface AccountWrite extends RandomWrite {
  readonly area: (typeof accountAreas)[number];
}

type Drawn = Pick<AccountWrite, "path" | "body">;

const security = "/apis/security.gardener.cloud/v1alpha1";
const anyPerson = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("operator", "owner-commerce") },
  { weight: 2, arbitrary: fc.constantFrom("owner-data", "viewer", "stranger") },
);

const goodNames = ["new", "new.one", "0", "a-b-c", "x".repeat(253)];
const badNames = ["Upper", "a_b", "-a", "a-", "a..b", ".a", "a b", "ü", "", "x".repeat(254)];
const anyName = (taken: string) => mostly(fc.constantFrom(...goodNames), fc.constantFrom(...badNames, taken));
const anyNamespace = mostly(fc.constantFrom(shopNamespace, shopNamespace, farNamespace), fc.constant("garden-none"));

const anyLabels = mostly<object>(
  fc.constantFrom<object[]>({ team: "shop" }, {}, { "reference.gardener.cloud/credentialsbinding": "true" }),
  fc.constantFrom({ "a b": "x" }, { team: "a b" }),
);
/** Marks that a person may set; without finalizers an object in deletion would be gone. */
const anyMarks = fc.record(
  {
    labels: anyLabels,
    annotations: fc.constantFrom({ note: "x" }, { "a b": "x" }),
    finalizers: fc.constantFrom<(readonly string[] | null)[]>([], null, ["gardener"], ["example.com/mine"], ["mine"]),
  },
  { requiredKeys: [] },
);

/** Change of the marks of a planted object, of its fields, or of both. */
function changeOf(objects: readonly KubeObject[], fields: fc.Arbitrary<object>): fc.Arbitrary<Drawn> {
  return fc
    .tuple(
      fc.constantFrom(...objects),
      fc.oneof(
        anyMarks.map((metadata) => ({ metadata })),
        fields,
        fc.tuple(anyMarks, fields).map(([metadata, one]) => ({ metadata, ...one })),
      ),
    )
    .map(([object, body]) => ({ path: pathOf(object, "object"), body }));
}

const anyKey = mostly(
  fc.constantFrom("account", "accessKeyID", "service.json", "a_b", "A-1", "x".repeat(253)),
  fc.constantFrom("a b", "a/b", "ü", ".", "..", "..a", "", "x".repeat(254)),
);
const anyValue = mostly(fc.constantFrom("eA==", "", "w7w="), fc.constantFrom("not base64!", "eA"));
const anyData = fc.dictionary(anyKey, anyValue, { maxKeys: 3 });
const anySecretFields = fc.record(
  {
    data: anyData,
    stringData: fc.dictionary(anyKey, fc.constantFrom("x", ""), { maxKeys: 2 }),
    type: mostly(fc.constant("Opaque"), fc.constantFrom("example.com/key", "", "kubernetes.io/basic-auth")),
    immutable: fc.constantFrom(true, false, null),
  },
  { requiredKeys: [] },
);

const newSecret = fc
  .record({ name: anyName("key-a"), namespace: anyNamespace, fields: anySecretFields, labels: anyLabels })
  .map(({ name, namespace, fields, labels }) => ({
    path: `/api/v1/namespaces/${namespace}/secrets`,
    body: { apiVersion: "v1", kind: "Secret", metadata: { name, namespace, labels }, type: "Opaque", ...fields },
  }));

const anyType = mostly(
  fc.constantFrom("local", "aws"),
  fc.constantFrom("", "a,b", "a b", "Upper", "a.b", "x".repeat(64)),
);
const anyAudiences = mostly<readonly string[]>(
  fc.uniqueArray(fc.constantFrom("cloud", "api://AzureADTokenExchange", "ü"), { minLength: 1, maxLength: 2 }),
  fc.array(fc.constantFrom("cloud", "", "other"), { maxLength: 3 }),
);
const anyTarget = fc.record(
  { type: anyType, providerConfig: fc.constantFrom<unknown[]>({ roleARN: "x" }, {}, null) },
  { requiredKeys: ["type"] },
);
const newIdentity = fc
  .record({
    name: fc.oneof(
      anyName("wi-local"),
      fc.nat({ max: 250 }).map((length) => "y".repeat(length + 1)),
    ),
    namespace: anyNamespace,
    spec: fc.record(
      { audiences: anyAudiences, targetSystem: anyTarget },
      { requiredKeys: ["audiences", "targetSystem"] },
    ),
    labels: anyLabels,
  })
  .map(({ name, namespace, spec, labels }) => ({
    path: `${security}/namespaces/${namespace}/workloadidentities`,
    body: {
      apiVersion: "security.gardener.cloud/v1alpha1",
      kind: "WorkloadIdentity",
      metadata: { name, namespace, labels },
      spec,
    },
  }));
const identityFields = fc
  .record(
    {
      audiences: fc.oneof(anyAudiences, fc.constant(null)),
      targetSystem: fc.oneof(anyTarget, fc.record({ type: anyType })),
    },
    { requiredKeys: [] },
  )
  .map((spec) => ({ spec }));

const anyScope = mostly<object>(
  fc.constantFrom(
    { apiVersion: "core.gardener.cloud/v1beta1", kind: "Project" },
    { apiVersion: "v1", kind: "Secret" },
    { apiVersion: "security.gardener.cloud/v1alpha1", kind: "WorkloadIdentity" },
  ),
  fc.constantFrom({ apiVersion: "v1", kind: "ConfigMap" }, { apiVersion: "", kind: "Secret" }, {}),
);
const anyMetrics = fc.dictionary(
  mostly(fc.constantFrom("cpu", "memory", "gpu", "storage.standard", "loadbalancer"), fc.constantFrom("pods", "")),
  mostly(fc.constantFrom("200", "1Ti", "0"), fc.constant("-1")),
  { maxKeys: 2 },
);
const quotaFields = fc
  .record(
    { scope: anyScope, metrics: anyMetrics, clusterLifetimeDays: fc.constantFrom(1, 30, 0, -1, null) },
    { requiredKeys: [] },
  )
  .map((spec) => ({ spec }));
const newQuota = fc
  .record({ name: anyName("q-project"), fields: quotaFields, scope: anyScope, metrics: anyMetrics })
  .map(({ name, fields, scope, metrics }) => ({
    path: `${gardenGroup}/namespaces/${shopNamespace}/quotas`,
    body: {
      apiVersion: "core.gardener.cloud/v1beta1",
      kind: "Quota",
      metadata: { name, namespace: shopNamespace },
      spec: { scope, metrics, ...fields.spec },
    },
  }));

const anyPlace = optional(
  mostly(fc.constantFrom(shopNamespace, farNamespace), fc.constantFrom("garden-none", "Upper", "")),
);
const anySecretReference = fc.record({
  name: mostly(fc.constantFrom("key-a", "key-b", "key-far", "key-lone"), fc.constantFrom("none", "", "Upper")),
  namespace: anyPlace,
});
const anyCredentialsReference = fc.oneof(
  anySecretReference.map((reference) => ({ apiVersion: "v1", kind: "Secret", ...reference })),
  fc.record({
    apiVersion: mostly(fc.constant("security.gardener.cloud/v1alpha1"), fc.constantFrom("v1", "")),
    kind: mostly(fc.constant("WorkloadIdentity"), fc.constantFrom("Secret", "InternalSecret", "")),
    name: mostly(fc.constantFrom("wi-local", "wi-other", "wi-far"), fc.constantFrom("none", "key-a")),
    namespace: anyPlace,
  }),
);
const someQuotas = fc.array(
  fc.record({
    name: mostly(fc.constantFrom("q-project", "q-secret", "q-far"), fc.constantFrom("none", "")),
    namespace: anyPlace,
  }),
  { maxLength: 2 },
);
const anyQuotas = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: someQuotas });
const anyProvider = mostly<object | undefined>(
  fc.constantFrom({ type: "local" }, { type: "aws" }),
  fc.oneof(
    anyType.map((type) => ({ type })),
    fc.constant(undefined),
  ),
);
const secretBindingFields = fc.record({ secretRef: anySecretReference, provider: anyProvider, quotas: anyQuotas });
const credentialsBindingFields = fc.record({
  credentialsRef: anyCredentialsReference,
  provider: anyProvider,
  quotas: anyQuotas,
});

const names = (bindings: readonly KubeObject[]) => bindings.map(({ metadata }) => metadata.name);
/** Names of bindings that exist in one namespace, and are free in the other. */
const anyBindingName = (bindings: readonly KubeObject[]) =>
  fc.oneof({ weight: 5, arbitrary: anyName("cb-a") }, { weight: 1, arbitrary: fc.constantFrom(...names(bindings)) });

const newBinding = fc.oneof(
  fc
    .record({ name: anyBindingName(plantedSecretBindings), namespace: anyNamespace, fields: secretBindingFields })
    .map(({ name, namespace, fields }) => ({
      path: `${gardenGroup}/namespaces/${namespace}/secretbindings`,
      body: {
        apiVersion: "core.gardener.cloud/v1beta1",
        kind: "SecretBinding",
        metadata: { name, namespace },
        ...fields,
      },
    })),
  fc
    .record({
      name: anyBindingName(plantedCredentialsBindings),
      namespace: anyNamespace,
      fields: credentialsBindingFields,
    })
    .map(({ name, namespace, fields }) => ({
      path: `${security}/namespaces/${namespace}/credentialsbindings`,
      body: {
        apiVersion: "security.gardener.cloud/v1alpha1",
        kind: "CredentialsBinding",
        metadata: { name, namespace },
        ...fields,
      },
    })),
);

/** One or two fields of a binding of either kind. */
const bindingFields = (fields: fc.Arbitrary<object>) =>
  fc.oneof(fields, fc.record({ provider: anyProvider }), fc.record({ quotas: fc.oneof(anyQuotas, fc.constant(null)) }));
const changeOfBinding = fc.oneof(
  changeOf(plantedSecretBindings, bindingFields(secretBindingFields)),
  changeOf(plantedCredentialsBindings, bindingFields(credentialsBindingFields)),
);

const anySecretBindingName = fc.constantFrom(...names(plantedSecretBindings), "none", "", "cb-a");
const anyCredentialsBindingName = fc.constantFrom(...names(plantedCredentialsBindings), "none", "", "sb-a");
/** What a person may ask for: the move to a CredentialsBinding, another one, the way back, both, or none. */
const clusterChange = fc.oneof(
  {
    weight: 4,
    arbitrary: anyCredentialsBindingName.map((name) => ({ secretBindingName: null, credentialsBindingName: name })),
  },
  { weight: 2, arbitrary: anyCredentialsBindingName.map((name) => ({ credentialsBindingName: name })) },
  {
    weight: 2,
    arbitrary: anySecretBindingName.map((name) => ({ secretBindingName: name, credentialsBindingName: null })),
  },
  { weight: 2, arbitrary: anySecretBindingName.map((name) => ({ secretBindingName: name })) },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        secretBindingName: fc.oneof(anySecretBindingName, fc.constant(null)),
        credentialsBindingName: fc.oneof(anyCredentialsBindingName, fc.constant(null)),
        provider: fc.constantFrom({ type: "aws" }, { type: "local" }),
        kubernetes: fc.constantFrom({ version: "1.33.4" }, { version: "1.34.1" }),
      },
      { requiredKeys: [] },
    ),
  },
);
const changeOfCluster = fc
  .tuple(fc.constantFrom(...plantedClusters), clusterChange)
  .map(([shoot, spec]) => ({ path: pathOf(shoot, "object"), body: { spec } }));

const deletion = fc
  .constantFrom(...plantedCredentials, ...plantedBindings)
  .map((object) => ({ path: pathOf(object, "object"), body: undefined }));

const drawn = {
  "new secret": [1, "POST", newSecret],
  secret: [
    1,
    "PATCH",
    changeOf(
      plantedCredentials.filter(({ kind }) => kind === "Secret"),
      anySecretFields,
    ),
  ],
  "new identity": [2, "POST", newIdentity],
  identity: [
    1,
    "PATCH",
    changeOf(
      plantedCredentials.filter(({ kind }) => kind === "WorkloadIdentity"),
      identityFields,
    ),
  ],
  "new quota": [1, "POST", newQuota],
  quota: [
    1,
    "PATCH",
    changeOf(
      plantedCredentials.filter(({ kind }) => kind === "Quota"),
      quotaFields,
    ),
  ],
  "new binding": [4, "POST", newBinding],
  binding: [3, "PATCH", changeOfBinding],
  cluster: [5, "PATCH", changeOfCluster],
  deletion: [1, "DELETE", deletion],
} as const satisfies Readonly<
  Record<AccountWrite["area"], readonly [number, AccountWrite["method"], fc.Arbitrary<Drawn>]>
>;

/** Writes about accounts by all of the demo's people. */
export const randomAccountWrites: fc.Arbitrary<AccountWrite> = fc.oneof(
  ...accountAreas.map((area) => {
    const [weight, method, one] = drawn[area];
    return {
      weight,
      arbitrary: fc.tuple(anyPerson, one).map(([person, { path, body }]) => ({ area, method, person, path, body })),
    };
  }),
);

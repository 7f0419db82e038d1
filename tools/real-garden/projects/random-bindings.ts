import fc from "fast-check";
import { gardenGroup } from "../garden-objects.ts";
import { bindingNamespace, plantedBindings } from "./planted-objects.ts";
import { anyPerson, mostly, optional, type RandomRequest } from "./random-projects.ts";

const namespaces = ["garden-rp-owned", "garden-rp-robots", "garden-rp-groups"];
const collections: Readonly<Record<string, string>> = {
  SecretBinding: `${gardenGroup}/namespaces/%/secretbindings`,
  CredentialsBinding: "/apis/security.gardener.cloud/v1alpha1/namespaces/%/credentialsbindings",
};

function collectionOf(kind: string, namespace: string): string {
  return (collections[kind] ?? "").replace("%", namespace);
}

const anyPlace = optional(
  mostly(fc.constantFrom("garden-rp-owned", "garden-rp-robots"), fc.constantFrom("garden-none", "Upper", "a.b", "")),
);
const anySecretName = mostly(
  fc.constantFrom("cloud", "cloud", "blank", "far"),
  fc.constantFrom("none", "", "Upper", "a_b", "x".repeat(254)),
);
const anySecretReference = fc.record({ name: anySecretName, namespace: anyPlace });
const anyCredentialsReference = fc.oneof(
  anySecretReference.map((reference) => ({ apiVersion: "v1", kind: "Secret", ...reference })),
  fc.record({
    apiVersion: fc.constant("security.gardener.cloud/v1alpha1"),
    kind: fc.constant("WorkloadIdentity"),
    name: mostly(fc.constantFrom("wi-aws", "wi-aws", "wi-gcp"), fc.constantFrom("none", "Upper")),
    namespace: anyPlace,
  }),
  fc.record({
    apiVersion: mostly(
      fc.constant("core.gardener.cloud/v1beta1"),
      fc.constantFrom("", "v1", "apps/v1", "security.gardener.cloud/v1alpha1"),
    ),
    kind: mostly(fc.constant("InternalSecret"), fc.constantFrom("", "Secret", "ConfigMap", "WorkloadIdentity")),
    name: fc.constantFrom("cloud", "none", ""),
    namespace: anyPlace,
  }),
);
const anyQuota = fc.record({
  name: mostly(fc.constantFrom("q-project", "q-again", "q-secret", "q-identity"), fc.constantFrom("none", "", "A b")),
  namespace: optional(mostly(fc.constant("garden-rp-owned"), fc.constantFrom("garden-rp-robots", "Upper", ""))),
});
const anyQuotas = optional(
  fc.oneof(
    fc.constant([]),
    fc.array(anyQuota, { maxLength: 2 }),
    fc.constant([{ name: "q-far", namespace: "garden-rp-robots" }]),
  ),
);
const anyProvider = mostly<object | undefined>(
  fc.constant({ type: "aws" }),
  fc.constantFrom({ type: "gcp" }, { type: "" }, { type: "aws,gcp" }, { type: "a b" }, {}, undefined),
);

const fieldsOf = {
  SecretBinding: fc.record({ secretRef: anySecretReference, provider: anyProvider, quotas: anyQuotas }),
  CredentialsBinding: fc.record({ credentialsRef: anyCredentialsReference, provider: anyProvider, quotas: anyQuotas }),
};

const newBinding = fc.constantFrom("SecretBinding" as const, "CredentialsBinding" as const).chain((kind) =>
  fc
    .record({
      name: mostly(fc.constantFrom("new", "new.one"), fc.constantFrom("cb-secret", "Upper", "a_b")),
      namespace: mostly(fc.constant(bindingNamespace), fc.constantFrom(...namespaces)),
      fields: fieldsOf[kind],
    })
    .map(({ name, namespace, fields }) => ({
      path: collectionOf(kind, namespace),
      body: { apiVersion: apiVersionOf(kind), kind, metadata: { name, namespace }, ...fields },
    })),
);

function apiVersionOf(kind: string): string {
  return kind === "SecretBinding" ? "core.gardener.cloud/v1beta1" : "security.gardener.cloud/v1alpha1";
}

const changeOfBinding = fc.constantFrom(...plantedBindings).chain((binding) => {
  const kind = binding.kind === "SecretBinding" ? "SecretBinding" : "CredentialsBinding";
  const path = `${collectionOf(kind, bindingNamespace)}/${binding.metadata.name}`;
  const marks = fc.record(
    { labels: fc.constantFrom({ team: "shop" }, { "a b": "x" }), annotations: fc.constant({ note: "x" }) },
    { requiredKeys: [] },
  );
  const one = fc.oneof(
    marks.map((metadata) => ({ metadata })),
    fieldsOf[kind],
    fc.record({ provider: anyProvider }),
    fc.record({ quotas: fc.oneof(anyQuotas, fc.constant(null)) }),
  );
  return one.map((body): Pick<RandomRequest, "path" | "body"> => ({ path, body }));
});

/** Requests about SecretBindings and CredentialsBindings. */
export const randomBindingRequests: fc.Arbitrary<RandomRequest> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(anyPerson, newBinding)
      .map(([person, one]) => ({ area: "new binding" as const, method: "POST" as const, person, ...one })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyPerson, changeOfBinding)
      .map(([person, one]) => ({ area: "binding" as const, method: "PATCH" as const, person, ...one })),
  },
);

import "server-only";

/** How the fields of a message are read; kinds that kubectl sends as protobuf, and no others. */
export type MapType = "string-map" | "bytes-map" | "quantity-map";
export type FieldType = "string" | "bytes" | "bool" | "int" | "time" | MapType | "skip" | ProtobufMessage;
export interface ProtobufField {
  readonly name: string;
  readonly type: FieldType;
  readonly repeated?: boolean;
}
export interface ProtobufMessage {
  readonly [number: number]: ProtobufField;
}

export const one = (name: string, type: FieldType = "string"): ProtobufField => ({ name, type });
const many = (name: string, type: FieldType = "string"): ProtobufField => ({ name, type, repeated: true });

const objectMeta: ProtobufMessage = {
  1: one("name"),
  2: one("generateName"),
  3: one("namespace"),
  5: one("uid"),
  6: one("resourceVersion"),
  7: one("generation", "skip"),
  8: one("creationTimestamp", "skip"),
  11: one("labels", "string-map"),
  12: one("annotations", "string-map"),
  14: many("finalizers"),
};

const objectReference: ProtobufMessage = { 1: one("kind"), 2: one("namespace"), 3: one("name"), 4: one("uid") };

const resourceAttributes: ProtobufMessage = {
  1: one("namespace"),
  2: one("verb"),
  3: one("group"),
  4: one("version"),
  5: one("resource"),
  6: one("subresource"),
  7: one("name"),
};
const nonResourceAttributes: ProtobufMessage = { 1: one("path"), 2: one("verb") };
const accessSpec: ProtobufMessage = {
  1: one("resourceAttributes", resourceAttributes),
  2: one("nonResourceAttributes", nonResourceAttributes),
};

const metadata = one("metadata", objectMeta);

const policyRule: ProtobufMessage = {
  1: many("verbs"),
  2: many("apiGroups"),
  3: many("resources"),
  4: many("resourceNames"),
  5: many("nonResourceURLs"),
};
const role: ProtobufMessage = { 1: metadata, 2: many("rules", policyRule) };
const binding: ProtobufMessage = {
  1: metadata,
  2: many("subjects", { 1: one("kind"), 2: one("apiGroup"), 3: one("name"), 4: one("namespace") }),
  3: one("roleRef", { 1: one("apiGroup"), 2: one("kind"), 3: one("name") }),
};
const eventObject: ProtobufMessage = {
  ...objectReference,
  5: one("apiVersion"),
  6: one("resourceVersion"),
  7: one("fieldPath"),
};

/** The kinds by name. */
export const messages: Readonly<Record<string, ProtobufMessage>> = {
  Namespace: { 1: metadata },
  ConfigMap: {
    1: metadata,
    2: one("data", "string-map"),
    3: one("binaryData", "bytes-map"),
    4: one("immutable", "bool"),
  },
  Secret: {
    1: metadata,
    2: one("data", "bytes-map"),
    3: one("type"),
    4: one("stringData", "string-map"),
    5: one("immutable", "bool"),
  },
  ServiceAccount: { 1: metadata, 2: many("secrets", objectReference), 4: one("automountServiceAccountToken", "bool") },
  SelfSubjectAccessReview: { 1: metadata, 2: one("spec", accessSpec) },
  SubjectAccessReview: {
    1: metadata,
    2: one("spec", { ...accessSpec, 3: one("user"), 4: many("groups") }),
  },
  SelfSubjectRulesReview: { 1: metadata, 2: one("spec", { 1: one("namespace") }) },
  SelfSubjectReview: { 1: metadata },
  TokenReview: { 1: metadata, 2: one("spec", { 1: one("token"), 2: many("audiences") }) },
  TokenRequest: { 1: metadata, 2: one("spec", { 1: many("audiences"), 4: one("expirationSeconds", "int") }) },
  Role: role,
  ClusterRole: role,
  RoleBinding: binding,
  ClusterRoleBinding: binding,
  ResourceQuota: { 1: metadata, 2: one("spec", { 1: one("hard", "quantity-map"), 2: many("scopes") }) },
  Event: {
    1: metadata,
    2: one("involvedObject", eventObject),
    3: one("reason"),
    4: one("message"),
    5: one("source", { 1: one("component"), 2: one("host") }),
    6: one("firstTimestamp", "time"),
    7: one("lastTimestamp", "time"),
    8: one("count", "int"),
    9: one("type"),
    10: one("eventTime", "time"),
    12: one("action"),
    13: one("related", eventObject),
    14: one("reportingComponent"),
    15: one("reportingInstance"),
  },
  DeleteOptions: {
    1: one("gracePeriodSeconds", "int"),
    2: one("preconditions", { 1: one("uid"), 2: one("resourceVersion") }),
    4: one("propagationPolicy"),
    5: many("dryRun"),
  },
};

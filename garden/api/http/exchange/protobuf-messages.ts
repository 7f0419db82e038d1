import "server-only";

/** How fields of protobuf messages are decoded; only kinds that kubectl sends as protobuf are defined. */
export type ProtobufMapType = "string-map" | "bytes-map" | "quantity-map";
export type ProtobufFieldType =
  | "string"
  | "bytes"
  | "bool"
  | "int"
  | "time"
  | ProtobufMapType
  | "skip"
  | ProtobufMessage;
export interface ProtobufField {
  readonly name: string;
  readonly type: ProtobufFieldType;
  readonly repeated?: boolean;
}
export interface ProtobufMessage {
  readonly [number: number]: ProtobufField;
}

export const singleProtobufField = (name: string, type: ProtobufFieldType = "string"): ProtobufField => ({
  name,
  type,
});
const many = (name: string, type: ProtobufFieldType = "string"): ProtobufField => ({ name, type, repeated: true });

const objectMeta: ProtobufMessage = {
  1: singleProtobufField("name"),
  2: singleProtobufField("generateName"),
  3: singleProtobufField("namespace"),
  5: singleProtobufField("uid"),
  6: singleProtobufField("resourceVersion"),
  7: singleProtobufField("generation", "skip"),
  8: singleProtobufField("creationTimestamp", "skip"),
  11: singleProtobufField("labels", "string-map"),
  12: singleProtobufField("annotations", "string-map"),
  14: many("finalizers"),
};

const objectReference: ProtobufMessage = {
  1: singleProtobufField("kind"),
  2: singleProtobufField("namespace"),
  3: singleProtobufField("name"),
  4: singleProtobufField("uid"),
};

const resourceAttributes: ProtobufMessage = {
  1: singleProtobufField("namespace"),
  2: singleProtobufField("verb"),
  3: singleProtobufField("group"),
  4: singleProtobufField("version"),
  5: singleProtobufField("resource"),
  6: singleProtobufField("subresource"),
  7: singleProtobufField("name"),
};
const nonResourceAttributes: ProtobufMessage = { 1: singleProtobufField("path"), 2: singleProtobufField("verb") };
const accessSpec: ProtobufMessage = {
  1: singleProtobufField("resourceAttributes", resourceAttributes),
  2: singleProtobufField("nonResourceAttributes", nonResourceAttributes),
};

const metadata = singleProtobufField("metadata", objectMeta);

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
  2: many("subjects", {
    1: singleProtobufField("kind"),
    2: singleProtobufField("apiGroup"),
    3: singleProtobufField("name"),
    4: singleProtobufField("namespace"),
  }),
  3: singleProtobufField("roleRef", {
    1: singleProtobufField("apiGroup"),
    2: singleProtobufField("kind"),
    3: singleProtobufField("name"),
  }),
};
const eventObject: ProtobufMessage = {
  ...objectReference,
  5: singleProtobufField("apiVersion"),
  6: singleProtobufField("resourceVersion"),
  7: singleProtobufField("fieldPath"),
};

/** Protobuf message definitions by kind. */
export const protobufMessages: Readonly<Record<string, ProtobufMessage>> = {
  Namespace: { 1: metadata },
  ConfigMap: {
    1: metadata,
    2: singleProtobufField("data", "string-map"),
    3: singleProtobufField("binaryData", "bytes-map"),
    4: singleProtobufField("immutable", "bool"),
  },
  Secret: {
    1: metadata,
    2: singleProtobufField("data", "bytes-map"),
    3: singleProtobufField("type"),
    4: singleProtobufField("stringData", "string-map"),
    5: singleProtobufField("immutable", "bool"),
  },
  ServiceAccount: {
    1: metadata,
    2: many("secrets", objectReference),
    4: singleProtobufField("automountServiceAccountToken", "bool"),
  },
  SelfSubjectAccessReview: { 1: metadata, 2: singleProtobufField("spec", accessSpec) },
  SubjectAccessReview: {
    1: metadata,
    2: singleProtobufField("spec", { ...accessSpec, 3: singleProtobufField("user"), 4: many("groups") }),
  },
  SelfSubjectRulesReview: { 1: metadata, 2: singleProtobufField("spec", { 1: singleProtobufField("namespace") }) },
  SelfSubjectReview: { 1: metadata },
  TokenReview: {
    1: metadata,
    2: singleProtobufField("spec", { 1: singleProtobufField("token"), 2: many("audiences") }),
  },
  TokenRequest: {
    1: metadata,
    2: singleProtobufField("spec", { 1: many("audiences"), 4: singleProtobufField("expirationSeconds", "int") }),
  },
  Role: role,
  ClusterRole: role,
  RoleBinding: binding,
  ClusterRoleBinding: binding,
  ResourceQuota: {
    1: metadata,
    2: singleProtobufField("spec", { 1: singleProtobufField("hard", "quantity-map"), 2: many("scopes") }),
  },
  Event: {
    1: metadata,
    2: singleProtobufField("involvedObject", eventObject),
    3: singleProtobufField("reason"),
    4: singleProtobufField("message"),
    5: singleProtobufField("source", { 1: singleProtobufField("component"), 2: singleProtobufField("host") }),
    6: singleProtobufField("firstTimestamp", "time"),
    7: singleProtobufField("lastTimestamp", "time"),
    8: singleProtobufField("count", "int"),
    9: singleProtobufField("type"),
    10: singleProtobufField("eventTime", "time"),
    12: singleProtobufField("action"),
    13: singleProtobufField("related", eventObject),
    14: singleProtobufField("reportingComponent"),
    15: singleProtobufField("reportingInstance"),
  },
  DeleteOptions: {
    1: singleProtobufField("gracePeriodSeconds", "int"),
    2: singleProtobufField("preconditions", {
      1: singleProtobufField("uid"),
      2: singleProtobufField("resourceVersion"),
    }),
    4: singleProtobufField("propagationPolicy"),
    5: many("dryRun"),
  },
};

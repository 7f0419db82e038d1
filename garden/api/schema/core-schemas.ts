import "server-only";
import { atomic, flag, integer, keyedList, list, map, object, open, type Schema, text, time } from "./schema.ts";

const bytes: Schema = { type: "string", format: "byte" };

const reference = (description: string): Schema =>
  atomic(
    object(description, {
      kind: text("Kind of the object."),
      namespace: text("Namespace of the object."),
      name: text("Name of the object."),
      uid: text("UID of the object."),
      apiVersion: text("API version of the object."),
      resourceVersion: text("Version of the object that is meant."),
      fieldPath: text("The part of the object that is meant."),
    }),
  );

const rules = list(
  "The policy rules.",
  object(
    "Which verbs are allowed on what.",
    {
      verbs: list("The verbs, or * for all.", text("")),
      apiGroups: list("The API groups, or * for all.", text("")),
      resources: list("The resources, or * for all.", text("")),
      resourceNames: list("Names to which the rule is confined.", text("")),
      nonResourceURLs: list("Paths beside the resources.", text("")),
    },
    ["verbs"],
  ),
);

const binding: Readonly<Record<string, Schema>> = {
  subjects: list(
    "Who gets the role.",
    object(
      "A user, a group or a service account.",
      {
        kind: text("User, Group or ServiceAccount."),
        apiGroup: text("API group of the subject."),
        name: text("Name of the subject."),
        namespace: text("Namespace of a service account."),
      },
      ["kind", "name"],
    ),
  ),
  roleRef: atomic(
    object("The role that is given; it cannot be changed.", {
      apiGroup: text("API group of the role."),
      kind: text("Role or ClusterRole."),
      name: text("Name of the role."),
    }),
  ),
};

/** The fields of the kinds of Kubernetes beside apiVersion, kind and metadata, by kind. */
export const coreSchemas: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  Namespace: {
    spec: object("The behaviour of the namespace.", {
      finalizers: list("What must be done before it goes.", text("")),
    }),
    status: object("The state of the namespace.", {
      phase: text("Active or Terminating."),
      conditions: keyedList("The latest observations.", "type", open("One condition.")),
    }),
  },
  Secret: {
    data: map("The secret values, in base64.", bytes),
    stringData: map("Values as plain text; written into data, never read back.", text("")),
    type: text("What the secret is for."),
    immutable: flag("Whether the values can never change again."),
  },
  ConfigMap: {
    data: map("The values.", text("")),
    binaryData: map("Values that are no UTF-8 text, in base64.", bytes),
    immutable: flag("Whether the values can never change again."),
  },
  ServiceAccount: {
    secrets: keyedList("Secrets that its pods may use.", "name", reference("A secret.")),
    imagePullSecrets: list("Secrets to pull images with.", object("A secret.", { name: text("Name of the secret.") })),
    automountServiceAccountToken: flag("Whether pods get its token."),
  },
  ResourceQuota: {
    spec: object("The limits.", {
      hard: map("The limit of each resource.", { type: "string", format: "quantity" }),
      scopes: list("Which objects count.", text("")),
      scopeSelector: atomic(open("Which objects count, by their fields.")),
    }),
    status: open("The limits and what is used of them."),
  },
  Event: {
    involvedObject: reference("The object that the event is about."),
    reason: text("Why, in one word."),
    message: text("What happened, for people."),
    source: object("Who reports it.", { component: text("The reporting component."), host: text("Its node.") }),
    firstTimestamp: time("When it was first seen."),
    lastTimestamp: time("When it was last seen."),
    count: integer("How often it was seen."),
    type: text("Normal or Warning."),
    eventTime: time("When it was first seen, exactly."),
    series: open("How a repeated event goes on."),
    action: text("What was done."),
    related: reference("A second object."),
    reportingComponent: text("The reporting controller."),
    reportingInstance: text("The reporting process."),
  },
  Lease: {
    spec: object("Who holds the lease.", {
      holderIdentity: text("The holder."),
      leaseDurationSeconds: integer("How long it lasts unless renewed."),
      acquireTime: time("When it was taken."),
      renewTime: time("When it was last renewed."),
      leaseTransitions: integer("How often it went from one holder to another."),
      strategy: text("How the holder is chosen."),
      preferredHolder: text("Who should hold it."),
    }),
  },
  Role: { rules },
  ClusterRole: { rules, aggregationRule: open("Roles whose rules are gathered here.") },
  RoleBinding: binding,
  ClusterRoleBinding: binding,
};

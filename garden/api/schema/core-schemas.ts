import "server-only";
import { parseSchemaTable } from "./schema.ts";

const shared = parseSchemaTable(`
reference atomic
  kind text Kind of the object.
  namespace text Namespace of the object.
  name text Name of the object.
  uid text UID of the object.
  apiVersion text API version of the object.
  resourceVersion text Version of the object that is meant.
  fieldPath text The part of the object that is meant.
rule object
  verbs* texts The verbs, or * for all.
  apiGroups texts The API groups, or * for all.
  resources texts The resources, or * for all.
  resourceNames texts Names to which the rule is confined.
  nonResourceURLs texts Paths beside the resources.
binding object
  subjects list Who gets the role.
    [] object A user, a group or a service account.
      kind* text User, Group or ServiceAccount.
      apiGroup text API group of the subject.
      name* text Name of the subject.
      namespace text Namespace of a service account.
  roleRef atomic The role that is given; it cannot be changed.
    apiGroup text API group of the role.
    kind text Role or ClusterRole.
    name text Name of the role.
`);

/** Schemas of core Kubernetes kinds, without apiVersion, kind and metadata. */
export const coreSchemas = parseSchemaTable(
  `
Namespace object
  spec object The behaviour of the namespace.
    finalizers texts What must be done before it goes.
  status object The state of the namespace.
    phase text Active or Terminating.
    conditions list(type) The latest observations.
      [] open One condition.
Secret object
  data files The secret values, in base64.
  stringData labels Values as plain text; written into data, never read back.
  type text What the secret is for.
  immutable flag Whether the values can never change again.
ConfigMap object
  data labels The values.
  binaryData files Values that are no UTF-8 text, in base64.
  immutable flag Whether the values can never change again.
ServiceAccount object
  secrets list(name) Secrets that its pods may use.
    [] reference A secret.
  imagePullSecrets list Secrets to pull images with.
    [] object A secret.
      name text Name of the secret.
  automountServiceAccountToken flag Whether pods get its token.
ResourceQuota object
  spec object The limits.
    hard quantities The limit of each resource.
    scopes texts Which objects count.
    scopeSelector open-atomic Which objects count, by their fields.
  status open The limits and what is used of them.
Event object
  involvedObject reference The object that the event is about.
  reason text Why, in one word.
  message text What happened, for people.
  source object Who reports it.
    component text The reporting component.
    host text Its node.
  firstTimestamp time When it was first seen.
  lastTimestamp time When it was last seen.
  count integer How often it was seen.
  type text Normal or Warning.
  eventTime time When it was first seen, exactly.
  series open How a repeated event goes on.
  action text What was done.
  related reference A second object.
  reportingComponent text The reporting controller.
  reportingInstance text The reporting process.
Lease object
  spec object Who holds the lease.
    holderIdentity text The holder.
    leaseDurationSeconds integer How long it lasts unless renewed.
    acquireTime time When it was taken.
    renewTime time When it was last renewed.
    leaseTransitions integer How often it went from one holder to another.
    strategy text How the holder is chosen.
    preferredHolder text Who should hold it.
Role object
  rules list The policy rules.
    [] rule Which verbs are allowed on what.
ClusterRole object
  rules list The policy rules.
    [] rule Which verbs are allowed on what.
  aggregationRule open Roles whose rules are gathered here.
RoleBinding binding
ClusterRoleBinding binding
`,
  shared,
);

import { message } from "#lib/language/text.ts";
import type { GlossaryTerms } from "./glossary-entry.ts";

const docs = "https://kubernetes.io/docs";

export const kubernetesTerms = {
  "access-review": {
    word: message("access review"),
    meaning: message(
      "A question to the API server: can this user do this? Almanac asks it before it shows anything shared.",
    ),
    source: `${docs}/reference/access-authn-authz/authorization/`,
  },
  admission: {
    word: message("admission"),
    meaning: message("The step in which an API server fills in or refuses a write, after it knows who asks."),
    source: `${docs}/reference/access-authn-authz/admission-controllers/`,
  },
  "api-server": {
    word: message("API server"),
    meaning: message("The process that answers for all objects of a cluster."),
    source: `${docs}/concepts/overview/components/`,
  },
  condition: {
    word: message("condition"),
    meaning: message("One line of an object's status: a type, True, False or Unknown, a reason and a message."),
    source: `${docs}/concepts/workloads/pods/pod-lifecycle/`,
  },
  context: {
    word: message("context"),
    meaning: message("An entry of a kubeconfig: which server, as which user."),
  },
  "csi-driver": {
    word: message("CSI driver"),
    meaning: message("The program that brings a kind of volume to nodes."),
  },
  "dry-run-write": {
    word: message("dry run (Kubernetes)"),
    meaning: message("A write that the API server checks and answers, and does not keep."),
    source: `${docs}/reference/using-api/api-concepts/`,
  },
  "field-manager": {
    word: message("field manager"),
    meaning: message(
      "The client that a field's last write is booked to; server-side apply refuses to take its fields away.",
    ),
    source: `${docs}/reference/using-api/server-side-apply/`,
  },
  kubeconfig: {
    word: message("kubeconfig"),
    meaning: message("A file that says where a cluster's API is and how to sign in there."),
    source: `${docs}/concepts/configuration/organize-cluster-access-kubeconfig/`,
  },
  kubelet: {
    word: message("kubelet"),
    meaning: message("The agent on each node that runs its pods."),
    source: `${docs}/concepts/overview/components/`,
  },
  "merge-patch": {
    word: message("merge patch"),
    meaning: message(
      "A change as a fragment of the object: what it names is set, `null` removes, everything else stays.",
    ),
  },
  namespace: {
    word: message("namespace"),
    meaning: message("A folder of objects. Each Gardener project has one in the garden."),
    source: `${docs}/concepts/overview/working-with-objects/namespaces/`,
  },
  oidc: {
    word: message("OIDC"),
    meaning: message("OpenID Connect, the protocol by which people sign in at their company's provider."),
  },
  rbac: {
    word: message("RBAC"),
    meaning: message("Role-based access control: roles say what is allowed, bindings say to whom."),
    source: `${docs}/reference/access-authn-authz/rbac/`,
  },
  "resource-version": {
    word: message("resourceVersion"),
    meaning: message(
      "The mark of one state of an object. A write that carries it is refused once somebody was faster.",
    ),
    source: `${docs}/reference/using-api/api-concepts/`,
  },
  "server-side-apply": {
    word: message("server-side apply"),
    meaning: message("A write in which the server merges fields and remembers who owns them."),
    source: `${docs}/reference/using-api/server-side-apply/`,
  },
  taint: {
    word: message("taint, toleration"),
    meaning: message("A mark that keeps pods off a node, and the mark that lets a pod come all the same."),
    source: `${docs}/concepts/scheduling-eviction/taint-and-toleration/`,
  },
  uid: {
    word: message("uid"),
    meaning: message("The identity of one object; another object of the same name has another."),
  },
  watch: {
    word: message("watch"),
    meaning: message(
      "An answer that stays open and tells every change of a collection. A bookmark only moves its version on.",
    ),
    source: `${docs}/reference/using-api/api-concepts/`,
  },
} as const satisfies GlossaryTerms;

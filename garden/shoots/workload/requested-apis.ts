import "server-only";
import { collectionKeyOf, type ObjectStore } from "#garden/api/store/store.ts";
import { stringAt } from "#lib/kube/field.ts";
import { admissionPolicies, admissionPolicyBindings } from "./workload-kinds.ts";

interface RequestedApi {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty if no removal is planned. */
  readonly removed: string;
}

/** APIs without a planned removal that some component of every cluster requests. */
const always: readonly RequestedApi[] = [
  { group: "", version: "v1", resource: "componentstatuses", removed: "" },
  { group: "", version: "v1", resource: "endpoints", removed: "" },
];

const policyApi = { group: "admissionregistration.k8s.io", version: "v1beta1", removed: "1.34" };

/**
 * The gauge of requested deprecated APIs in Prometheus's text form. A kube-apiserver counts since its start; here an API
 * counts as requested while an object exists that was written with it.
 * @source Kubernetes: staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go
 */
export function requestedApisText(store: ObjectStore, kubernetes: string): string {
  const minor = Number(kubernetes.split(".")[1] ?? 0);
  const written = [admissionPolicies, admissionPolicyBindings].flatMap(({ plural, group }): readonly RequestedApi[] => {
    const objects = store.collection(`${plural}.${group}`).list();
    const isOld = objects.some(({ metadata }) =>
      (metadata.managedFields ?? []).some(
        (entry) => stringAt(entry, "apiVersion") === `${policyApi.group}/${policyApi.version}`,
      ),
    );
    return isOld && minor < Number(policyApi.removed.split(".")[1]) ? [{ ...policyApi, resource: plural }] : [];
  });
  return [
    "# HELP apiserver_requested_deprecated_apis [STABLE] Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.",
    "# TYPE apiserver_requested_deprecated_apis gauge",
    ...[...always, ...written].map(
      ({ group, version, resource, removed }) =>
        `apiserver_requested_deprecated_apis{group="${group}",removed_release="${removed}",resource="${resource}",subresource="",version="${version}"} 1`,
    ),
    "# HELP apiserver_storage_objects [STABLE] Number of stored objects at the time of last check split by kind.",
    "# TYPE apiserver_storage_objects gauge",
    ...[admissionPolicies, admissionPolicyBindings].map(
      (resource) =>
        `apiserver_storage_objects{resource="${collectionKeyOf(resource)}"} ${store.collection(collectionKeyOf(resource)).size}`,
    ),
    "",
  ].join("\n");
}

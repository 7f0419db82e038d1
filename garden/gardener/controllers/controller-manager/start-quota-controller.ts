import type { KubeObject } from "#lib/kube/object.ts";
import { credentialsBindings, quotas, secretBindings } from "#lib/kube/resource.ts";
import { addMarks, removeMarks } from "../../accounts/marked-objects.ts";
import { refersToQuota } from "../../kinds/bindings.ts";
import type { ControllerContext } from "../context/controller-context.ts";

const finalizer = "gardener";
const bindingKinds = [secretBindings, credentialsBindings];

/**
 * Protects Quotas. One in deletion is released once no binding refers to it, not even one that is being deleted.
 * @source Gardener: pkg/controllermanager/controller/quota
 */
export function startQuotaController({ api, later }: ControllerContext): () => void {
  const reconcile = ({ metadata: { namespace = "", name } }: KubeObject): void => {
    const target = { resource: quotas, namespace, name };
    const quota = api.get(target);
    if (!quota) return;
    const isLeaving = quota.metadata.deletionTimestamp !== undefined;
    if (!isLeaving) addMarks(api, target, { finalizers: [finalizer], labels: [] });
    else if (!bindingKinds.some((resource) => api.list({ resource }).some((each) => refersToQuota(each, target)))) {
      removeMarks(api, target, finalizer, () => false);
    }
  };

  const unfollow = [
    api.watch({ resource: quotas }, ({ type, object }) => {
      if (type !== "DELETED") later(() => reconcile(object));
    }),
    ...bindingKinds.map((resource) =>
      api.watch({ resource }, ({ type }) => {
        if (type === "DELETED") later(() => api.list({ resource: quotas }).forEach(reconcile));
      }),
    ),
  ];
  return () => {
    for (const stop of unfollow) stop();
  };
}

import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { credentialsBindings, type KubeResource, secretBindings, shoots } from "#lib/kube/resource.ts";
import { bindingFinalizer, bindingReferenceLabel, shootProviderLabel } from "../../accounts/account-marks.ts";
import { addMarks, removeMarks } from "../../accounts/marked-objects.ts";
import {
  credentialsOf,
  isSameCredentials,
  quotaTargets,
  refersToQuota,
  resourceOfCredentials,
} from "../../kinds/bindings.ts";
import type { ControllerContext } from "../context/controller-context.ts";

const finalizer = "gardener";
const bindingKinds = [secretBindings, credentialsBindings];

/**
 * Protects bindings, and marks the credentials and Quotas that they refer to. A binding in deletion is released once no
 * Shoot of its namespace refers to it, and its credentials once no other binding does.
 * @source Gardener: pkg/controllermanager/controller/{secretbinding,credentialsbinding}
 */
export function startBindingController({ api, later, recorder }: ControllerContext): () => void {
  const reported = new Set<string>();

  const mark = (resource: KubeResource, binding: KubeObject): void => {
    const { namespace = "", name } = binding.metadata;
    addMarks(api, { resource, namespace, name }, { finalizers: [finalizer], labels: [] });
    const reference = bindingReferenceLabel(resource);
    const target = credentialsTarget(binding);
    if (target) {
      const isSecret = credentialsOf(binding).kind === "Secret";
      const types = (stringAt(binding, "provider", "type") ?? "").split(",");
      const labels = [reference, ...(isSecret ? types.map((type) => `${shootProviderLabel}${type}`) : [])];
      addMarks(api, target, { finalizers: [bindingFinalizer(resource)], labels });
    }
    for (const quota of quotaTargets(binding)) addMarks(api, quota, { finalizers: [], labels: [reference] });
  };

  const release = (resource: KubeResource, binding: KubeObject): void => {
    const { namespace = "", name, uid = "", finalizers = [] } = binding.metadata;
    if (!finalizers.includes(finalizer)) return;
    const target = credentialsTarget(binding);
    // Gardener puts it back on each look, also after another binding has taken it away.
    if (target) addMarks(api, target, { finalizers: [bindingFinalizer(resource)], labels: [] });
    const users = api.list<Shoot>({ resource: shoots, namespace }).filter(({ spec }) => {
      return name === (resource === secretBindings ? spec.secretBindingName : spec.credentialsBindingName);
    });
    if (users.length > 0) {
      const names = users.map(({ metadata }) => `${namespace}/${metadata.name}`).join(" ");
      const message = `Cannot delete ${resource.kind}, because the following Shoots are still referencing it: [${names}]`;
      const component = `${resource.kind.toLowerCase()}-controller`;
      if (!reported.has(uid)) {
        recorder.record(binding, { type: "Warning", reason: "ResourceReferenced", message }, component);
      }
      reported.add(uid);
      return;
    }
    const reference = bindingReferenceLabel(resource);
    const others = api.list({ resource }).filter(({ metadata }) => metadata.uid !== uid);
    const staying = others.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    if (target && !staying.some((other) => isSameCredentials(credentialsOf(other), credentialsOf(binding)))) {
      const isMark = (label: string) => label === reference || label.startsWith(shootProviderLabel);
      removeMarks(api, target, bindingFinalizer(resource), isMark);
    }
    for (const quota of quotaTargets(binding)) {
      const isShared = others.some((other) => refersToQuota(other, quota));
      if (!isShared) removeMarks(api, quota, undefined, (label) => label === reference);
    }
    const left = finalizers.filter((one) => one !== finalizer);
    api.patch({ resource, namespace, name }, { metadata: { finalizers: left } });
  };

  const reconcile = (resource: KubeResource, { metadata: { namespace = "", name } }: KubeObject): void => {
    const binding = api.get({ resource, namespace, name });
    if (!binding) return;
    if (binding.metadata.deletionTimestamp) release(resource, binding);
    else mark(resource, binding);
  };

  /** Gardener itself tries again and again to release a binding. */
  const releaseAll = (resource: KubeResource, namespace?: string): void => {
    for (const binding of api.list({ resource, ...(namespace !== undefined && { namespace }) })) {
      if (binding.metadata.deletionTimestamp) release(resource, binding);
    }
  };

  const unfollow = [
    ...bindingKinds.map((resource) =>
      api.watch({ resource }, ({ type, object }) => {
        if (type !== "DELETED") later(() => reconcile(resource, object));
        else {
          reported.delete(object.metadata.uid ?? "");
          later(() => releaseAll(resource));
        }
      }),
    ),
    api.watch<Shoot>({ resource: shoots }, ({ type, object }) => {
      if (type === "ADDED") return;
      later(() => {
        for (const resource of bindingKinds) releaseAll(resource, object.metadata.namespace ?? "");
      });
    }),
  ];
  return () => {
    for (const stop of unfollow) stop();
  };
}

function credentialsTarget(binding: KubeObject): ObjectTarget | undefined {
  const reference = credentialsOf(binding);
  const resource = resourceOfCredentials(reference);
  return resource && { resource, namespace: reference.namespace, name: reference.name };
}

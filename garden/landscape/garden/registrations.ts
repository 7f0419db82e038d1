import type { KubeObject } from "#lib/kube/object.ts";

interface ControllerRegistration extends KubeObject {
  readonly spec: { readonly resources: readonly { readonly kind: string; readonly type: string }[] };
}

const registered: Readonly<Record<string, readonly (readonly [kind: string, type: string])[]>> = {
  "networking-calico": [["Network", "calico"]],
  "networking-cilium": [["Network", "cilium"]],
  "runtime-gvisor": [["ContainerRuntime", "gvisor"]],
  "shoot-dns-service": [["Extension", "shoot-dns-service"]],
  "shoot-cert-service": [["Extension", "shoot-cert-service"]],
  "shoot-networking-filter": [["Extension", "shoot-networking-filter"]],
  "registry-cache": [
    ["Extension", "registry-cache"],
    ["Extension", "registry-mirror"],
  ],
};

/** ControllerRegistrations of the demo landscape, limited to extension types that Shoots refer to. */
export function demoControllerRegistrations(creationTimestamp: string): readonly ControllerRegistration[] {
  return Object.entries(registered).map(([name, resources]) => ({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "ControllerRegistration",
    metadata: { name, creationTimestamp },
    spec: { resources: resources.map(([kind, type]) => ({ kind, type })) },
  }));
}

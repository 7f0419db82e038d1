import "server-only";
import { sha256Of } from "#garden/gardener/controllers/machines/pool-machines.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { uuidOf } from "../nodes/node-object.ts";
import { isPodReady } from "./pod-object.ts";
import { endpointSlices, objectOf } from "./workload-kinds.ts";

/** The EndpointSlice of a Service with the Pods that it selects; undefined for a Service without a selector. */
export function endpointSliceOf(service: KubeObject, pods: readonly KubeObject[]): KubeObject | undefined {
  const { name, namespace = "", uid = "", creationTimestamp } = service.metadata;
  const selector = fieldAt(service, "spec", "selector");
  const isApiServer = namespace === "default" && name === "kubernetes";
  if (!isRecord(selector) && !isApiServer) return undefined;
  const wanted = Object.entries(isRecord(selector) ? selector : {});
  const endpoints = isApiServer
    ? [{ addresses: ["10.0.0.1"], conditions: { ready: true } }]
    : pods
        .filter(({ metadata }) => wanted.every(([key, value]) => metadata.labels?.[key] === value))
        .flatMap((pod) => endpointOf(pod) ?? []);
  return objectOf(
    endpointSlices,
    {
      name: isApiServer ? name : `${name}-${sha256Of(uid).toString("hex").slice(0, 5)}`,
      namespace,
      uid: uuidOf(sha256Of(uid, "endpoints")),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
      labels: {
        "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
        "kubernetes.io/service-name": name,
      },
    },
    {
      addressType: "IPv4",
      endpoints,
      ports: listAt(service, "spec", "ports").map((port) => ({
        name: stringAt(port, "name") ?? "",
        port: fieldAt(port, "targetPort") ?? null,
        protocol: stringAt(port, "protocol") ?? "TCP",
      })),
    },
  );
}

function endpointOf(pod: KubeObject): object | undefined {
  const address = stringAt(pod, "status", "podIP");
  if (address === undefined) return undefined;
  const ready = isPodReady(pod);
  const { name, namespace, uid } = pod.metadata;
  return {
    addresses: [address],
    conditions: { ready, serving: ready, terminating: false },
    nodeName: stringAt(pod, "spec", "nodeName"),
    targetRef: { kind: "Pod", name, namespace, uid },
  };
}

/** The number of addresses in an EndpointSlice that are ready. */
export function readyAddressesOf(slice: KubeObject | undefined): number {
  return listAt(slice, "endpoints").filter((endpoint) => fieldAt(endpoint, "conditions", "ready") === true).length;
}

/**
 * The status of an APIService: available if the kube-apiserver serves it itself, or if its Service has an endpoint.
 * @source Kubernetes: kube-aggregator pkg/controllers/status
 */
export function apiServiceStatus(apiService: KubeObject, readyAddresses: number): object {
  const [namespace, name] = ["namespace", "name"].map((field) => stringAt(apiService, "spec", "service", field));
  const condition = { type: "Available", lastTransitionTime: apiService.metadata.creationTimestamp ?? null };
  if (name === undefined) {
    const said = { status: "True", reason: "Local", message: "Local APIServices are always available" };
    return { conditions: [{ ...condition, ...said }] };
  }
  const said =
    readyAddresses > 0
      ? { status: "True", reason: "Passed", message: "all checks passed" }
      : {
          status: "False",
          reason: "MissingEndpoints",
          message: `endpoints for service/${name} in ${JSON.stringify(namespace)} have no addresses with port name ""`,
        };
  return { conditions: [{ ...condition, ...said }] };
}

import type { KubeObject } from "#lib/kube/object.ts";

/** Objects of a Shoot's API, by the path of their collection. */
export type Collections = Readonly<Record<string, { readonly kind: string; readonly items: readonly object[] }>>;

const metadata = (namespace: string, name: string): KubeObject["metadata"] => ({
  name,
  namespace,
  uid: crypto.randomUUID(),
  resourceVersion: "12345678",
  creationTimestamp: "2026-08-10T09:30:00Z",
  labels: { app: name, "app.kubernetes.io/instance": name, "pod-template-hash": "7c9d5b6f4" },
});

/** Field ownership as the API server keeps it: about a quarter of a Pod's size. */
const managedFields = Array.from({ length: 3 }, (_, index) => ({
  manager: "kube-controller-manager",
  operation: "Update",
  apiVersion: "v1",
  time: "2026-08-10T09:30:00Z",
  fieldsV1: Object.fromEntries(
    Array.from({ length: 12 }, (_, field) => [`f:field-${index}-${field}`, { ".": {}, "f:value": {}, "f:name": {} }]),
  ),
}));

function pod(index: number): object {
  const name = `app-${index % 600}-7c9d5b6f4-${index}`;
  const env = Array.from({ length: 20 }, (_, at) => ({ name: `SETTING_${at}`, value: `value of setting ${at}` }));
  const mounts = [{ name: "cache", mountPath: "/cache" }];
  const probe = { httpGet: { path: "/healthz", port: 8080 }, periodSeconds: 10, timeoutSeconds: 1 };
  const container = { image: "registry.example.com/app:1.2.3", env, volumeMounts: mounts, livenessProbe: probe };
  const owner = { apiVersion: "apps/v1", kind: "ReplicaSet", name: `app-${index % 600}-7c9d5b6f4`, controller: true };
  const conditions = ["PodScheduled", "Initialized", "ContainersReady", "Ready"].map((type) => ({
    type,
    status: "True",
    lastTransitionTime: "2026-08-10T09:30:00Z",
  }));
  return {
    metadata: { ...metadata(`team-${index % 40}`, name), ownerReferences: [owner], managedFields },
    spec: {
      nodeName: `node-${index % 200}`,
      containers: [
        { name: "app", ...container },
        { name: "sidecar", ...container },
      ],
      volumes: [{ name: "cache", emptyDir: {} }],
    },
    status: { phase: "Running", conditions, podIP: "100.64.1.1", hostIP: "10.250.0.1" },
  };
}

/** A cluster with so many Pods, and with Nodes and workloads in proportion. */
export function manyPods(count: number): Collections {
  const list = (kind: string, length: number, item: (index: number) => object) => ({
    kind: `${kind}List`,
    items: Array.from({ length }, (_, index) => item(index)),
  });
  const workload = (index: number) => ({
    metadata: { ...metadata(`team-${index % 40}`, `app-${index}`), managedFields },
    spec: { replicas: 8 },
    status: { readyReplicas: 8 },
  });
  const budget = (index: number) => ({
    metadata: { ...metadata(`team-${index % 40}`, `app-${index}`), generation: 1 },
    spec: { minAvailable: 1, selector: { matchLabels: { app: `app-${index}` } } },
    status: { observedGeneration: 1, disruptionsAllowed: 7, currentHealthy: 8, desiredHealthy: 1, expectedPods: 8 },
  });
  return {
    "/api/v1/pods": list("Pod", count, pod),
    "/api/v1/nodes": list("Node", Math.ceil(count / 25), (index) => ({ metadata: metadata("", `node-${index}`) })),
    "/api/v1/namespaces": list("Namespace", 40, (index) => ({ metadata: metadata("", `team-${index}`) })),
    "/api/v1/persistentvolumes": list("PersistentVolume", 300, (index) => ({ metadata: metadata("", `pv-${index}`) })),
    "/apis/apps/v1/deployments": list("Deployment", Math.min(490, count / 10), workload),
    "/apis/apps/v1/statefulsets": list("StatefulSet", Math.min(100, count / 50), workload),
    "/apis/batch/v1/jobs": list("Job", 200, workload),
    "/apis/policy/v1/poddisruptionbudgets": list("PodDisruptionBudget", Math.min(490, count / 10), budget),
  };
}

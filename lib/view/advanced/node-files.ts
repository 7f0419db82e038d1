import { stringify } from "yaml";
import { criticalComponentLabel, criticalComponentsTaint } from "#lib/policy/nodes/node-readiness.ts";

/** Toleration without which a Pod would wait for nodes that wait for this Pod. */
export const criticalToleration = { key: criticalComponentsTaint, operator: "Exists", effect: "NoSchedule" } as const;

/** Documents joined into one YAML file. */
export function yamlDocuments(...documents: readonly object[]): string {
  return documents.map((document) => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })).join("---\n");
}

export interface NodeFiles {
  /** Name of the ConfigMap and of the DaemonSet. */
  readonly name: string;
  /** Directory of the files on each node. */
  readonly directory: string;
  /** Contents by file name. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * ConfigMap with files, and a DaemonSet that copies them to a directory of each node. It is marked as node-critical, so
 * that a new node accepts workload only when the files can be there.
 * @source Gardener docs, node-readiness and containerd-registry-configuration
 */
export function nodeFilesYaml({ name, directory, files }: NodeFiles): string {
  const labels = { app: name, [criticalComponentLabel]: "true" };
  const metadata = { name, namespace: "kube-system" };
  const script = "while true; do cp -fL /files/* /target/; sleep 60; done";
  const spec = {
    tolerations: [criticalToleration, { operator: "Exists", effect: "NoExecute" }],
    terminationGracePeriodSeconds: 0,
    automountServiceAccountToken: false,
    containers: [
      {
        name: "copy",
        image: "busybox:1.37",
        command: ["sh", "-ec", script],
        readinessProbe: {
          exec: { command: ["sh", "-c", 'cd /files; for f in *; do cmp -s "$f" "/target/$f" || exit 1; done'] },
        },
        resources: { requests: { cpu: "5m", memory: "8Mi" } },
        volumeMounts: [
          { name: "files", mountPath: "/files", readOnly: true },
          { name: "target", mountPath: "/target" },
        ],
      },
    ],
    volumes: [
      { name: "files", configMap: { name } },
      { name: "target", hostPath: { path: directory, type: "DirectoryOrCreate" } },
    ],
  };
  return yamlDocuments(
    { apiVersion: "v1", kind: "ConfigMap", metadata, data: files },
    {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { ...metadata, labels },
      spec: { selector: { matchLabels: { app: name } }, template: { metadata: { labels }, spec } },
    },
  );
}

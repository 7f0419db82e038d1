import { stringify } from "yaml";
import { criticalComponentLabel, criticalComponentsTaint } from "#lib/policy/nodes/node-readiness.ts";

/** Toleration of the taint for critical components. Without it, a Pod would wait for nodes that wait for this Pod. */
export const criticalToleration = { key: criticalComponentsTaint, operator: "Exists", effect: "NoSchedule" } as const;

/** Joins objects as documents into one YAML text. */
export function joinYamlDocuments(...documents: readonly object[]): string {
  return documents.map((document) => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })).join("---\n");
}

export interface NodeFiles {
  /** Name of the ConfigMap and of the DaemonSet. */
  readonly name: string;
  /** Directory of the copied files on each node. */
  readonly directory: string;
  /** Contents of the files by file name. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Generates a ConfigMap with files, and a DaemonSet that copies them to a directory of each node. The DaemonSet is
 * marked as node-critical, so that a new node accepts workload only when the files can be present.
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
  return joinYamlDocuments(
    { apiVersion: "v1", kind: "ConfigMap", metadata, data: files },
    {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { ...metadata, labels },
      spec: { selector: { matchLabels: { app: name } }, template: { metadata: { labels }, spec } },
    },
  );
}

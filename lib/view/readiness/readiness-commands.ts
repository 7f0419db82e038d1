import type { Shoot } from "#lib/garden/shoot.ts";
import { selectedForUpdateLabel } from "#lib/policy/nodes/in-place-node.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { ReadinessFinding } from "#lib/policy/readiness/readiness-finding.ts";
import type { PhasedFamily } from "#lib/policy/rotations/families.ts";
import { isPoolUpdatedInPlace } from "#lib/policy/versions/filter-image.ts";
import { commandOfContentsFinding } from "./contents-commands.ts";

const completing: Readonly<Record<PhasedFamily, string>> = {
  certificateAuthorities: "rotate-ca-complete",
  serviceAccountKey: "rotate-serviceaccount-key-complete",
  etcdEncryptionKey: "rotate-etcd-encryption-key-complete",
};

/** Fields that cannot be removed alone: another field has to take their place first. */
const notRemovable: ReadonlySet<string> = new Set(["spec.secretBindingName", "spec.cloudProfileName"]);

type Cluster = Pick<Shoot, "metadata" | "spec">;

function shootCommand(verb: "annotate" | "patch", { metadata: { name, namespace = "" } }: Cluster): string {
  return `kubectl ${verb} shoots.core.gardener.cloud ${name} --namespace ${namespace}`;
}

function operationCommand(cluster: Cluster, operation: string): string {
  return `${shootCommand("annotate", cluster)} ${annotations.operation}=${operation}`;
}

function patchCommand(cluster: Cluster, changes: readonly object[]): string {
  return `${shootCommand("patch", cluster)} --type json --patch '${JSON.stringify(changes)}'`;
}

/** JSON pointer of a field: `/spec/provider/workers/0/kubernetes` for `spec.provider.workers[0].kubernetes`. */
function pointerOf(path: string): string {
  return `/${path.replaceAll(/\[(\d+)\]/g, ".$1").replaceAll(".", "/")}`;
}

/** Sets pools to the control plane's present version, which pools that are updated in place cannot reach at once. */
function poolsCommand(cluster: Cluster, names: readonly string[]): string | undefined {
  const changes = (cluster.spec.provider.workers ?? []).flatMap((pool, index) =>
    names.includes(pool.name) && !isPoolUpdatedInPlace(pool)
      ? [
          {
            op: "replace",
            path: `/spec/provider/workers/${index}/kubernetes/version`,
            value: cluster.spec.kubernetes.version,
          },
        ]
      : [],
  );
  return changes.length === 0 ? undefined : patchCommand(cluster, changes);
}

/**
 * Command that fixes a finding or begins to, with the kubeconfig of the garden; for what is inside, with that of the cluster.
 * Undefined where there is no single one.
 */
export function commandOfReadinessFinding(finding: ReadinessFinding, cluster: Cluster): string | undefined {
  switch (finding.id) {
    case "refused": {
      const { code, path } = finding.error;
      if (code !== "FIELD_NOT_SUPPORTED" || path.includes("[]") || notRemovable.has(path)) return undefined;
      return patchCommand(cluster, [{ op: "remove", path: pointerOf(path) }]);
    }
    case "not-reconciled":
      return finding.blocker === "ignored" ? `${shootCommand("annotate", cluster)} ${annotations.ignore}-` : undefined;
    case "perhaps-ignored":
      return `${shootCommand("annotate", cluster)} ${annotations.ignore}-`;
    case "operation-failed":
    case "failed-and-confined":
      return operationCommand(cluster, "retry");
    case "rotation":
      return finding.step === "ready-to-complete" && finding.wait !== undefined
        ? operationCommand(cluster, completing[finding.family])
        : undefined;
    case "pools-behind":
      return poolsCommand(cluster, finding.pools);
    case "in-place-manual":
      return `kubectl label node NODE ${selectedForUpdateLabel}=true`;
    default:
      return commandOfContentsFinding(finding);
  }
}

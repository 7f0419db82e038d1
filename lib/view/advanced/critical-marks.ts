import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { text } from "#lib/language/text.ts";
import { protectedSelectors } from "#lib/policy/deletion/cleanup-plan.ts";
import { criticalComponentLabel, waitForCsiNodePrefix } from "#lib/policy/nodes/node-readiness.ts";
import { criticalToleration, yamlDocuments } from "./node-files.ts";

export interface MarksValidation {
  readonly fault?: string;
  /** Manifest parts to add; only without errors. */
  readonly yaml?: string;
}

/** Labels, annotations and toleration of a DaemonSet that new nodes wait for. */
function criticalDaemonSet(name: string, annotations?: Readonly<Record<string, string>>): object {
  const labels = { [criticalComponentLabel]: "true" };
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace: "kube-system", labels },
    spec: {
      template: {
        metadata: { labels, ...(annotations && { annotations }) },
        spec: { tolerations: [criticalToleration] },
      },
    },
  };
}

/**
 * Manifest parts that a custom DaemonSet needs so that a new node accepts workload only when its Pod there is ready.
 * @source Gardener docs, node-readiness
 */
export function criticalMarks(name: string): MarksValidation {
  const given = name.trim();
  if (given === "") return { fault: text("The name of your DaemonSet is needed.") };
  if (!isDns1123Subdomain(given))
    return { fault: text("A name has lower-case letters, digits, dashes and dots only.") };
  return { yaml: yamlDocuments(criticalDaemonSet(given)) };
}

const longestDriver = 63;
const suffixLength = 63 - (waitForCsiNodePrefix.split("/")[1] ?? "").length;

/** Suffix that keeps the annotations of several drivers apart: the first label of the name, cut to fit a key. */
function suffixOf(driver: string): string {
  return (driver.split(".")[0] ?? "").slice(0, suffixLength).replace(/-+$/, "");
}

/**
 * Manifest parts for the Pods of a custom CSI driver: for the node plugin, so that nodes wait for the driver's
 * registration, and for the controller, so that clean-up keeps it while volumes are still being deleted.
 * @source Gardener docs, node-readiness and csi_components; Kubernetes: validation of CSIDriver names
 */
export function csiMarks(driver: string): MarksValidation {
  const name = driver.trim();
  if (name === "")
    return { fault: text("The driver's name is needed, as it stands in CSINode: such as csi.example.com.") };
  if (name.length > longestDriver)
    return { fault: text("A driver's name has at most {most} characters.", { most: longestDriver }) };
  if (!isDns1123Subdomain(name)) {
    return {
      fault: text("A driver's name is a domain: lower-case letters, digits, dashes and dots, no slash and no scheme."),
    };
  }
  const suffix = suffixOf(name);
  const [, keep = ""] = protectedSelectors;
  const [label = "", value = ""] = keep.split("=");
  return {
    yaml: yamlDocuments(criticalDaemonSet(`${suffix}-node`, { [`${waitForCsiNodePrefix}${suffix}`]: name }), {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: `${suffix}-controller`, labels: { [label]: value } },
    }),
  };
}

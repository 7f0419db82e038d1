import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { text } from "#lib/language/text.ts";
import { cleanupExemptSelectors } from "#lib/policy/deletion/cleanup-plan.ts";
import { criticalComponentLabel, waitForCsiNodePrefix } from "#lib/policy/nodes/node-readiness.ts";
import { criticalToleration, joinYamlDocuments } from "./node-files.ts";

export interface ManifestPartsValidation {
  readonly fault?: string;
  /** YAML of the parts to add to a manifest; present only if there are no errors. */
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
 * Manifest parts that a custom DaemonSet needs so that nodes accept workload only when its Pod on the node is ready.
 * @source Gardener docs, node-readiness
 */
export function criticalDaemonSetManifestOf(name: string): ManifestPartsValidation {
  const given = name.trim();
  if (given === "") return { fault: text("The name of your DaemonSet is needed.") };
  if (!isDns1123Subdomain(given))
    return { fault: text("A name has lower-case letters, digits, dashes and dots only.") };
  return { yaml: joinYamlDocuments(criticalDaemonSet(given)) };
}

const longestDriver = 63;
const suffixLength = 63 - (waitForCsiNodePrefix.split("/")[1] ?? "").length;

/** Suffix that keeps CSI drivers' annotations apart: the driver name's first label, cut to fit an annotation key. */
function suffixOf(driver: string): string {
  return (driver.split(".")[0] ?? "").slice(0, suffixLength).replace(/-+$/, "");
}

/**
 * Manifest parts for Pods of a custom CSI driver: for the node plugin, so that nodes wait for its registration, and for
 * the controller, so that the clean-up of a deletion keeps it while volumes are still being deleted.
 * @source Gardener docs, node-readiness and csi_components; Kubernetes: validation of CSIDriver names
 */
export function csiDriverManifestOf(driver: string): ManifestPartsValidation {
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
  const [, keep = ""] = cleanupExemptSelectors;
  const [label = "", value = ""] = keep.split("=");
  return {
    yaml: joinYamlDocuments(criticalDaemonSet(`${suffix}-node`, { [`${waitForCsiNodePrefix}${suffix}`]: name }), {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: `${suffix}-controller`, labels: { [label]: value } },
    }),
  };
}

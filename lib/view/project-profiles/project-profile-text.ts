import { stringify } from "yaml";
import type { ProjectProfile } from "#lib/contract/project-profiles.ts";

/** Returns the text of the editor: a NamespacedCloudProfile with its name and spec. */
export function formatProjectProfile({
  name,
  namespace,
  spec,
}: Pick<ProjectProfile, "name" | "namespace" | "spec">): string {
  const shown = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "NamespacedCloudProfile",
    metadata: { name, namespace },
    spec,
  };
  return stringify(shown, { lineWidth: 0 });
}

/** Spec of a new NamespacedCloudProfile, which does not change anything of its parent yet. */
export function emptyProjectProfileSpec(parent: string): ProjectProfile["spec"] {
  return { parent: { kind: "CloudProfile", name: parent } };
}

import { admissionInstalledAnnotation } from "#garden/gardener/rules/installed-admission.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { controllerRegistrations, seeds } from "#lib/kube/resource.ts";

/** Makes a garden as a bare Gardener API server is: without admission of extensions and ranges for Shoots in Seeds. */
export function removeExtensions({ api }: Pick<EmbeddedGarden, "api">): void {
  const annotations = { [admissionInstalledAnnotation]: null };
  for (const { metadata } of api.list({ resource: controllerRegistrations })) {
    api.patch({ resource: controllerRegistrations, name: metadata.name }, { metadata: { annotations } });
  }
  for (const { metadata } of api.list({ resource: seeds })) {
    api.patch({ resource: seeds, name: metadata.name }, { spec: { networks: { shootDefaults: null } } });
  }
}

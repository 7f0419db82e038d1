import "server-only";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { controllerRegistrations } from "#lib/kube/resource.ts";

/** Annotation on a ControllerRegistration: the admission of its extension is installed, too. */
export const admissionInstalledAnnotation = "almanac.garden/has-admission";

/** Whether the admission of the extension for a provider is installed. */
export function hasAdmission(garden: GardenReader, type: string): boolean {
  return garden
    .list({ resource: controllerRegistrations })
    .some(
      (registration) =>
        registration.metadata.annotations?.[admissionInstalledAnnotation] === "true" &&
        listAt(registration, "spec", "resources").some(
          (one) => stringAt(one, "kind") === "Infrastructure" && stringAt(one, "type") === type,
        ),
    );
}

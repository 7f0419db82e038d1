import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { Shoot, ShootSpec } from "./shoot.ts";

/** Returns the add-ons set in a spec, by field name. */
export function addOnsOf(spec: ShootSpec): readonly { readonly name: string; readonly enabled: boolean }[] {
  return Object.entries(isRecord(spec.addons) ? spec.addons : {}).map(([name, settings]) => ({
    name,
    enabled: fieldAt(settings, "enabled") === true,
  }));
}

export interface ExtensionInSpec {
  /** Type of the extension; undefined if the entry has no type, which no API server stores. */
  readonly type: string | undefined;
  readonly enabled: boolean;
}

/** Returns the extensions in a spec; `disabled` turns off an extension that the garden enables for every cluster. */
export function extensionsInSpec(spec: ShootSpec): readonly ExtensionInSpec[] {
  return listAt(spec, "extensions")
    .filter(isRecord)
    .map((extension) => ({ type: stringAt(extension, "type"), enabled: extension.disabled !== true }));
}

/** Label prefix that the API server sets for each enabled extension of kind `Extension`. */
const labelPrefix = "extensions.extensions.gardener.cloud/";

/**
 * Returns the extensions that the garden enabled although the spec does not list them, as of the Shoot's last update.
 * @source Gardener: plugin/pkg/global/extensionlabels, addMetaDataLabelsShoot; pkg/utils/gardener, ComputeEnabledTypesForKindExtensionShoot
 */
export function extensionsEnabledByGarden({ metadata, spec }: Pick<Shoot, "metadata" | "spec">): readonly string[] {
  const written = new Set(extensionsInSpec(spec).map(({ type }) => type));
  return Object.keys(metadata.labels ?? {})
    .filter((key) => key.startsWith(labelPrefix))
    .map((key) => key.slice(labelPrefix.length))
    .filter((type) => !written.has(type));
}

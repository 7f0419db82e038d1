import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { Shoot, ShootSpec } from "./shoot.ts";

/** The add-ons that are written in a spec, by the names of their fields. */
export function addOnsOf(spec: ShootSpec): readonly { readonly name: string; readonly enabled: boolean }[] {
  return Object.entries(isRecord(spec.addons) ? spec.addons : {}).map(([name, settings]) => ({
    name,
    enabled: fieldAt(settings, "enabled") === true,
  }));
}

export interface WrittenExtension {
  /** Undefined where the entry names none, which no API server stores. */
  readonly type: string | undefined;
  readonly enabled: boolean;
}

/** The extensions that are written in a spec; `disabled` takes back one that the garden gives to every cluster. */
export function extensionsOf(spec: ShootSpec): readonly WrittenExtension[] {
  return listAt(spec, "extensions")
    .filter(isRecord)
    .map((extension) => ({ type: textAt(extension, "type"), enabled: extension.disabled !== true }));
}

/** What the API server writes on an object for each extension of kind `Extension` that is enabled for it. */
const labelPrefix = "extensions.extensions.gardener.cloud/";

/**
 * The extensions that the garden enabled although the spec does not name them, as of the last write of the Shoot.
 * @source Gardener: plugin/pkg/global/extensionlabels, addMetaDataLabelsShoot; pkg/utils/gardener, ComputeEnabledTypesForKindExtensionShoot
 */
export function extensionsByDefault({ metadata, spec }: Pick<Shoot, "metadata" | "spec">): readonly string[] {
  const written = new Set(extensionsOf(spec).map(({ type }) => type));
  return Object.keys(metadata.labels ?? {})
    .filter((key) => key.startsWith(labelPrefix))
    .map((key) => key.slice(labelPrefix.length))
    .filter((type) => !written.has(type));
}

import { fieldAt, listAt, textAt } from "../kube/field.ts";
import { isRecord } from "../kube/wire.ts";
import type { ShootSpec } from "./shoot.ts";

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

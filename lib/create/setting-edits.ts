import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import type { DraftChange, DraftEdit, DraftPath } from "./draft-document.ts";

/**
 * Edit that sets one field of a draft. Undefined removes it together with the parents that would be empty without it,
 * because an empty block can have a meaning of its own, or be refused.
 */
export function editOfSetting(draft: JsonObject, path: DraftPath, value: unknown): DraftEdit {
  if (value !== undefined) return { path, value };
  const [first, ...rest] = path;
  let depth = rest.length;
  while (depth > 0 && isOnlyChild(fieldAt(draft, first, ...rest.slice(0, depth - 1)), rest[depth - 1])) depth -= 1;
  return { path: [first, ...rest.slice(0, depth)], value: undefined };
}

function isOnlyChild(parent: unknown, child: string | number | undefined): boolean {
  if (Array.isArray(parent)) return parent.length === 1 && child === 0;
  return isRecord(parent) && child !== undefined && Object.keys(parent).every((key) => key === String(child));
}

/** A label, an annotation, or another entry of a map from names to texts. */
export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

/** Entries of a map from names to texts, in the order in which they are written. */
export function keyValuesAt(draft: JsonObject, path: DraftPath): readonly KeyValue[] {
  const map = fieldAt(draft, ...path);
  // A number or a boolean without quotes is an error of the draft; the form shows it as it is written.
  return isRecord(map) ? Object.entries(map).map(([key, value]) => ({ key, value: String(value ?? "") })) : [];
}

/** Edits that give a data volume of a pool another name, also where the kubelet is told to use it. */
export function editsForDataVolumeName(draft: JsonObject, pool: DraftPath, rename: { index: number; name: string }) {
  const { index, name } = rename;
  const before = stringAt(draft, ...pool, "dataVolumes", index, "name");
  const isOfKubelet = before !== undefined && stringAt(draft, ...pool, "kubeletDataVolumeName") === before;
  return [
    { path: [...pool, "dataVolumes", index, "name"], value: name },
    ...(isOfKubelet ? [{ path: [...pool, "kubeletDataVolumeName"], value: name } as const] : []),
  ] satisfies readonly DraftChange[];
}

/** Edits that remove a data volume of a pool, and the kubelet's use of it. */
export function editsForRemovedDataVolume(draft: JsonObject, pool: DraftPath, index: number): readonly DraftEdit[] {
  const name = stringAt(draft, ...pool, "dataVolumes", index, "name");
  const isOfKubelet = name !== undefined && stringAt(draft, ...pool, "kubeletDataVolumeName") === name;
  return [
    editOfSetting(draft, [...pool, "dataVolumes", index], undefined),
    ...(isOfKubelet ? [editOfSetting(draft, [...pool, "kubeletDataVolumeName"], undefined)] : []),
  ];
}

const usualDataVolumeSize = "50Gi";

/** Edit that adds a data volume to a pool under the first free name. */
export function editForNewDataVolume(draft: JsonObject, pool: DraftPath, type: string | undefined): DraftEdit {
  const volumes = listAt(draft, ...pool, "dataVolumes");
  const names = new Set(volumes.map((volume) => stringAt(volume, "name")));
  let number = volumes.length + 1;
  while (names.has(`data-${number}`)) number += 1;
  return {
    path: [...pool, "dataVolumes", volumes.length],
    value: { name: `data-${number}`, ...(type !== undefined && { type }), size: usualDataVolumeSize },
  };
}

interface DnsCredentials {
  /** Name of the object with the credentials; empty for none. */
  readonly name: string;
  /** Whether the garden's release has the field `credentialsRef`; before it, there is only `secretName`. */
  readonly knowsReference: boolean;
}

/**
 * Edits that name the credentials of a DNS provider: of the kind that the draft names, else a Secret. The older field
 * `secretName` follows, because the API server wants both to be equal.
 */
export function editsForDnsCredentials(
  draft: JsonObject,
  provider: DraftPath,
  { name, knowsReference }: DnsCredentials,
): readonly DraftEdit[] {
  const hasSecretName = fieldAt(draft, ...provider, "secretName") != null;
  const kind = stringAt(draft, ...provider, "credentialsRef", "kind") ?? "Secret";
  const written = name === "" ? undefined : name;
  const apiVersion = stringAt(draft, ...provider, "credentialsRef", "apiVersion") ?? "v1";
  const reference = written === undefined ? undefined : { apiVersion, kind, name };
  return [
    ...(knowsReference ? [{ path: [...provider, "credentialsRef"], value: reference } as const] : []),
    ...(hasSecretName || !knowsReference ? [{ path: [...provider, "secretName"], value: written } as const] : []),
  ];
}

/** Names in a text, separated by spaces or commas; undefined for none. */
export function namesInText(typed: string): readonly string[] | undefined {
  const names = typed.split(/[\s,]+/).filter((name) => name !== "");
  return names.length === 0 ? undefined : names;
}

/**
 * A number or a percentage, such as `2` or `25%`, as the API wants it. Other text stays text, which validation refuses.
 *
 * @returns undefined for an empty text
 */
export function numberOrPercent(typed: string): number | string | undefined {
  const trimmed = typed.trim();
  if (trimmed === "") return undefined;
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed;
}

import "server-only";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";
import { isKubeObject, isRecord } from "#lib/kube/wire.ts";

/** Fields of an object that a manager can own: those that a write can change, except those set by the server. */
export type OwnedFields = Readonly<Record<string, unknown>> & { readonly metadata: Readonly<Record<string, unknown>> };

const ownedMeta = ["generateName", "labels", "annotations", "finalizers", "ownerReferences"] as const;

interface Reach {
  readonly subresource?: string | undefined;
  /** Whether only writes to the `status` subresource can change the status. */
  readonly hasStatus: boolean;
}

export function ownedFieldsOf(object: object, { subresource, hasStatus }: Reach): OwnedFields {
  const {
    apiVersion: _version,
    kind: _kind,
    metadata,
    status,
    ...rest
  }: Readonly<Record<string, unknown>> = { ...object };
  if (subresource === "status") return { metadata: {}, ...(status === undefined ? {} : { status }) };
  const meta: Readonly<Record<string, unknown>> = isRecord(metadata) ? metadata : {};
  const owned = ownedMeta.flatMap((field) => (meta[field] === undefined ? [] : [[field, meta[field]] as const]));
  return { ...rest, ...(hasStatus || status === undefined ? {} : { status }), metadata: Object.fromEntries(owned) };
}

/** Fields of an applied object that its manager will own; `metadata` is omitted if none of its fields can be owned. */
export function appliedFieldsOf(object: object, reach: Reach): Readonly<Record<string, unknown>> {
  const { metadata, ...rest } = ownedFieldsOf(object, reach);
  return Object.keys(metadata).length === 0 ? rest : { ...rest, metadata };
}

/** Replaces the ownable fields of an object and leaves its other fields unchanged. */
export function withOwnedFields(object: KubeObject, part: unknown, reach: Reach): KubeObject {
  const before = ownedFieldsOf(object, reach);
  const fields: Readonly<Record<string, unknown>> = isRecord(part) ? part : {};
  const kept = Object.fromEntries(Object.entries(object).filter(([field]) => !Object.hasOwn(before, field)));
  const meta: ObjectMeta & Record<string, unknown> = { ...object.metadata };
  for (const field of ownedMeta) if (Object.hasOwn(before.metadata, field)) delete meta[field];
  const metadata = { ...meta, ...(isRecord(fields.metadata) ? fields.metadata : {}) };
  const whole: unknown = { ...kept, ...fields, metadata };
  if (!isKubeObject<KubeObject>(whole)) throw new Error("the name is no part that can be owned");
  return whole;
}

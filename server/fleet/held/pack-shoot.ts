import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { WatchedObject } from "#server/watch/packed-object.ts";
import { type CachedObject, PackedObject } from "#server/watch/packed-object.ts";
import { excessOfPlaceholder } from "#server/watch/placeholder.ts";
import type { ValuePool } from "../rows/value-pool.ts";
import { withoutUnusedFields } from "./without-unused-fields.ts";

/** Converts a Shoot to a form that needs less memory; a placeholder for an oversized Shoot is not converted. */
export function packShoot(shoot: WatchedObject<Shoot>, pool: ValuePool): CachedObject<Shoot> {
  return excessOfPlaceholder(shoot) === undefined ? new HeldShoot(shoot, pool) : shoot;
}

/** A Shoot in memory: parts that many Shoots have in common are shared objects, the rest is JSON text. */
interface HeldParts {
  readonly kubernetes: unknown;
  readonly json: string;
}

export function packedFieldsOf(shoot: Shoot, pool: ValuePool): HeldParts {
  const { spec, ...rest } = withoutUnusedFields(shoot);
  if (!isRecord(spec)) return { kubernetes: undefined, json: JSON.stringify({ ...rest, spec }) };
  const { kubernetes, ...own } = spec;
  return { kubernetes: pool.one(kubernetes), json: JSON.stringify({ ...rest, spec: own }) };
}

/**
 * A packed Shoot. Name, profile, Seed, credentials and domain can be read without unpacking, to find Shoots among many.
 */
class HeldShoot extends PackedObject<Shoot> {
  readonly metadata: PackedObject<Shoot>["metadata"];
  readonly spec: object;
  readonly status: object;
  readonly #parts: HeldParts;

  constructor(shoot: WatchedObject<Shoot>, pool: ValuePool) {
    super();
    const { name, namespace, uid, resourceVersion } = shoot.metadata;
    this.metadata = { name, uid, resourceVersion, ...(namespace !== undefined && { namespace: pool.text(namespace) }) };
    this.spec = openSpec(shoot, pool);
    this.status = openTexts(shoot.status, ["seedName"], pool);
    this.#parts = packedFieldsOf(shoot, pool);
  }

  unpack(): WatchedObject<Shoot> {
    const { kubernetes, json } = this.#parts;
    const shoot = JSON.parse(json);
    if (kubernetes !== undefined) shoot.spec.kubernetes = kubernetes;
    return shoot;
  }
}

function openSpec(shoot: KubeObject, pool: ValuePool): object {
  const spec = fieldAt(shoot, "spec");
  const keys = ["cloudProfileName", "seedName", "credentialsBindingName", "secretBindingName"];
  const profile = fieldAt(spec, "cloudProfile");
  const domain = stringAt(spec, "dns", "domain");
  return {
    ...openTexts(spec, keys, pool),
    ...(isRecord(profile) && { cloudProfile: openTexts(profile, ["kind", "name"], pool) }),
    ...(domain !== undefined && { dns: { domain } }),
  };
}

function openTexts(from: unknown, keys: readonly string[], pool: ValuePool): Record<string, string> {
  const open: Record<string, string> = {};
  for (const key of keys) {
    const text = stringAt(from, key);
    if (text !== undefined) open[key] = pool.text(text);
  }
  return open;
}

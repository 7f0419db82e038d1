import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { Mirrored } from "../../watch/mirror.ts";
import { type Held, Packed } from "../../watch/packed.ts";
import { excessOfPlaceholder } from "../../watch/placeholder.ts";
import { keptOfShoot } from "./kept-of-shoot.ts";
import type { SharedTexts } from "./shared-texts.ts";
import type { TextPacker } from "./text-packer.ts";

/** What the Shoots of a garden are packed with. */
export interface PackedWith {
  readonly packer: TextPacker;
  readonly texts: SharedTexts;
}

/** Holds a Shoot as a packed text; one of which only a placeholder is there stays as it is. */
export function heldShoot(shoot: Mirrored<Shoot>, packedWith: PackedWith): Held<Shoot> {
  return excessOfPlaceholder(shoot) === undefined ? new HeldShoot(shoot, packedWith) : shoot;
}

/** Of the Shoot, what is held for everybody. */
export function packedShoot(shoot: Shoot, packer: TextPacker): string {
  return packer.pack(JSON.stringify(keptOfShoot(shoot)));
}

/**
 * A Shoot as a packed text. Open lies what finds Shoots among all: who they are, what they follow, where they run, what
 * they pay with, their domain.
 */
class HeldShoot extends Packed<Shoot> {
  readonly metadata: Packed<Shoot>["metadata"];
  readonly spec: object;
  readonly status: object;
  readonly #packer: TextPacker;
  readonly #text: string;

  constructor(shoot: Mirrored<Shoot>, { packer, texts }: PackedWith) {
    super();
    const { name, namespace, uid, resourceVersion } = shoot.metadata;
    this.metadata = { name, uid, resourceVersion, ...(namespace !== undefined && { namespace: texts.one(namespace) }) };
    this.spec = openSpec(shoot, texts);
    this.status = openTexts(shoot.status, ["seedName"], texts);
    this.#packer = packer;
    this.#text = packedShoot(shoot, packer);
  }

  unpack(): Mirrored<Shoot> {
    return JSON.parse(this.#packer.unpack(this.#text));
  }
}

function openSpec(shoot: KubeObject, texts: SharedTexts): object {
  const spec = fieldAt(shoot, "spec");
  const keys = ["cloudProfileName", "seedName", "credentialsBindingName", "secretBindingName"];
  const profile = fieldAt(spec, "cloudProfile");
  const domain = textAt(spec, "dns", "domain");
  return {
    ...openTexts(spec, keys, texts),
    ...(isRecord(profile) && { cloudProfile: openTexts(profile, ["kind", "name"], texts) }),
    ...(domain !== undefined && { dns: { domain } }),
  };
}

function openTexts(from: unknown, keys: readonly string[], texts: SharedTexts): Record<string, string> {
  const open: Record<string, string> = {};
  for (const key of keys) {
    const text = textAt(from, key);
    if (text !== undefined) open[key] = texts.one(text);
  }
  return open;
}

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

/** Holds a Shoot as texts; one of which only a placeholder is there stays as it is. */
export function heldShoot(shoot: Mirrored<Shoot>, texts: SharedTexts): Held<Shoot> {
  return excessOfPlaceholder(shoot) === undefined ? new HeldShoot(shoot, texts) : shoot;
}

const sections = ["metadata", "spec", "status"] as const;
type Parts = Readonly<Record<string, string>>;

/**
 * A Shoot as texts: one of its own, and one for each part of its metadata, spec and status that is a list or an object,
 * which many Shoots have in common. Open lies what finds Shoots among all: who they are, what they follow, where they run,
 * what they pay with, their domain.
 */
class HeldShoot extends Packed<Shoot> {
  readonly metadata: Packed<Shoot>["metadata"];
  readonly spec: object;
  readonly status: object;
  readonly #own: string;
  readonly #parts: Readonly<Partial<Record<(typeof sections)[number], Parts>>>;

  constructor(shoot: Mirrored<Shoot>, texts: SharedTexts) {
    super();
    const { name, namespace, uid, resourceVersion } = shoot.metadata;
    this.metadata = { name, uid, resourceVersion, ...(namespace !== undefined && { namespace: texts.one(namespace) }) };
    this.spec = openSpec(shoot, texts);
    this.status = openTexts(shoot.status, ["seedName"], texts);
    const own = keptOfShoot(shoot);
    const parts: Partial<Record<(typeof sections)[number], Parts>> = {};
    for (const section of sections) {
      const whole = own[section];
      if (!isRecord(whole)) continue;
      const [scalars, texted] = split(whole, texts);
      own[section] = scalars;
      parts[section] = texted;
    }
    this.#own = JSON.stringify(own);
    this.#parts = parts;
  }

  unpack(): Mirrored<Shoot> {
    const shoot = JSON.parse(this.#own);
    for (const section of sections) {
      for (const [key, text] of Object.entries(this.#parts[section] ?? {})) shoot[section][key] = JSON.parse(text);
    }
    return shoot;
  }
}

/** What stays as it is, and the text of each part that is a list or an object. */
function split(whole: Readonly<Record<string, unknown>>, texts: SharedTexts): readonly [scalars: object, Parts] {
  const scalars: Record<string, unknown> = {};
  const parts: Record<string, string> = {};
  for (const key of Object.keys(whole)) {
    const value = whole[key];
    if (typeof value === "object" && value !== null) parts[key] = texts.one(JSON.stringify(value));
    else scalars[key] = value;
  }
  return [scalars, parts];
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

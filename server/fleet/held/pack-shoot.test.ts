import { describe, expect, test } from "vitest";
import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { shoots as shootResource } from "#lib/kube/resource.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { forecastShoot } from "#lib/policy/forecast/forecaster.ts";
import { effectiveProfile } from "#lib/policy/profiles/effective-profile.ts";
import { decodeObject } from "#server/watch/decode.ts";
import type { WatchedObject } from "#server/watch/packed-object.ts";
import { type CachedObject, PackedObject, unpackObject } from "#server/watch/packed-object.ts";
import { excessOfPlaceholder } from "#server/watch/placeholder.ts";
import { profileReferenceOf, toFleetRow } from "../fleet-row.ts";
import { unknownProfile } from "../profile-reader.ts";
import { ValuePool } from "../rows/value-pool.ts";
import { packShoot } from "./pack-shoot.ts";

const now = new Date("2026-08-10T09:30:00Z");
const { objects } = createDemoLandscape({ now, seed: 1, shoots: 30 });
const shoots = objects.flatMap((object) => (object.kind === "Shoot" ? decoded(object) : []));

/** The Shoot as parsed from JSON. */
function decoded({ metadata, ...rest }: KubeObject & { readonly spec?: unknown }): WatchedObject<Shoot> {
  const stored = { ...rest, metadata: { uid: metadata.name, resourceVersion: "1", ...metadata } };
  const shoot = decodeObject<Shoot>(JSON.parse(JSON.stringify(stored)), shootResource);
  if (typeof shoot === "string") throw new Error(shoot);
  return shoot;
}

const isProfile = (object: KubeObject): object is CloudProfile => object.kind === "CloudProfile";
const isNamespaced = (object: KubeObject): object is NamespacedCloudProfile => object.kind === "NamespacedCloudProfile";

function forecastOf(shoot: Shoot) {
  const profile = effectiveProfile(shoot, {
    cloudProfile: (wanted) => objects.filter(isProfile).find(({ metadata }) => metadata.name === wanted),
    namespacedCloudProfile: (namespace, wanted) =>
      objects.filter(isNamespaced).find(({ metadata }) => metadata.name === wanted && metadata.namespace === namespace),
  });
  const options = { now: now.getTime(), horizon: now.getTime() + 400 * dayMs };
  return forecastShoot(shoot, profile.ok ? profile.value : undefined, options);
}

describe("a Shoot that is held in little room", () => {
  const pool = new ValuePool();
  const pairs = shoots.map((whole): readonly [WatchedObject<Shoot>, CachedObject<Shoot>] => [
    whole,
    packShoot(whole, pool),
  ]);

  test("has the row and the forecast of the whole one", () => {
    expect(pairs.length).toBeGreaterThan(90);
    for (const [whole, held] of pairs) {
      const project = whole.metadata.namespace?.replace("garden-", "") ?? "";
      const context = { project, profile: unknownProfile, now: now.getTime() };
      expect(held).toBeInstanceOf(PackedObject);
      expect(toFleetRow(unpackObject(held), context)).toEqual(toFleetRow(whole, context));
      expect(forecastOf(unpackObject(held))).toEqual(forecastOf(whole));
    }
  });

  test("is unpacked by another copy of the module too, as a route has one", async () => {
    const anotherCopy = "../../watch/packed-object.ts?copy";
    const copy: { readonly unpackObject: typeof unpackObject } = await import(anotherCopy);
    expect(copy.unpackObject).not.toBe(unpackObject);
    for (const [whole, held] of pairs) expect(copy.unpackObject(held)).toEqual(unpackObject(packShoot(whole, pool)));
  });

  test("is found by what lies open", () => {
    for (const [whole, held] of pairs) {
      const { name, namespace, uid, resourceVersion } = whole.metadata;
      const { seedName, credentialsBindingName, secretBindingName } = whole.spec;
      expect(profileReferenceOf(held)).toEqual(profileReferenceOf(whole));
      expect(held).toMatchObject({ metadata: { name, namespace, uid, resourceVersion } });
      expect(held).toMatchObject(
        JSON.parse(JSON.stringify({ spec: { seedName, credentialsBindingName, secretBindingName } })),
      );
      expect(held).toMatchObject(JSON.parse(JSON.stringify({ status: { seedName: whole.status?.seedName } })));
    }
  });

  test("is the same again, but for what nobody looks at", () => {
    const [whole] = shoots;
    if (whole === undefined) throw new Error("the landscape has no Shoots");
    const told = { type: "EveryNodeReady", status: "False", reason: "NodesAway", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] };
    const strange = {
      ...whole,
      metadata: { ...whole.metadata, finalizers: ["gardener"] },
      spec: { ...whole.spec, purpose: null, provider: "none", strange: [null, { deep: [1] }] },
      status: { conditions: [{ ...told, message: "much", lastUpdateTime: "now" }, null, 3], advertisedAddresses: [] },
    };
    const held = unpackObject(packShoot(decoded(strange), pool));
    const { finalizers: _, ...metadata } = strange.metadata;
    expect(held).toEqual({ ...strange, metadata, status: { conditions: [told, null, 3] } });
  });

  test("is a placeholder where there is no more", () => {
    const large = decoded({
      metadata: { name: "a", uid: "a", resourceVersion: "1" },
      spec: { x: "x".repeat(2 ** 21) },
    });
    expect(excessOfPlaceholder(unpackObject(packShoot(large, pool)))).toBeDefined();
  });
});

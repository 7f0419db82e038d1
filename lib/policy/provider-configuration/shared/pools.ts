import type { ShootSpec } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { workerPoolsOf } from "../../maintenance/version-state.ts";
import type { FieldErrors } from "../../spec-validation/field-error.ts";
import { changedIf, childField, invalidIf, type ProviderField, requiredIf } from "./provider-error.ts";
import { type PlacedPool, placedPools, textAt } from "./provider-input.ts";

/** Errors for a volume without a size or a type. */
export function checkVolume(field: ProviderField, volume: unknown, order: readonly ("size" | "type")[]): FieldErrors {
  return order.flatMap((name) =>
    requiredIf(
      name === "size" ? textAt(volume, "size") === "" : stringAt(volume, "type") === undefined,
      childField(field, name),
      "must not be empty",
    ),
  );
}

/** Error for a pool without zones. */
export function checkHasZones(
  { pool, field }: PlacedPool,
  words = "at least one zone must be configured",
): FieldErrors {
  return requiredIf((pool.zones ?? []).length === 0, childField(field, "zones"), words);
}

/** Errors for zones of a pool for which the infrastructure has no networks. */
export function checkZonesHaveNetworks({ pool, field }: PlacedPool, zones: readonly string[]): FieldErrors {
  return (pool.zones ?? []).flatMap((zone, index) => {
    const words = `supported values [${zones.join(" ")}]`;
    return invalidIf(!zones.includes(zone), childField(field, "zones", index), zone, words, {
      facts: { offered: zones },
    });
  });
}

/** Errors for a zone that occurs twice in a pool. */
export function checkZonesOnce({ pool, field }: PlacedPool): FieldErrors {
  const zones = pool.zones ?? [];
  return zones.flatMap((zone, index) => {
    const words = "must only be specified once per worker group";
    return invalidIf(zones.indexOf(zone) < index, childField(field, "zones", index), zone, words);
  });
}

/**
 * Errors for pools that lose or change a zone, or change what an in-place update cannot change. A pool may get more
 * zones at the end of its list.
 */
export function checkPoolsUpdate(before: ShootSpec, after: ShootSpec, isOne = "are"): FieldErrors {
  const old = new Map(workerPoolsOf(before).map((pool) => [pool.name, pool]));
  return placedPools(after).flatMap(({ pool, field }) => {
    const was = old.get(pool.name);
    if (was === undefined) return [];
    const [zones, oldZones] = [pool.zones ?? [], was.zones ?? []];
    const isExtended = zones.length > oldZones.length && oldZones.every((zone, index) => zones[index] === zone);
    const isInPlace = pool.updateStrategy === "AutoInPlaceUpdate" || pool.updateStrategy === "ManualInPlaceUpdate";
    return [
      ...(isExtended ? [] : changedIf(childField(field, "zones"), oldZones, zones)),
      ...(isInPlace
        ? [...frozen(field, "providerConfig", "is", was, pool), ...frozen(field, "dataVolumes", isOne, was, pool)]
        : []),
    ];
  });
}

function frozen(
  field: ProviderField,
  name: "providerConfig" | "dataVolumes",
  verb: string,
  was: PlacedPool["pool"],
  pool: PlacedPool["pool"],
): FieldErrors {
  const isChanged = !semanticallyEqual(was[name], pool[name]);
  const words = `${name} ${verb} immutable when update strategy is in-place`;
  return invalidIf(isChanged, childField(field, name), pool[name], words);
}

/** The data volumes of a pool with their fields. */
export function dataVolumesOf({ pool, field }: PlacedPool): readonly { volume: unknown; at: ProviderField }[] {
  return listAt(pool, "dataVolumes").map((volume, index) => ({ volume, at: childField(field, "dataVolumes", index) }));
}

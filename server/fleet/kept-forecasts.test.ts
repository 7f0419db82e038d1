import { expect, test } from "vitest";
import { createRandomLandscape, randomLandscapeStart } from "#garden/testing/random-landscape.fixture.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { createRandom, type Random } from "#lib/random.ts";
import { FleetForecasts, type ForecastInput } from "./fleet-forecasts.ts";
import { unknownProfile } from "./profile-reader.ts";

const rowOf = (forecasts: FleetForecasts, shoot: Shoot, input: ForecastInput) => {
  const { computedAt: _, changed: __, ...told } = forecasts.rowFor(shoot, input, shoot).told;
  return told;
};

/** The object with one random field removed, negated, incremented, or replaced by another text. */
function withOneChange<Whole>(whole: Whole, random: Random, texts: readonly string[]): Whole;
function withOneChange(value: unknown, random: Random, texts: readonly string[]): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const place = random.int(0, value.length - 1);
    if (random.chance(0.1)) return value.toSpliced(place, 1);
    return value.with(place, withOneChange(value[place], random, texts));
  }
  if (isRecord(value)) {
    const keys = Object.keys(value);
    const key = keys[random.int(0, keys.length - 1)];
    if (key === undefined) return { other: true };
    if (random.chance(0.1)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    return { ...value, [key]: withOneChange(value[key], random, texts) };
  }
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  return texts[random.int(0, texts.length - 1)];
}

test("a kept forecast is the one that is made now, whichever field of a Shoot was changed at the same generation", () => {
  let moved = 0;
  for (let seed = 1; seed <= 40; seed += 1) {
    const { shoots, profile } = createRandomLandscape(seed);
    const random = createRandom(seed, "one change");
    const versions = (profile.kubernetes?.versions ?? []).map(({ version }) => version);
    const images = (profile.machineImages ?? []).flatMap((image) =>
      (image.versions ?? []).map(({ version }) => version),
    );
    const texts = [...versions, ...images, "gardenlinux", "flatcar", "v1.110.0", "v1.149.3", "213000+0000", "a"];
    const input = {
      spec: profile,
      reader: unknownProfile,
      rootProfile: "p",
      garden: {},
      now: randomLandscapeStart.getTime(),
    };
    for (const shoot of shoots) {
      const kept = new FleetForecasts();
      let before: Shoot = {
        ...shoot,
        spec: { ...shoot.spec, maintenance: { ...shoot.spec.maintenance, confineSpecUpdateRollout: true } },
        status: { ...shoot.status, inPlaceUpdates: { pendingWorkerUpdates: { autoInPlaceUpdate: ["a"] } } },
      };
      let told = rowOf(kept, before, input);
      for (let change = 0; change < 40; change += 1) {
        const { uid, generation } = shoot.metadata;
        const part = random.pick<"spec" | "status" | "metadata">(["spec", "spec", "spec", "status", "metadata"]);
        const after = { ...before, [part]: withOneChange(before[part], random, texts) };
        const changed = {
          ...after,
          metadata: {
            ...after.metadata,
            ...(uid !== undefined && { uid }),
            ...(generation !== undefined && { generation }),
          },
        };
        const now = rowOf(kept, changed, input);
        expect(now, JSON.stringify({ seed, before, changed })).toEqual(rowOf(new FleetForecasts(), changed, input));
        if (JSON.stringify(now) !== JSON.stringify(told)) moved += 1;
        // A Shoot without a forecast is not stored.
        if (now.without === undefined) [before, told] = [changed, now];
      }
    }
  }
  expect(moved).toBeGreaterThan(100);
});

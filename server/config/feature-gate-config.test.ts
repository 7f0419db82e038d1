import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { gatesOfGarden } from "./feature-gate-config.ts";

function read(text: string, gardens = "") {
  const config = readConfig({ GARDENER_FEATURE_GATES: text, GARDENS: gardens });
  if (!config.ok) throw new Error(config.error.join("; "));
  return config.value.featureGates;
}

test("gates are set as in the flag of a Kubernetes component", () => {
  const config = read("InPlaceNodeUpdates=true, CloudProfileCapabilities = false");
  expect(config.ignored).toEqual([]);
  expect(gatesOfGarden(config, undefined)).toEqual({ InPlaceNodeUpdates: true, CloudProfileCapabilities: false });
});

test("without the variable no gate is set", () => {
  expect(gatesOfGarden(read(""), undefined)).toBeUndefined();
});

test("an unknown gate, a value that is no boolean and an unknown garden are named, and never keep Almanac from starting", () => {
  const config = read(
    "MutableShootDomains=true,ShootCredentialsBinding=false,InPlaceNodeUpdates=yes,live/InPlaceNodeUpdates=true,=",
  );
  expect(config.settings).toEqual([]);
  expect(config.ignored).toEqual([
    "no rule known here depends on the gate MutableShootDomains",
    "no rule known here depends on the gate ShootCredentialsBinding",
    '"InPlaceNodeUpdates=yes" is not of the form Gate=true or Gate=false',
    '"live/InPlaceNodeUpdates=true" names a garden that is not configured',
    '"=" is not of the form Gate=true or Gate=false',
  ]);
});

test("names that every object has are no gates", () => {
  expect(read("constructor=true,__proto__=true").settings).toEqual([]);
});

test("the gate of one garden goes before the one for all", () => {
  const config = read("a/InPlaceNodeUpdates=false,InPlaceNodeUpdates=true", "a=demo,b=demo");
  expect(gatesOfGarden(config, "a")).toEqual({ InPlaceNodeUpdates: false });
  expect(gatesOfGarden(config, "b")).toEqual({ InPlaceNodeUpdates: true });
});

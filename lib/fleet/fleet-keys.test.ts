import { expect, test } from "vitest";
import { fleetFields } from "./fleet-fields.ts";
import { filterKeys } from "./fleet-keys.ts";

test("every filter that an address may name is a field of the list, in the same order, and no other is", () => {
  expect(fleetFields.map(({ key }) => key)).toEqual(filterKeys);
});

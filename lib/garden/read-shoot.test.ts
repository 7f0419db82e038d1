import { expect, test } from "vitest";
import { readShoot } from "./read-shoot.ts";

test("an object without spec is read as a Shoot that says nothing", () => {
  expect(readShoot({ metadata: { name: "a" } })?.spec).toEqual({ kubernetes: { version: "" }, provider: { type: "" } });
});

test("what is there stays as it is", () => {
  const shoot = {
    metadata: { name: "a" },
    spec: { kubernetes: { version: "1.33.4" }, provider: { type: "gcp", workers: null } },
  };
  expect(readShoot(shoot)).toEqual(shoot);
});

test("what has no name is no object", () => {
  expect(readShoot({ metadata: {} })).toBeUndefined();
});

import { expect, test } from "vitest";
import { gardenPrefix, parseGardenAddress, storageKeyOfGarden } from "./garden-address.ts";

test.each<[string, string | undefined, string]>([
  ["/", undefined, "/"],
  ["/clusters?q=a", undefined, "/clusters?q=a"],
  ["/g/canary", "canary", "/"],
  ["/g/canary?project=a", "canary", "/?project=a"],
  ["/g/canary/", "canary", "/"],
  ["/g/canary/clusters/a/b?x=/g/live", "canary", "/clusters/a/b?x=/g/live"],
  ["/g/canary/api/stream?cursor=1", "canary", "/api/stream?cursor=1"],
  ["/g/eu-1/g/live/clusters", "eu-1", "/g/live/clusters"],
])("%s names the garden %s and %s in it", (address, garden, path) => {
  expect(parseGardenAddress(address)).toEqual({ garden, path });
});

test.each(["/g", "/g/", "/g//clusters", "/g/Canary/clusters", "/g/a_b", "/g/-a", "/g/a%2fb/clusters", "/gardens"])(
  "%s names no garden",
  (address) => {
    expect(parseGardenAddress(address)).toEqual({ garden: undefined, path: address });
  },
);

test("an address that is put together is read back; without a garden it stays what it is", () => {
  expect(parseGardenAddress(`${gardenPrefix("live")}/clusters`)).toEqual({ garden: "live", path: "/clusters" });
  expect(gardenPrefix(undefined)).toBe("");
  expect(storageKeyOfGarden("almanac.journal", undefined)).toBe("almanac.journal");
  expect(storageKeyOfGarden("almanac.journal", "live")).toBe("almanac.journal@live");
});

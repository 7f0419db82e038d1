import { expect, test } from "vitest";
import { viewLimits } from "#lib/contract/view-limits.ts";
import {
  addressInSelectedProject,
  addressWithOwnClock,
  isSameViewAddress,
  savableViewAddress,
} from "./view-address.ts";

test("what is the reader's own is no part of a view: the clock and the peek", () => {
  expect(savableViewAddress("/clusters", "?q=eu&tz=utc&panel=shop/a&status=unhealthy")).toBe(
    "/clusters?q=eu&status=unhealthy",
  );
  expect(savableViewAddress("/clusters", "?tz=utc")).toBe("/clusters");
  expect(savableViewAddress("/calendar", "")).toBe("/calendar");
});

test("only pages whose state is in their address can be kept, and only so much of it", () => {
  expect(savableViewAddress("/clusters/shop/storefront-eu", "")).toBeUndefined();
  expect(savableViewAddress("/feeds", "?q=a")).toBeUndefined();
  expect(savableViewAddress("/clusters", `?q=${"a".repeat(viewLimits.address)}`)).toBeUndefined();
});

test("letters that an address does not hold are encoded", () => {
  expect(savableViewAddress("/clusters", "?q=grün und blau 🌱")).toBe(
    "/clusters?q=gr%C3%BCn%20und%20blau%20%F0%9F%8C%B1",
  );
});

test("two addresses are the same view whatever the order of their parts", () => {
  expect(isSameViewAddress("/clusters?a=1&b=2", "/clusters?b=2&a=1")).toBe(true);
  expect(isSameViewAddress("/clusters?q=a%20b", "/clusters?q=a+b")).toBe(true);
  expect(isSameViewAddress("/clusters?a=1", "/forecast?a=1")).toBe(false);
  expect(isSameViewAddress("/clusters?a=1", "/clusters")).toBe(false);
});

test("a view is opened with the clock of whoever opens it", () => {
  expect(addressWithOwnClock("/clusters?a=1", "?tz=utc&q=x")).toBe("/clusters?a=1&tz=utc");
  expect(addressWithOwnClock("/clusters", "?tz=cluster")).toBe("/clusters?tz=cluster");
  expect(addressWithOwnClock("/clusters?a=1", "?q=x")).toBe("/clusters?a=1");
});

test("what the list opens with stays within the chosen project", () => {
  expect(addressInSelectedProject("/clusters?a=1", "?project=shop,pay")).toBe("/clusters?a=1&project=shop,pay");
  expect(addressInSelectedProject("/clusters", "?project=shop")).toBe("/clusters?project=shop");
  expect(addressInSelectedProject("/clusters?project=ml", "?project=shop")).toBe("/clusters?project=ml");
  expect(addressInSelectedProject("/clusters?a=1", "?q=x")).toBe("/clusters?a=1");
});

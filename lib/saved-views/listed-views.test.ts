import { expect, test } from "vitest";
import type { Views } from "#lib/contract/views.ts";
import { findViewWithAddress, listedViewsOf, missingDefaultViewReason, viewAddressLabels } from "./listed-views.ts";

const view = (id: string, address: string) => ({ id, name: id, address, by: "ravi", at: "2026-11-24T10:00:00Z" });
const shelf = { unshown: 0, mayWrite: true, unknownForm: false };

function viewsWith(opensWith: Views["own"]["opensWith"]): Views {
  return {
    own: {
      views: [view("a", "/clusters?k8s=1.33.*"), view("c", "/calendar")],
      unshown: 0,
      ...(opensWith && { opensWith }),
    },
    shared: [{ ...shelf, project: "shop", views: [view("a", "/clusters?seed=x"), view("d", "/clusters?k8s=1.33.*")] }],
    ...{ forbidden: [], beyond: 0 },
  };
}

const firstOf = (views: Views) => listedViewsOf(views).flatMap(({ isFirst, key }) => (isFirst ? [key] : []));

test("what the list opens with is told by id and project, and is a view of the list", () => {
  expect(firstOf(viewsWith({ id: "a" }))).toEqual(["/a"]);
  expect(firstOf(viewsWith({ project: "shop", id: "a" }))).toEqual(["shop/a"]);
  expect(firstOf(viewsWith({ id: "c" }))).toEqual([]);
  expect(firstOf(viewsWith({ project: "shop", id: "gone" }))).toEqual([]);
  expect(firstOf(viewsWith(undefined))).toEqual([]);
});

test("a default view that is not there is told as gone, unless its place was not read", () => {
  expect(missingDefaultViewReason(viewsWith(undefined))).toBeUndefined();
  expect(missingDefaultViewReason(viewsWith({ id: "a" }))).toBeUndefined();
  expect(missingDefaultViewReason(viewsWith({ id: "gone" }))).toBe("gone");
  expect(missingDefaultViewReason(viewsWith({ id: "c" }))).toBe("gone");
  expect(missingDefaultViewReason(viewsWith({ project: "shop", id: "gone" }))).toBe("gone");
  expect(missingDefaultViewReason(viewsWith({ project: "other", id: "gone" }))).toBe("gone");
  const elsewhere = viewsWith({ project: "other", id: "a" });
  expect(missingDefaultViewReason({ ...elsewhere, forbidden: ["other"] })).toBe("not-read");
  expect(missingDefaultViewReason({ ...elsewhere, beyond: 3 })).toBe("not-read");
  expect(
    missingDefaultViewReason({ ...elsewhere, own: { ...elsewhere.own, unavailable: "not reached" } }),
  ).toBeUndefined();
});

test("an address is told by the view that asks for it, one's own first", () => {
  const lines = listedViewsOf(viewsWith(undefined));
  expect(findViewWithAddress(lines, "/clusters?k8s=1.33.*")?.key).toBe("/a");
  expect(findViewWithAddress(lines, "/clusters?seed=x")?.key).toBe("shop/a");
  expect(findViewWithAddress(lines, "/clusters")).toBeUndefined();
  expect(findViewWithAddress(lines, undefined)).toBeUndefined();
});

test("an address is put into words, whatever it is made of", () => {
  expect(viewAddressLabels("/clusters?q=a%20b&status=unhealthy")).toEqual({
    page: "Clusters",
    asks: "a b, status: unhealthy",
  });
  expect(viewAddressLabels("/calendar")).toEqual({ page: "Calendar", asks: "" });
  expect(viewAddressLabels("/clusters?q=%zz")).toEqual({ page: "Clusters", asks: "%zz" });
});

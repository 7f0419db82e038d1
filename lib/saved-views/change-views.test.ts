import { describe, expect, test } from "vitest";
import { viewLimits } from "#lib/contract/view-limits.ts";
import { storedViewSchema, type ViewChangeRequest, viewChangeRequestSchema } from "#lib/contract/views.ts";
import type { EntryChangeContext } from "#lib/stored-entries/change-entries.ts";
import {
  type EntryDocument,
  emptyEntryDocument,
  formatEntryDocument,
  parseEntryDocument,
  shownEntriesOf,
} from "#lib/stored-entries/entry-document.ts";
import { changeViews } from "./change-views.ts";
import { defaultViewKeyOf, viewEntries } from "./view-document.ts";

const hand: EntryChangeContext = { by: "ravi", at: "2026-11-24T10:00:00.000Z", newId: "a1" };
const later: EntryChangeContext = { by: "lena", at: "2026-11-24T11:00:00.000Z", newId: "b2" };

function changed(book: EntryDocument, change: ViewChangeRequest, by = hand): EntryDocument {
  const result = changeViews(book, change, by);
  if (!result.ok) throw new Error(result.error);
  return result.value.book;
}

const broken: ViewChangeRequest = { kind: "save", name: "Broken", address: "/clusters?status=unhealthy" };
const book = changed(emptyEntryDocument, broken);

function faultOf(change: ViewChangeRequest, of = book): string | undefined {
  const result = changeViews(of, change, later);
  return result.ok ? undefined : result.error;
}

describe("a view", () => {
  test("is saved with who wrote it and when", () => {
    expect(shownEntriesOf(book, viewEntries)).toEqual({
      shown: [{ id: "a1", name: "Broken", address: "/clusters?status=unhealthy", by: "ravi", at: hand.at }],
      unshown: 0,
    });
  });

  test("is changed only by whoever saw it as it stands, and then names its last writer", () => {
    const rename = { kind: "change", id: "a1", seen: hand.at, name: "Sick" } as const;
    const renamed = changed(book, rename, later);
    expect(shownEntriesOf(renamed, viewEntries).shown).toMatchObject([{ name: "Sick", by: "lena", at: later.at }]);
    expect(faultOf(rename, renamed)).toBe("changed-meanwhile");
    expect(faultOf({ kind: "delete", id: "a1", seen: hand.at }, renamed)).toBe("changed-meanwhile");
    expect(shownEntriesOf(changed(renamed, { kind: "delete", id: "a1", seen: later.at }), viewEntries).shown).toEqual(
      [],
    );
  });

  test("has a name of its own in its place, but may keep it", () => {
    expect(faultOf(broken)).toBe("name-taken");
    const same = { kind: "change", id: "a1", seen: hand.at, name: "Broken", address: "/forecast" } as const;
    expect(shownEntriesOf(changed(book, same), viewEntries).shown).toMatchObject([
      { name: "Broken", address: "/forecast" },
    ]);
  });

  test("that is not there any more is neither changed nor deleted", () => {
    expect(faultOf({ kind: "delete", id: "zz", seen: hand.at })).toBe("unknown-entry");
    expect(faultOf({ kind: "open-with", view: { id: "zz" } })).toBe("unknown-entry");
  });

  test("no more of them are taken than fit", () => {
    let full = emptyEntryDocument;
    for (let index = 0; index < viewLimits.views; index += 1) {
      full = changed(full, { ...broken, name: `view ${index}` }, { ...hand, newId: `id${index}` });
    }
    expect(faultOf(broken, full)).toBe("too-many");
  });
});

describe("what the list opens with", () => {
  test("is a view of the list, and goes when that view goes", () => {
    const first = changed(book, { kind: "open-with", view: { id: "a1" } });
    expect(defaultViewKeyOf(first)).toEqual({ id: "a1" });
    expect(defaultViewKeyOf(changed(first, { kind: "open-with" }))).toBeUndefined();
    expect(defaultViewKeyOf(changed(first, { kind: "delete", id: "a1", seen: hand.at }))).toBeUndefined();
    const calendar = changed(emptyEntryDocument, { ...broken, address: "/calendar?view=month" });
    expect(faultOf({ kind: "open-with", view: { id: "a1" } }, calendar)).toBe("not-of-the-list");
  });

  test("may be a view of a project, which stands elsewhere", () => {
    const view = { project: "shop", id: "q9" };
    expect(defaultViewKeyOf(changed(book, { kind: "open-with", view }))).toEqual(view);
    expect(defaultViewKeyOf(changed(emptyEntryDocument, { kind: "open-with", view }))).toEqual(view);
  });
});

describe("what is kept", () => {
  const newer = JSON.stringify({
    version: 9,
    layout: { wide: true },
    views: [
      { id: "a1", name: "Broken", address: "/clusters", by: "ravi", at: hand.at, colour: "red" },
      { id: "n1", name: "Board", address: "/boards?x=1", by: "ravi", at: hand.at },
      "what is this",
    ],
  });

  test("of a newer build stays as it came, whatever this build changes", () => {
    const read = parseEntryDocument(newer, viewEntries) ?? emptyEntryDocument;
    expect(shownEntriesOf(read, viewEntries)).toMatchObject({ shown: [{ id: "a1" }], unshown: 2 });
    const renamed = changed(read, { kind: "change", id: "a1", seen: hand.at, name: "Sick" }, later);
    const saved = changed(renamed, { ...broken, name: "Another" }, later);
    expect(JSON.parse(formatEntryDocument(saved, viewEntries))).toMatchObject({
      version: 9,
      layout: { wide: true },
      views: [
        { id: "a1", name: "Sick", colour: "red" },
        { id: "n1", address: "/boards?x=1" },
        "what is this",
        { id: "b2" },
      ],
    });
    expect(faultOf({ kind: "delete", id: "n1", seen: hand.at }, read)).toBe("unknown-entry");
  });

  test.each(["", "null", "[]", "{}", '{"views":{}}', "{", '{"views":null}'])("is no book of views: %j", (text) => {
    expect(parseEntryDocument(text, viewEntries)).toBeUndefined();
  });

  test("beyond what may be kept is counted and not shown", () => {
    const views = Array.from({ length: viewLimits.views + 3 }, (_, at) => ({
      ...{ id: `v${at}`, name: `v${at}`, address: "/clusters", by: "x", at: hand.at },
    }));
    const { shown, unshown } = shownEntriesOf(
      parseEntryDocument(JSON.stringify({ views }), viewEntries) ?? emptyEntryDocument,
      viewEntries,
    );
    expect([shown.length, unshown]).toEqual([viewLimits.views, 3]);
  });
});

describe("an address", () => {
  const isTaken = (address: string) => viewChangeRequestSchema.safeParse({ ...broken, address }).success;
  const isShown = (address: string) =>
    storedViewSchema.safeParse({ id: "a", name: "n", by: "b", at: "c", address }).success;

  test.each(["/clusters", "/clusters?q=%C3%BC&k8s=1.33.*", "/calendar?view=month", "/forecast?by=project"])(
    "of a page is kept: %s",
    (address) => {
      expect([isTaken(address), isShown(address)]).toEqual([true, true]);
    },
  );

  test.each([
    "https://evil.example",
    "//evil.example/clusters",
    "javascript:alert(1)",
    "/clusters/shop/storefront-eu",
    "/clusters?q=a b",
    "/clusters?q=a\r\nx",
    "/clusters#x",
    "/clustersx",
    "/feeds",
    "",
    `/clusters?q=${"a".repeat(viewLimits.address)}`,
  ])("that leads elsewhere is neither kept nor shown: %j", (address) => {
    expect([isTaken(address), isShown(address)]).toEqual([false, false]);
  });
});

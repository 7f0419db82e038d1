import { describe, expect, test } from "vitest";
import { createSearchText, recordWrittenText, withSearchTextFromUrl } from "./search-text.ts";

describe("what is typed while the address follows", () => {
  test("stays when an earlier text arrives in the address", () => {
    const written = recordWrittenText({ ...createSearchText(""), typed: "led" }, "led");
    expect(withSearchTextFromUrl({ ...written, typed: "ledger" }, "led")).toEqual({
      typed: "ledger",
      addressed: "led",
      written: [],
    });
  });

  test("stays when the address skips one of several texts", () => {
    const both = recordWrittenText(recordWrittenText({ ...createSearchText(""), typed: "ledger" }, "led"), "ledge");
    expect(withSearchTextFromUrl(both, "ledge")).toEqual({ typed: "ledger", addressed: "ledge", written: [] });
  });

  test("gives way to an address that comes from outside", () => {
    const written = recordWrittenText({ ...createSearchText(""), typed: "ledger" }, "led");
    expect(withSearchTextFromUrl(written, "docs")).toEqual(createSearchText("docs"));
  });

  test("gives way to Back, after it has arrived", () => {
    const arrived = withSearchTextFromUrl(
      recordWrittenText({ ...createSearchText(""), typed: "ledger" }, "ledger"),
      "ledger",
    );
    expect(withSearchTextFromUrl(arrived, "")).toEqual(createSearchText(""));
  });
});

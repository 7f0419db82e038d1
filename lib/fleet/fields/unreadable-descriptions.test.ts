import { expect, test } from "vitest";
import { describeUnreadableProject, describeUnreadableRow } from "./unreadable-descriptions.ts";

test("what could not be read of a cluster is a code, and said as words", () => {
  expect(describeUnreadableRow(["too-large 2140000"])).toBe("This cluster's object is too large to be read (2.1 MB)");
  expect(describeUnreadableRow(["too-deep", "no-version"])).toBe(
    "This cluster's object is nested too deeply to be read; spec.kubernetes.version is missing",
  );
  expect(describeUnreadableRow(undefined)).toBeUndefined();
});

test("why a project could not be read is a code, and said as a sentence", () => {
  expect(describeUnreadableProject("no-namespace")).toBe("The project has no namespace yet.");
});

test.each(["newer-code", "too-large", "What a server of another build says", "constructor"])(
  "a code of another build is said as it is: %s",
  (code) => {
    expect([describeUnreadableRow([code]), describeUnreadableProject(code)]).toEqual([code, code]);
  },
);

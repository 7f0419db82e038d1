import { expect, test } from "vitest";
import { ExportConcurrencyLimit } from "./exports-at-once.ts";

test("a user has three exports made at once, and the next when one of them has ended, however it did", async () => {
  const exports = new ExportConcurrencyLimit();
  const running = [1, 2, 3].map(() => Promise.withResolvers<string>());
  const answers = running.map(({ promise }) => exports.run("ada", () => promise));
  await expect(exports.run("ada", async () => "fourth")).rejects.toMatchObject({
    reason: "too-many-requests",
    facts: { detail: "At most 3 exports of one user are made at once.", retryAfterSeconds: 2 },
  });
  expect(await exports.run("bob", async () => "his")).toBe("his");
  const [first, second, third] = running;
  first?.reject(new Error("gone"));
  await expect(answers[0]).rejects.toThrow("gone");
  expect(await exports.run("ada", async () => "fourth")).toBe("fourth");
  second?.resolve("second");
  third?.resolve("third");
  expect(await Promise.all(answers.slice(1))).toEqual(["second", "third"]);
});

import { expect, test } from "vitest";
import { operationShootWith } from "#lib/policy/operations/operation-shoot.fixture.ts";
import { describeHibernationEffects } from "./hibernation-descriptions.ts";

const text = (...given: Parameters<typeof describeHibernationEffects>) =>
  describeHibernationEffects(...given).join(" ");

test("hibernating says what goes and what stays and costs money", () => {
  expect(text(operationShootWith(), "hibernate")).toMatch(
    /its 2 pools are removed.*API server cannot be reached.*Volumes/,
  );
});

test("without pools no node is spoken of", () => {
  const workerless = operationShootWith({ spec: { provider: { type: "aws", workers: null } } });
  expect(text(workerless, "hibernate")).not.toMatch(/nodes/);
  expect(text(workerless, "wake-up")).not.toMatch(/Nodes/);
});

test("a rotation that waits for pools is spoken of", () => {
  const rotation = { certificateAuthorities: { phase: "WaitingForWorkersRollout" } };
  expect(text(operationShootWith({ status: { credentials: { rotation } } }), "hibernate")).toMatch(
    /counts them as rolled/,
  );
});

test("waking up recreates nodes", () => {
  expect(text(operationShootWith(), "wake-up")).toMatch(/Nodes are recreated/);
});

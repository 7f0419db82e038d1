import { expect, test } from "vitest";
import { sketchShoot } from "#lib/policy/operations/operation-shoot.fixture.ts";
import { describeHibernationEffects } from "./hibernation-descriptions.ts";

const text = (...given: Parameters<typeof describeHibernationEffects>) =>
  describeHibernationEffects(...given).join(" ");

test("hibernating says what goes and what stays and costs money", () => {
  expect(text(sketchShoot(), "hibernate")).toMatch(/its 2 pools are removed.*API server cannot be reached.*Volumes/);
});

test("without pools no node is spoken of", () => {
  const workerless = sketchShoot({ spec: { provider: { type: "aws", workers: null } } });
  expect(text(workerless, "hibernate")).not.toMatch(/nodes/);
  expect(text(workerless, "wake-up")).not.toMatch(/Nodes/);
});

test("a rotation that waits for pools is spoken of", () => {
  const rotation = { certificateAuthorities: { phase: "WaitingForWorkersRollout" } };
  expect(text(sketchShoot({ status: { credentials: { rotation } } }), "hibernate")).toMatch(/counts them as rolled/);
});

test("waking up recreates nodes", () => {
  expect(text(sketchShoot(), "wake-up")).toMatch(/Nodes are recreated/);
});

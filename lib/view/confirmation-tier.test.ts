import { expect, test } from "vitest";
import { confirmationTier } from "./confirmation-tier.ts";

test.each([
  ["reconcile", "development", "healthy", 1],
  ["reconcile", "production", "healthy", 2],
  ["reconcile", "production", "unhealthy", 2],
  ["retry", "development", "unhealthy", 1],
  ["retry", "production", "unhealthy", 2],
  ["maintain", "development", "healthy", 2],
  ["maintain", "production", "healthy", 3],
  ["maintain", "production", "unknown", 3],
] as const)("%s of a %s cluster that is %s asks for tier %i", (operation, purpose, health, tier) => {
  expect(confirmationTier(operation, { purpose, health })).toBe(tier);
});

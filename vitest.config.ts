import { availableParallelism } from "node:os";
import { defineConfig, type UserWorkspaceConfig } from "vitest/config";

// Node.js itself loads tests and product code, with its module loader and type stripping, like `npm start`.
// Vite transforms nothing.
const natively: UserWorkspaceConfig["test"] = {
  environment: "node",
  execArgv: ["--import=./.ci/resolve-as-next.ts"],
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Each worker loads a module once for all its test files, so tests must not leave state behind.
  isolate: false,
  // Tests run in random order, so that no test depends on an earlier one.
  sequence: { shuffle: { tests: true } },
  // Ends tests that hang. A test of 25 seconds can take more than a minute on a busy machine.
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/** Tests that take more than a minute, which only `npm run test:all` runs. */
const long = ["**/*.long.test.ts"];
const measured = [
  "server/boundary/{bounded-work,flood,fuzz,worst-objects}.test.ts",
  "server/processor-time/bounded-at-scale.test.ts",
];

export default defineConfig({
  test: {
    reporters: ["default"],
    // Many tests wait for a server or a timer, so as many workers as processors are faster than the default of one less.
    maxWorkers: availableParallelism(),
    // The seed of the random order; a failed run can be repeated with the same seed.
    sequence: { seed: 16 },
    projects: [
      { test: { ...natively, name: "lib", include: ["lib/**/*.test.ts"], exclude: long, pool: "threads" } },
      {
        test: { ...natively, name: "components", include: ["components/**/*.test.ts"], exclude: long, pool: "threads" },
      },
      // Some of these tests start processes and measure them.
      {
        test: {
          ...natively,
          name: "server",
          include: ["server/**/*.test.ts"],
          exclude: [...measured, ...long],
          pool: "forks",
        },
      },
      { test: { ...natively, name: "garden", include: ["garden/**/*.test.ts"], exclude: long, pool: "forks" } },
      // Garbage of other tests would be collected during the measurements.
      { test: { ...natively, name: "measured", include: measured, isolate: true, pool: "forks" } },
      {
        test: {
          ...natively,
          name: "house",
          include: ["{.ci,app,tools,e2e}/**/*.test.ts"],
          exclude: long,
          pool: "forks",
        },
      },
      ...(process.env.LONG_TESTS === "true"
        ? [{ test: { ...natively, name: "long", include: long, testTimeout: 4 * 60 * 60_000 } }]
        : []),
    ],
  },
});

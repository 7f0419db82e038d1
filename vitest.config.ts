import { defineConfig, type UserWorkspaceConfig } from "vitest/config";

// Node loads the tests, and what they test, as it loads the product at `npm start`: with its own module loader and type
// stripping. Vite transforms nothing.
const natively: UserWorkspaceConfig["test"] = {
  environment: "node",
  execArgv: ["--import=./.ci/resolve-as-next.ts"],
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Each worker loads a module once for all its files. A test leaves nothing behind that another one could meet.
  isolate: false,
  // Not as they are written, so that no test comes to rest on one before it.
  sequence: { shuffle: { tests: true } },
  // Ends what hangs. What takes 25 seconds here takes more than a minute on a machine with much else to do.
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/** What takes more than a minute: only `npm run test:all` runs it. */
const long = ["**/*.long.test.ts"];
const measured = [
  "server/boundary/{bounded-work,flood,fuzz,worst-objects}.test.ts",
  "server/processor-time/bounded-at-scale.test.ts",
];

export default defineConfig({
  test: {
    reporters: ["default"],
    // Another seed is another order of tests; with this one a run that failed can be had again.
    sequence: { seed: 16 },
    projects: [
      { test: { ...natively, name: "lib", include: ["lib/**/*.test.ts"], exclude: long, pool: "threads" } },
      {
        test: { ...natively, name: "components", include: ["components/**/*.test.ts"], exclude: long, pool: "threads" },
      },
      // Some of these start processes, and measure their own.
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
      // What others leave on the heap would be collected at the cost of what is measured.
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

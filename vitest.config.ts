import { defineConfig, type UserWorkspaceConfig } from "vitest/config";

// Node loads the tests, and what they test, as it loads the product at `npm start`: with its own module loader and type
// stripping, and under React's server condition, outside which "server-only" throws. Vite transforms nothing.
const natively: UserWorkspaceConfig["test"] = {
  environment: "node",
  execArgv: ["--conditions=react-server"],
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Each worker loads a module once for all its files. A test leaves nothing behind that another one could meet.
  isolate: false,
};

// Next's own entry points have no `exports` that Node knows of, so that Vite has to find them.
const throughVite = ["server/boundary/proxy.test.ts"];
const serverConditions = ["react-server", "node", "import"];

export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      { test: { ...natively, name: "lib", include: ["lib/**/*.test.ts"], pool: "threads" } },
      { test: { ...natively, name: "components", include: ["components/**/*.test.ts"], pool: "threads" } },
      {
        test: { ...natively, name: "server", include: ["server/**/*.test.ts"], exclude: throughVite, pool: "forks" },
      },
      { test: { ...natively, name: "house", include: ["{.ci,app,bench,e2e}/**/*.test.ts"], pool: "forks" } },
      {
        resolve: { conditions: serverConditions },
        ssr: { resolve: { conditions: serverConditions } },
        test: { name: "next", include: throughVite, environment: "node", isolate: false },
      },
    ],
  },
});

import { defineConfig } from "vitest/config";

// "server-only" throws outside React's server condition, and so do the server's own modules import it.
export default defineConfig({
  resolve: { conditions: ["react-server", "node", "import"] },
  ssr: { resolve: { conditions: ["react-server", "node", "import"] } },
  test: {
    include: ["{.ci,lib,server,components,app,bench,e2e}/**/*.test.{ts,tsx}"],
    environment: "node",
    reporters: ["default"],
  },
});

const wire = ["lib/language", "lib/memo", "lib/contract", "lib/garden", "lib/kube", "lib/strings", "lib/result.ts"];

const ofGardener = ["lib/kube", "lib/garden", "lib/policy", "lib/random.ts", "lib/result.ts"];

const belowKept = ["lib/act", "lib/manifest", "lib/fleet", "lib/forecast", "lib/words", "lib/policy", ...wire];

/** Which folder may import which; the longest matching key decides. */
export const directions: Readonly<Record<string, readonly string[]>> = {
  "lib/result.ts": [],
  "lib/concurrency-limit.ts": [],
  "lib/random.ts": [],
  "lib/strings": ["lib/strings"],
  "lib/language": ["lib/language"],
  "lib/memo": ["lib/memo"],
  "lib/kube": ["lib/kube", "lib/result.ts"],
  "lib/garden": ["lib/kube", "lib/garden", "lib/result.ts"],
  "lib/policy": ["lib/kube", "lib/garden", "lib/memo", "lib/policy", "lib/result.ts"],
  "lib/contract": ["lib/contract", "lib/kube", "lib/result.ts"],
  // Every sentence that more than one screen says.
  "lib/words": ["lib/words", "lib/policy", ...wire],
  // What is foreseen of one cluster, as rows and reports carry it.
  "lib/forecast": ["lib/forecast", "lib/words", "lib/policy", ...wire],
  // One definition of each field of the fleet: key, words, filter, facet, sort.
  "lib/fleet": ["lib/fleet", "lib/forecast", "lib/words", "lib/policy", ...wire],
  "lib/manifest": ["lib/manifest", "lib/words", "lib/policy", ...wire],
  // What an act plans, sends and becomes.
  "lib/act": ["lib/act", "lib/manifest", "lib/fleet", "lib/forecast", "lib/words", "lib/policy", ...wire],
  // What is kept for a person, and what is worked out from it.
  "lib/saved-views": ["lib/saved-views", ...belowKept],
  "lib/notices": ["lib/notices", "lib/saved-views", ...belowKept],
  "lib/last-visit": ["lib/last-visit", "lib/notices", ...belowKept],
  "lib/user-settings": ["lib/user-settings", ...belowKept],
  // What one screen lays out.
  "lib/view": ["lib"],
  "lib/testing": ["lib"],
  server: ["lib", "server"],
  // Loaded only where it is served.
  "server/app/find-garden.ts": ["lib", "server", "garden/start-embedded-garden.ts"],
  // Tests serve it.
  "server/testing": ["lib", "server", "garden", "app"],
  garden: ["lib", "garden"],
  // The rooms of the embedded garden, lowest first: a Kubernetes API server, Gardener, APIs of Shoots, the demo data.
  "garden/api": ["garden/api", "lib/kube", "lib/memo", "lib/result.ts"],
  "garden/gardener": ["garden/api", "garden/gardener", ...ofGardener],
  "garden/shoots": ["garden/api", "garden/gardener", "garden/shoots", ...ofGardener],
  "garden/landscape": ["garden/api", "garden/gardener", "garden/landscape", ...ofGardener],
  "components/ui": ["components/ui", "lib/language"],
  "components/data": ["components/data", "components/ui", "lib"],
  "components/shell": ["components/shell", "components/act", "components/data", "components/ui", "lib"],
  // How something is done to a cluster: preview, consent, request, and what became of it. Every noun may offer acts.
  "components/act": ["components/act", "components/data", "components/ui", "lib"],
  // Above the nouns: it offers what their menus offer, and the pages of the shell.
  "components/palette": [
    "components/palette",
    "components/clusters",
    "components/shell",
    "components/act",
    "components/data",
    "components/ui",
    "lib",
  ],
  components: ["components/act", "components/data", "components/ui", "lib"],
  app: ["lib", "server", "components"],
  "proxy.ts": ["lib", "server"],
  "instrumentation.ts": ["lib", "server"],
  "instrumentation-client.ts": [],
  // The crawl goes over every page that there is.
  e2e: ["e2e", "lib", "garden", "server/start/app-files.ts"],
  // Makes the application that the server of a journey finds in its place (decision 015).
  "e2e/garden-door.ts": [
    "server/app/almanac.ts",
    "server/app/container.ts",
    "garden/start-embedded-garden.ts",
    "server/testing/embedded-garden.ts",
  ],
  // The quick half of a bench, and of the alerts that it makes fire.
  "e2e/journeys/outages/faults.spec.ts": ["tools/bench/faults"],
  "e2e/journeys/outages/alerts.spec.ts": ["tools/bench/faults", "tools/chart/find-tools.ts", "tools/monitoring"],
  "e2e/journeys/outages/tracing.spec.ts": ["tools/bench/faults", "server/testing/otlp-collector.ts"],
  // Who receives there what Almanac sends outside.
  "e2e/journey.ts": ["e2e", "server/testing/mailbox.ts"],
  "e2e/journeys/kept/delivery.spec.ts": ["e2e", "lib", "server/testing/webhook-receiver.ts"],
  // Nothing of the product imports the workshop.
  tools: ["tools", "lib", "server", "garden", "e2e", ".ci"],
};

/** Rooms in the order of their imports, lowest first: each may look into those before it, never into those behind. */
export const orders: Readonly<Record<string, readonly string[]>> = {
  lib: [
    "strings",
    "language",
    "memo",
    "kube",
    "garden",
    "contract",
    "policy",
    "manifest",
    "words",
    "forecast",
    "fleet",
    "act",
    ...["saved-views", "notices", "last-visit", "user-settings"],
    "view",
  ],
  "lib/policy": [
    ...["editions", "endpoints", "nodes", "rotations", "deletion", "versions"],
    ...["profiles", "status"],
    ...["maintenance", "operations", "scheduling", "hibernation", "gardenlet", "controllers", "next"],
    ...["spec-validation", "admission", "changes", "forecast"],
  ],
  "lib/act": ["plan", "follow", "updates", "preview", "bulk"],
  server: [
    ...[
      "config",
      "tracing",
      "garden",
      "outbound",
      "identity",
      "watch",
      "metrics",
      "boundary",
      "language",
      "access",
      "storage",
    ],
    ...["processor-time", "session", "fleet"],
    ...["clusters", "versions", "forecast", "feeds", "activity", "credentials", "seeds", "operations"],
    ...[
      "rotations",
      "nodes",
      "views",
      "settings",
      "garden-counts",
      "notices",
      "delivery",
      "last-visit",
      "app",
      "start",
    ],
  ],
  garden: ["api", "gardener", "shoots", "landscape"],
  "garden/api": [
    ...["errors", "clock", "identity", "schema", "store", "rbac", "patch", "persistence", "registry", "core", "apply"],
    ...["local", "http"],
  ],
  "components/data": [
    ...["settings", "keys", "address", "calls", "queries", "export", "fleet-parts"],
    ...["live", "storage", "session", "acts", "notices", "views"],
  ],
};

export const packages: Readonly<Record<string, RegExp>> = {
  "lib/testing": /^(fast-check|vitest)$/,
  "lib/language": /^icu-minify\//,
  lib: /^(zod|semver|date-fns|@date-fns\/tz|@noble\/hashes|yaml|node-diff3|fastest-levenshtein)(\/|$)/,
  server: /^(?!react-dom)/,
  components:
    /^(react|react-dom|next|@tanstack\/|radix-ui|recharts|lucide-react|@codemirror\/|@lezer\/|zod|nuqs|cmdk|sonner|class-variance-authority|clsx|tailwind-merge|date-fns|@date-fns\/tz|cronstrue|server-only)/,
  app: /^(next|react|server-only|@fontsource-variable\/)/,
};

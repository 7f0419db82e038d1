const wire = ["lib/language", "lib/memo", "lib/contract", "lib/garden", "lib/kube", "lib/strings", "lib/result.ts"];

const ofGardener = ["lib/kube", "lib/garden", "lib/policy", "lib/random.ts", "lib/result.ts"];

const belowKept = ["lib/act", "lib/manifest", "lib/fleet", "lib/forecast", "lib/words", "lib/policy", ...wire];

/** The folders that the files of each folder can import. The entry with the longest matching path applies. */
export const allowedImports: Readonly<Record<string, readonly string[]>> = {
  "lib/result.ts": [],
  "lib/concurrency-limit.ts": [],
  "lib/random.ts": [],
  "lib/strings": ["lib/strings"],
  "lib/language": ["lib/language"],
  "lib/memo": ["lib/memo"],
  "lib/kube": ["lib/kube", "lib/result.ts"],
  "lib/garden": ["lib/kube", "lib/garden", "lib/result.ts"],
  "lib/policy": ["lib/kube", "lib/garden", "lib/memo", "lib/policy", "lib/result.ts"],
  "lib/contract": ["lib/contract", "lib/kube", "lib/strings", "lib/result.ts"],
  // Fields that projects define for their clusters.
  "lib/custom-fields": ["lib/custom-fields", "lib/contract", "lib/kube", "lib/memo", "lib/strings"],
  // Texts that several screens use.
  "lib/words": ["lib/words", "lib/custom-fields", "lib/policy", ...wire],
  // The forecast for one cluster, as in list rows and reports.
  "lib/forecast": ["lib/forecast", "lib/words", "lib/policy", ...wire],
  // Definition of each field of the cluster list: key, label, filter, facet and sort order.
  "lib/fleet": ["lib/fleet", "lib/forecast", "lib/words", "lib/policy", ...wire],
  "lib/manifest": ["lib/manifest", "lib/words", "lib/policy", ...wire],
  // The operator's texts, links and defaults for all users.
  "lib/landscape-configuration": ["lib/landscape-configuration", "lib/manifest", "lib/policy", ...wire],
  // Planning, sending and following an action on a cluster.
  "lib/act": ["lib/act", "lib/manifest", "lib/fleet", "lib/forecast", "lib/words", "lib/policy", ...wire],
  // The Shoot of a new cluster, as the form, its YAML and the server see it.
  "lib/create": [
    ...[
      "lib/create",
      "lib/landscape-configuration",
      "lib/act",
      "lib/manifest",
      "lib/forecast",
      "lib/words",
      "lib/policy",
      "lib/yielding-task.ts",
    ],
    ...wire,
  ],
  // Data stored for a user, and data derived from it.
  "lib/stored-entries": ["lib/stored-entries", ...wire],
  "lib/saved-views": ["lib/saved-views", "lib/stored-entries", ...belowKept],
  "lib/cluster-templates": ["lib/cluster-templates", "lib/create", "lib/stored-entries", ...belowKept],
  "lib/freezes": ["lib/freezes", "lib/stored-entries", ...belowKept],
  "lib/staged-runs": ["lib/staged-runs", "lib/stored-entries", ...belowKept],
  "lib/announcements": ["lib/announcements", "lib/stored-entries", ...belowKept],
  "lib/notices": ["lib/notices", "lib/saved-views", "lib/stored-entries", ...belowKept],
  "lib/last-visit": ["lib/last-visit", "lib/notices", ...belowKept],
  "lib/user-settings": ["lib/user-settings", ...belowKept],
  // Data prepared for one screen.
  "lib/view": ["lib"],
  "lib/testing": ["lib"],
  server: ["lib", "server"],
  // Loaded only if the embedded garden is used.
  "server/app/connect-configured-garden.ts": ["lib", "server", "garden/start-embedded-garden.ts"],
  // Used by tests only.
  "server/testing": ["lib", "server", "garden", "app"],
  garden: ["lib", "garden"],
  // Layers of the embedded garden, lowest first: Kubernetes API server, Gardener, Shoot APIs, demo data.
  "garden/api": ["garden/api", "lib/kube", "lib/memo", "lib/result.ts"],
  "garden/gardener": ["garden/api", "garden/gardener", ...ofGardener],
  "garden/shoots": ["garden/api", "garden/gardener", "garden/shoots", ...ofGardener],
  "garden/landscape": ["garden/api", "garden/gardener", "garden/landscape", ...ofGardener],
  "components/ui": ["components/ui", "lib/language"],
  "components/data": ["components/data", "components/ui", "lib"],
  "components/shell": ["components/shell", "components/act", "components/data", "components/ui", "lib"],
  // Preview, confirmation, request and result of an action on a cluster; usable by all feature folders.
  "components/act": ["components/act", "components/data", "components/ui", "lib"],
  // The command palette imports the feature folders, because it offers their menus and the pages of the shell.
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
  // The crawl test visits all pages of the app folder.
  e2e: ["e2e", "lib", "garden", "server/start/app-files.ts"],
  // Creates the application object that the server under test uses (decision 015).
  "e2e/garden-door.ts": [
    "server/app/almanac.ts",
    "server/app/container.ts",
    "garden/start-embedded-garden.ts",
    "server/testing/embedded-garden.ts",
  ],
  // A short version of the outage benchmarks, and of the alerts that they trigger.
  "e2e/journeys/outages/faults.spec.ts": ["tools/bench/faults"],
  "e2e/journeys/outages/alerts.spec.ts": ["tools/bench/faults", "tools/chart/find-tools.ts", "tools/monitoring"],
  "e2e/journeys/outages/tracing.spec.ts": ["tools/bench/faults", "server/testing/otlp-collector.ts"],
  // Test receivers for mails and webhooks that Almanac sends.
  "e2e/journey.ts": ["e2e", "server/testing/mailbox.ts"],
  "e2e/journeys/kept/delivery.spec.ts": ["e2e", "lib", "server/testing/webhook-receiver.ts"],
  // Product code never imports the tools.
  tools: ["tools", "lib", "server", "garden", "e2e", ".ci"],
};

/** Folders in import order, lowest first: a folder can import from the folders before it, not from those after it. */
export const folderImportOrder: Readonly<Record<string, readonly string[]>> = {
  lib: [
    "strings",
    "language",
    "memo",
    "kube",
    "garden",
    "contract",
    "custom-fields",
    "policy",
    "manifest",
    "landscape-configuration",
    "words",
    "forecast",
    "fleet",
    "act",
    "create",
    ...["stored-entries", "saved-views", "cluster-templates", "freezes", "staged-runs", "announcements", "notices"],
    ...["last-visit", "user-settings"],
    "view",
  ],
  "lib/policy": [
    ...["editions", "endpoints", "nodes", "rotations", "deletion", "versions"],
    ...["profiles", "status"],
    ...["maintenance", "operations", "scheduling", "hibernation", "gardenlet", "controllers", "next"],
    ...[
      "spec-validation",
      "provider-configuration",
      "projects",
      "accounts",
      "admission",
      "migration",
      "changes",
      "forecast",
      "readiness",
      "summary",
      "freeze",
    ],
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
    ...["processor-time", "session", "landscape-configuration", "fleet"],
    ...["clusters", "versions", "forecast", "feeds", "activity", "credentials", "seeds", "operations"],
    ...[
      "creation",
      "projects",
      "accounts",
      "rotations",
      "nodes",
      "contents",
      "views",
      "cluster-templates",
      "freezes",
      "staged-runs",
      "announcements",
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
    ...["settings", "keys", "address", "calls", "queries", "landscape", "export", "fleet-parts"],
    ...["live", "storage", "session", "acts", "notices", "views", "templates", "announcements"],
  ],
};

export const allowedPackages: Readonly<Record<string, RegExp>> = {
  "lib/testing": /^(fast-check|vitest)$/,
  "lib/language": /^icu-minify\//,
  lib: /^(zod|semver|date-fns|@date-fns\/tz|@noble\/hashes|yaml|node-diff3|fastest-levenshtein)(\/|$)/,
  server: /^(?!react-dom)/,
  components:
    /^(react|react-dom|next|@tanstack\/|radix-ui|recharts|lucide-react|@codemirror\/|@lezer\/|zod|nuqs|cmdk|sonner|class-variance-authority|clsx|tailwind-merge|date-fns|@date-fns\/tz|cronstrue|server-only)/,
  app: /^(next|react|server-only|@fontsource-variable\/)/,
};

import type { LimitName } from "./rate-limit.ts";

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof methods)[number];

/** `link`: whoever holds the secret in the address, such as a calendar that cannot sign in. */
export type RouteAccess = "anyone" | "signed-in" | "link";

/**
 * Whose credential a call carries to the garden. `shared` is the dashboard's own: it fills what all users read, and each
 * answer is filtered by the access reviews of whoever asks.
 */
export type GardenCredential = "none" | "user" | "shared" | "user and shared";

/**
 * What an answer may hold, and so which strings of other tenants must never be in it. `public`: what is told before
 * sign-in. `self`: the caller. `garden`: what every authenticated user of the garden may read. `scope`: the projects that
 * the caller may list. `cluster`: the one cluster in the address, when the garden lets the caller read it.
 */
export type Shows = "public" | "self" | "garden" | "scope" | "cluster";

/**
 * `session` and `preview` change nothing in the garden; `write` does, and is refused in read-only mode. `reveal` shows a
 * credential, and leaves an audit line as a write does.
 */
export type Effect = "read" | "session" | "preview" | "reveal" | "write";

export interface MethodRule {
  readonly access: RouteAccess;
  readonly limit: LimitName;
  readonly effect: Effect;
}

export interface RouteEntry {
  /** As Next names it, without groups. */
  readonly path: string;
  readonly kind: "api" | "stream";
  readonly garden: GardenCredential;
  readonly shows: Shows;
  /** HEAD comes with GET unless the route is a stream; every other method is refused with 405. */
  readonly methods: Partial<Readonly<Record<Method, MethodRule>>>;
}

export interface PageEntry {
  readonly path: string;
  readonly kind: "page";
  readonly access: "anyone" | "signed-in";
  readonly garden: GardenCredential;
  readonly shows: Shows;
}

const read = { access: "signed-in", limit: "read", effect: "read" } as const;
const openRead = { access: "anyone", limit: "read", effect: "read" } as const;
const probe = { access: "anyone", limit: "probe", effect: "read" } as const;
const write = { access: "signed-in", limit: "mutation", effect: "write" } as const;

/**
 * Every route of Almanac: who may call it, with whose credential it reaches the garden, how often, and what it may show.
 * A test fails for a route without an entry, for an entry without a route, and for an entry that is not true; the crawl
 * with two tenants and the fuzzing go over this list, so that a new route is covered by being listed.
 */
export const routeInventory: readonly RouteEntry[] = [
  {
    path: "/api/[[...path]]",
    kind: "api",
    garden: "none",
    shows: "public",
    methods: {
      GET: openRead,
      HEAD: openRead,
      POST: openRead,
      PUT: openRead,
      PATCH: openRead,
      DELETE: openRead,
      OPTIONS: openRead,
    },
  },
  { path: "/api/clusters/[project]/[name]", kind: "api", garden: "user", shows: "cluster", methods: { GET: read } },
  {
    path: "/api/clusters/[project]/[name]/checklist",
    kind: "api",
    garden: "user",
    shows: "cluster",
    methods: { GET: read, POST: write },
  },
  {
    path: "/api/clusters/[project]/[name]/cloud-credentials",
    kind: "api",
    garden: "user and shared",
    shows: "scope",
    methods: { GET: read },
  },
  {
    path: "/api/clusters/[project]/[name]/activity",
    kind: "api",
    garden: "user",
    shows: "cluster",
    methods: { GET: read },
  },
  {
    path: "/api/clusters/[project]/[name]/forecast",
    kind: "api",
    garden: "user",
    shows: "cluster",
    methods: { GET: read },
  },
  {
    path: "/api/clusters/[project]/[name]/forecast/dry-run",
    kind: "api",
    garden: "user",
    shows: "cluster",
    methods: { POST: { access: "signed-in", limit: "mutation", effect: "preview" } },
  },
  {
    path: "/api/clusters/[project]/[name]/operations",
    kind: "api",
    garden: "user",
    shows: "cluster",
    methods: { POST: write },
  },
  {
    path: "/api/clusters/[project]/[name]/nodes",
    kind: "api",
    garden: "user",
    shows: "cluster",
    methods: { POST: { access: "signed-in", limit: "preview", effect: "reveal" } },
  },
  {
    path: "/api/clusters/[project]/[name]/nodes/operations",
    kind: "api",
    garden: "user",
    shows: "cluster",
    methods: { POST: write },
  },
  {
    path: "/api/clusters/[project]/[name]/reveal",
    kind: "api",
    garden: "user",
    shows: "cluster",
    methods: { POST: { access: "signed-in", limit: "reveal", effect: "reveal" } },
  },
  {
    path: "/api/clusters/[project]/[name]/preview",
    kind: "api",
    garden: "user",
    shows: "cluster",
    methods: { POST: { access: "signed-in", limit: "preview", effect: "preview" } },
  },
  {
    path: "/api/clusters/[project]/[name]/seeds",
    kind: "api",
    garden: "user and shared",
    shows: "cluster",
    methods: { GET: read },
  },
  {
    path: "/api/clusters/[project]/[name]/yaml",
    kind: "api",
    garden: "user",
    shows: "cluster",
    methods: { GET: read },
  },
  {
    path: "/api/calendar",
    kind: "api",
    garden: "user and shared",
    shows: "scope",
    methods: { GET: { ...read, limit: "calendar" } },
  },
  {
    path: "/api/feeds",
    kind: "api",
    garden: "user and shared",
    shows: "self",
    methods: { GET: read, POST: write },
  },
  {
    path: "/api/feeds/[feed]",
    kind: "api",
    garden: "shared",
    shows: "scope",
    methods: {
      GET: { access: "link", limit: "read", effect: "read" },
      DELETE: write,
    },
  },
  { path: "/api/forecast", kind: "api", garden: "shared", shows: "scope", methods: { GET: read } },
  { path: "/api/fleet", kind: "api", garden: "shared", shows: "scope", methods: { GET: read } },
  {
    path: "/api/oidc/callback",
    kind: "api",
    garden: "user",
    shows: "public",
    methods: { POST: { access: "anyone", limit: "sign-in", effect: "session" } },
  },
  {
    path: "/api/oidc/login",
    kind: "api",
    garden: "none",
    shows: "public",
    methods: { POST: { access: "anyone", limit: "sign-in", effect: "session" } },
  },
  {
    path: "/api/profiles/[name]",
    kind: "api",
    garden: "user",
    shows: "garden",
    methods: { GET: read, POST: write },
  },
  {
    path: "/api/profiles/[name]/preview",
    kind: "api",
    garden: "user",
    shows: "garden",
    methods: { POST: { access: "signed-in", limit: "mutation", effect: "preview" } },
  },
  {
    path: "/api/session",
    kind: "api",
    garden: "user",
    shows: "self",
    methods: {
      GET: read,
      POST: { access: "anyone", limit: "sign-in", effect: "session" },
      DELETE: { access: "anyone", limit: "mutation", effect: "session" },
    },
  },
  { path: "/api/session/permissions", kind: "api", garden: "user", shows: "scope", methods: { GET: read } },
  {
    path: "/api/session/refresh",
    kind: "api",
    garden: "user",
    shows: "self",
    methods: { POST: { access: "signed-in", limit: "mutation", effect: "session" } },
  },
  { path: "/api/shoot-schema", kind: "api", garden: "user", shows: "garden", methods: { GET: read } },
  { path: "/api/sign-in", kind: "api", garden: "none", shows: "public", methods: { GET: openRead } },
  {
    path: "/api/stream",
    kind: "stream",
    garden: "shared",
    shows: "scope",
    methods: { GET: { access: "signed-in", limit: "stream", effect: "read" } },
  },
  { path: "/api/versions", kind: "api", garden: "shared", shows: "scope", methods: { GET: read } },
  {
    path: "/api/versions/whatif",
    kind: "api",
    garden: "shared",
    shows: "scope",
    methods: { POST: { access: "signed-in", limit: "mutation", effect: "preview" } },
  },
  { path: "/livez", kind: "api", garden: "none", shows: "public", methods: { GET: probe } },
  { path: "/readyz", kind: "api", garden: "none", shows: "public", methods: { GET: probe } },
];

const page = { kind: "page", access: "signed-in" } as const;

/** Every page. What a page shows comes with its HTML and its RSC payload, and both are crawled. */
export const pageInventory: readonly PageEntry[] = [
  { ...page, path: "/", garden: "none", shows: "public" },
  { ...page, path: "/calendar", garden: "none", shows: "public" },
  { ...page, path: "/clusters", garden: "none", shows: "public" },
  { ...page, path: "/clusters/[project]/[name]", garden: "none", shows: "public" },
  { ...page, path: "/clusters/[project]/[name]/advanced", garden: "none", shows: "public" },
  { ...page, path: "/clusters/[project]/[name]/credentials", garden: "none", shows: "public" },
  { ...page, path: "/clusters/[project]/[name]/deletion", garden: "none", shows: "public" },
  { ...page, path: "/clusters/[project]/[name]/maintenance", garden: "none", shows: "public" },
  { ...page, path: "/clusters/[project]/[name]/activity", garden: "none", shows: "public" },
  { ...page, path: "/clusters/[project]/[name]/nodes", garden: "none", shows: "public" },
  { ...page, path: "/clusters/[project]/[name]/updates", garden: "none", shows: "public" },
  { ...page, path: "/clusters/[project]/[name]/yaml", garden: "none", shows: "public" },
  { ...page, path: "/feeds", garden: "none", shows: "public" },
  { ...page, path: "/versions", garden: "none", shows: "public" },
  { ...page, path: "/versions/images/[image]", garden: "none", shows: "public" },
  { ...page, path: "/versions/kubernetes", garden: "none", shows: "public" },
  { ...page, path: "/versions/whatif", garden: "none", shows: "public" },
  { ...page, path: "/forecast", garden: "none", shows: "public" },
  { ...page, path: "/rotations", garden: "none", shows: "public" },
  { ...page, path: "/operations", garden: "none", shows: "public" },
  { ...page, path: "/operations/[run]", garden: "none", shows: "public" },
  { ...page, path: "/session", garden: "none", shows: "public" },
  { path: "/login", kind: "page", access: "anyone", garden: "none", shows: "public" },
  { path: "/login/callback", kind: "page", access: "anyone", garden: "none", shows: "public" },
  { path: "/signed-in", kind: "page", access: "anyone", garden: "none", shows: "public" },
];

import { patchLimits } from "#lib/contract/act.ts";
import { maxNodesPerRequest } from "#lib/contract/nodes.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { actBodyLimits } from "#server/operations/act-body-limits.ts";
import { profileChangeBodyLimits } from "#server/versions/profile-change-body-limits.ts";
import { sampleCluster, sampleUid } from "./flat-landscape.ts";
import { worstLandscapeRequests } from "./worst-landscape-requests.ts";
import {
  excessiveSimulations,
  makeFields,
  makeList,
  plain,
  type WorstRequest,
  worstProfileChanges,
  worstSimulations,
} from "./worst-profile-requests.ts";
import { worstProjectRequests } from "./worst-project-requests.ts";
import { worstFreeze, worstStagedProgress, worstStagedRun, worstTemplates } from "./worst-template-requests.ts";

const joined = (count: number, make: (index: number) => string, separator = ",") =>
  makeList(count, make).join(separator);

/** A value that is nested as deeply as the body that contains it may be. */
const deep = makeList(54, () => "a").reduce((inner: unknown) => ({ a: inner }), 1);

// Leaves room for the fields that surround these values.
const values = actBodyLimits.values - 50;
const bytes = actBodyLimits.bytes - 1_000;
const { pools, schedules, labels, annotations, operations } = patchLimits;

function pool(index: number, more: object = {}) {
  return {
    name: `p${index}`,
    minimum: 1,
    maximum: 3,
    machine: { type: "m5.large", image: { name: "gardenlinux", version: "1877.6.0" } },
    ...more,
  };
}

const workers = (make: (index: number) => object) => ({ spec: { provider: { workers: makeList(pools, make) } } });
const sleeping = (make: (index: number) => object) => ({
  spec: { hibernation: { schedules: makeList(schedules, make) } },
});
const noted = (key: string, value: string) => ({ metadata: { annotations: { [key]: value } } });

const patches: readonly (readonly [string, object])[] = [
  ["pools with a name alone", workers((index) => ({ name: `p${index}` }))],
  ["pools", workers(pool)],
  ["pools of one name", workers(() => pool(0))],
  ["pinned pools", workers((index) => pool(index, { kubernetes: { version: `1.${20 + (index % 20)}.0` } }))],
  [
    "pools with long versions",
    workers((index) =>
      pool(index, { machine: { type: "t", image: { name: "gardenlinux", version: "1.".repeat(300) } } }),
    ),
  ],
  [
    "pools that reserve long numbers",
    workers((index) => pool(index, { kubernetes: { kubelet: { kubeReserved: { cpu: "9".repeat(600) } } } })),
  ],
  ["schedules for every minute", sleeping(() => ({ start: "* * * * *", end: "* * * * *" }))],
  [
    "schedules for days that never come, in zones that nobody knows",
    sleeping((index) => ({ start: "0 0 30 2 *", end: "0 0 31 4 *", location: `Zone/${index}` })),
  ],
  [
    "schedules for the rarest day, each in another zone",
    sleeping((index) => ({ start: "0 0 29 2 *", location: Intl.supportedValuesOf("timeZone")[index] ?? "UTC" })),
  ],
  [
    "a cron expression without end",
    { spec: { hibernation: { schedules: [{ start: `${"1,".repeat(bytes / 4)}1 * * * *` }] } } },
  ],
  [
    "a location without end",
    { spec: { hibernation: { schedules: [{ start: "0 0 * * *", location: "A/".repeat(bytes / 8) }] } } },
  ],
  [
    "labels and annotations",
    {
      metadata: { labels: makeFields(labels, () => "v"), annotations: makeFields(annotations, () => "v".repeat(100)) },
    },
  ],
  [
    "operations",
    noted(
      "gardener.cloud/operation",
      joined(operations, (index) => `rollout-workers=p${index}`, ";"),
    ),
  ],
  [
    "an operation with pools",
    noted("gardener.cloud/operation", `rollout-workers=${joined(operations - 1, (index) => `p${index}`)}`),
  ],
  ["a text of apostrophes", noted("note", "'".repeat(bytes))],
  ["a text of marks that JSON escapes", noted("note", "\u0001".repeat(bytes / 8))],
  ["fields that nobody knows", { spec: makeFields(values, () => 1) }],
  ["a list of numbers", { spec: { field: makeList(values, () => 1) } }],
  ["a list of named items", { spec: { field: makeList(values / 2, (index) => ({ name: `n${index}` })) } }],
  ["a list of deep blocks", { spec: { field: makeList(values / 60, () => deep) } }],
  ["feature gates", { spec: { kubernetes: { kubeAPIServer: { featureGates: makeFields(values, () => true) } } } }],
  [
    "encrypted resources",
    {
      spec: {
        kubernetes: { kubeAPIServer: { encryptionConfig: { resources: makeList(values, (index) => `r${index}`) } } },
      },
    },
  ],
  [
    "a pool with labels",
    { spec: { provider: { workers: [pool(0, { labels: makeFields(values - 20, () => "v") })] } } },
  ],
  ["tolerations", { spec: { tolerations: makeList(values / 2, (index) => ({ key: `k${index}` })) } }],
  ["a version without end", { spec: { kubernetes: { version: `1.${"1".repeat(bytes / 8)}` } } }],
  ["a prerelease without end", { spec: { kubernetes: { version: `1.2.3-${"a.".repeat(bytes / 16)}a` } } }],
  [
    "a window without end",
    { spec: { maintenance: { timeWindow: { begin: "0".repeat(bytes / 8), end: "0".repeat(bytes / 8) } } } },
  ],
];

const acts: readonly WorstRequest[] = [
  ...patches.map(([name, patch]) => ({ name, body: { act: { kind: "change", about: "manifest", patch } } })),
  {
    name: "an operation on pools",
    body: {
      act: { kind: "operation", id: "rollout-workers", pools: makeList(100, (index) => `p${index}`), when: "now" },
    },
  },
  { name: "an operation that is not planned", body: { act: { kind: "unschedule", operation: "x".repeat(2_000) } } },
  { name: "deletion", body: { act: { kind: "delete" } } },
];

const draft = {
  kind: "Shoot",
  metadata: { name: "elm" },
  spec: {
    cloudProfile: { name: "aws" },
    region: "eu-central-1",
    credentialsBindingName: "aws-account",
    kubernetes: { version: "1.34.9" },
    provider: { type: "aws", workers: [pool(0)] },
    networking: { type: "calico", nodes: "10.250.0.0/16", pods: "100.96.0.0/11", services: "100.64.0.0/13" },
  },
};

/** New clusters with the patches above. */
const drafts: readonly WorstRequest[] = patches.map(([name, patch]) => ({
  name,
  body: { project: sampleCluster.project, shoot: applyMergePatch(draft, patch) },
}));

/** The hash is replaced by that of a real preview before the request is sent. */
const confirmed = { uid: sampleUid, resourceVersion: "7", previewHash: "h".repeat(43) };

/** Views with very long queries; Node.js refuses more than 16 kB of URL and headers. */
const views: readonly WorstRequest[] = [
  { name: "all layers", query: "?layer=forced,k8s,image,stage,rotation,window&unused=1" },
  { name: "values of a filter", query: `?project=${joined(200, (index) => `p${index}`)}` },
  { name: "excluded values", query: `?project=${joined(200, (index) => `-p${index}`)}` },
  { name: "patterns", query: `?k8s=${joined(200, (index) => `*1*${index}*.*.*`)}` },
  { name: "a long pattern", query: `?k8s=${"*1".repeat(100)}` },
  { name: "keys that nobody knows", query: `?${joined(1_500, (index) => `k${index}=1`, "&")}` },
  { name: "the same key", query: `?${joined(1_500, () => "project=p", "&")}` },
  { name: "words", query: `?q=${joined(200, () => "e", "+")}` },
  { name: "columns to sort by", query: `?sort=${joined(2_000, () => "name")}` },
  { name: "days", query: `?forceIn=${joined(190, (index) => `..${index}d`)}&hop=minor,patch,image&deadend=1` },
  { name: "a table", query: "?format=csv" },
];

/** Length of a token that just fits into the session cookies. */
const longestToken = 6_000;

const nodeName = (index: number) => `node-${index}.${"a".repeat(240)}`;

/** For every method of every route, the requests with the most work. A test fails when a route is missing. */
export const worstRequests: ReadonlyMap<string, readonly WorstRequest[]> = new Map<string, readonly WorstRequest[]>([
  ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map(
    (method) => [`${method} /api/[[...path]]`, plain] as const,
  ),
  ["GET /livez", plain],
  ["GET /readyz", plain],
  ["GET /api/calendar", views],
  ["GET /api/clusters/[project]/[name]", plain],
  ["GET /api/clusters/[project]/[name]/activity", plain],
  ["GET /api/clusters/[project]/[name]/checklist", plain],
  [
    "POST /api/clusters/[project]/[name]/checklist",
    [
      { name: "a row", body: { kind: "add-row", text: "x".repeat(200) } },
      {
        name: "a reason",
        body: { kind: "tick", item: "a".repeat(63), rotation: "2026-01-01T00:00:00Z", reason: "x".repeat(500) },
      },
      { name: "blanks around a row", body: { kind: "add-row", text: `${" ".repeat(60_000)}x` } },
    ],
  ],
  ["GET /api/clusters/[project]/[name]/cloud-credentials", plain],
  ["GET /api/clusters/[project]/[name]/forecast", plain],
  [
    "POST /api/clusters/[project]/[name]/forecast/dry-run",
    [{ name: "the next run", body: { uid: sampleUid, resourceVersion: "7" } }],
  ],
  [
    "POST /api/clusters/[project]/[name]/contents",
    [{ name: "as administrator", body: { to: "1.35.12345", asAdministrator: true } }],
  ],
  [
    "POST /api/clusters/[project]/[name]/nodes",
    [{ name: "events", body: { continue: "c".repeat(4_096), follow: makeList(maxNodesPerRequest, nodeName) } }],
  ],
  [
    "POST /api/clusters/[project]/[name]/nodes/operations",
    [
      {
        name: "units on nodes",
        body: {
          uid: "u",
          act: { kind: "restart", units: makeList(20, (index) => `${"u".repeat(250)}${index}`) },
          nodes: makeList(maxNodesPerRequest, (index) => ({ name: nodeName(index), uid: "u", resourceVersion: "1" })),
        },
      },
    ],
  ],
  [
    "POST /api/clusters/[project]/[name]/operations",
    acts.map(({ name, body }) => ({ name, body: { ...confirmed, ...(body instanceof Object ? body : {}) } })),
  ],
  ["POST /api/clusters/[project]/[name]/preview", acts],
  [
    "POST /api/clusters/[project]/[name]/reveal",
    [{ name: "a kubeconfig", body: { what: "viewer-kubeconfig", expirationSeconds: 86_400 } }],
  ],
  ["GET /api/clusters/[project]/[name]/seeds", plain],
  ["GET /api/clusters/[project]/[name]/move", plain],
  ["GET /api/clusters/[project]/[name]/yaml", plain],
  ["GET /api/cluster-templates", [{ name: "of a project", query: `?project=${sampleCluster.project}` }]],
  ["POST /api/cluster-templates", worstTemplates],
  ["GET /api/freezes", plain],
  ["POST /api/freezes", [worstFreeze]],
  ["GET /api/staged-runs", plain],
  ["POST /api/staged-runs", [worstStagedProgress]],
  ["POST /api/staged-runs/new", [worstStagedRun]],
  ["GET /api/feeds", plain],
  [
    "POST /api/feeds",
    [{ name: "a long view", body: { name: "n".repeat(80), query: `?q=${"a".repeat(1_890)}`, alarms: true } }],
  ],
  ["GET /api/feeds/[feed]", plain],
  ["DELETE /api/feeds/[feed]", plain],
  ["GET /api/fleet", views],
  ["GET /api/figures", [{ name: "a long search", query: `?q=${"a ".repeat(4_000)}` }]],
  ["GET /api/forecast", views],
  [
    "POST /api/oidc/callback",
    [{ name: "a long query", body: { search: `?${joined(1_500, (index) => `k${index}=1`, "&")}`.slice(0, 12_000) } }],
  ],
  ["POST /api/oidc/login", [{ name: "a long address", body: { next: `/${"a/".repeat(2_040)}` } }]],
  ["GET /api/new-cluster", [{ name: "of a project", query: `?project=${sampleCluster.project}` }]],
  ["POST /api/new-cluster", drafts],
  ["POST /api/new-cluster/preview", drafts],
  ...worstProjectRequests,
  ...worstLandscapeRequests,
  ["POST /api/profiles/[name]/preview", worstProfileChanges],
  ["GET /api/profiles/[name]", plain],
  ["POST /api/profiles/[name]", worstProfileChanges],
  ["GET /api/session", plain],
  [
    "POST /api/session",
    [
      { name: "a long token", body: { method: "token", token: "t".repeat(longestToken) } },
      { name: "a long token with a body", body: { method: "token", token: `e30.${"A".repeat(longestToken - 6)}.s` } },
      { name: "blanks around a token", body: { method: "token", token: `${" ".repeat(60_000)}t` } },
    ],
  ],
  ["DELETE /api/session", plain],
  ["DELETE /api/session/everywhere", plain],
  ["GET /api/session/gardenlets", plain],
  ["GET /api/session/kubeconfig", plain],
  ["GET /api/session/permissions", [{ name: "of a project", query: "?project=payments" }]],
  ["POST /api/session/refresh", [{ name: "again", body: { refused: true, again: true } }]],
  ["GET /api/shoot-schema", plain],
  ["GET /api/gardens", plain],
  ["GET /api/languages/[language]", plain],
  ["GET /api/sign-in", plain],
  ["GET /api/stream", [{ name: "from an unknown place", query: `?cursor=${"c".repeat(8_000)}` }]],
  ["GET /api/versions", plain],
  ["GET /api/since", [{ name: "the clusters of a change", query: `?line=${"c".repeat(300)}` }]],
  ["POST /api/since", [{ name: "what was seen", body: { kind: "seen", mark: "m".repeat(60) } }]],
  ["GET /api/notices", plain],
  [
    "POST /api/notices",
    [
      {
        name: "a long address",
        body: {
          kind: "save",
          name: "n".repeat(80),
          subject: { kind: "view", address: `/clusters?q=${"a".repeat(1_980)}` },
          events: {
            unhealthy: 5,
            forced: 180,
            forecast: true,
            deadEnd: true,
            rotation: true,
            notReady: 90,
            earlierEnd: true,
            held: true,
            ends: 180,
            others: true,
          },
        },
      },
    ],
  ],
  [
    "POST /api/notices/destinations",
    [
      {
        name: "a long address",
        body: {
          kind: "add-webhook",
          name: "n".repeat(80),
          shape: "json",
          url: `https://receiver.example/${"a".repeat(1_975)}`,
          when: { kind: "daily", hour: 23, zone: "America/Argentina/ComodRivadavia" },
        },
      },
    ],
  ],
  ["GET /api/settings", plain],
  [
    "POST /api/settings",
    [{ name: "many keys", body: { theme: "dark", keymap: makeList(60, (index) => `a=${index % 10}`).join(" ") } }],
  ],
  ["GET /api/views", plain],
  [
    "POST /api/views",
    [
      {
        name: "a long address",
        body: { kind: "save", name: "n".repeat(80), address: `/clusters?q=${"a".repeat(1_980)}` },
      },
    ],
  ],
  ["POST /api/versions/whatif", worstSimulations],
]);

/** Requests slightly above a limit, and the number that the error message must contain. */
export const excessiveRequests: readonly (WorstRequest & { readonly route: string; readonly limit: number })[] = [
  excessiveAct("too many pools", { spec: { provider: { workers: makeList(pools + 1, pool) } } }, pools),
  excessiveAct(
    "too many schedules",
    { spec: { hibernation: { schedules: makeList(schedules + 1, () => ({})) } } },
    schedules,
  ),
  excessiveAct("too many labels", { metadata: { labels: makeFields(labels + 1, () => "v") } }, labels),
  excessiveAct(
    "too many annotations",
    { metadata: { annotations: makeFields(annotations + 1, () => "v") } },
    annotations,
  ),
  excessiveAct(
    "too many operations",
    noted(
      "gardener.cloud/operation",
      joined(operations + 1, () => "reconcile", ";"),
    ),
    operations,
  ),
  excessiveAct("too many values", { spec: makeFields(actBodyLimits.values, () => 1) }, actBodyLimits.values),
  excessiveAct("an endless version", { spec: { kubernetes: { version: "1".repeat(bytes) } } }, 1_000_000),
  ...excessiveSimulations,
  {
    route: "POST /api/profiles/[name]/preview",
    name: "too many values",
    body: { uid: "u", resourceVersion: "7", spec: { list: makeList(profileChangeBodyLimits.values, () => 1) } },
    limit: profileChangeBodyLimits.values,
  },
  {
    route: "GET /api/forecast",
    name: "too many values",
    query: `?project=${joined(201, (index) => `p${index}`)}`,
    limit: 200,
  },
  { route: "GET /api/calendar", name: "too many words", query: `?q=${joined(201, () => "e", "+")}`, limit: 200 },
  { route: "GET /api/calendar", name: "too long a value", query: `?k8s=${"1".repeat(201)}`, limit: 200 },
];

function excessiveAct(name: string, patch: object, limit: number) {
  const body = { act: { kind: "change", about: "manifest", patch } };
  return { route: "POST /api/clusters/[project]/[name]/preview", name, body, limit };
}

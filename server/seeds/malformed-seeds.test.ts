import { expect, test } from "vitest";
import { GET } from "#app/api/clusters/[project]/[name]/move/route.ts";
import { moveSeedAct } from "#lib/act/plan/move-seed-act.ts";
import { moveDestinationsSchema } from "#lib/contract/migration/move-destinations.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { TransportResponse } from "#server/garden/transport.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";

const provider = { type: "aws", region: "eu-central-1" };
const forms: readonly (readonly [string, object])[] = [
  ["has no spec", { spec: null }],
  ["has no provider", { spec: {} }],
  ["has no region", { spec: { provider: { type: "aws" } } }],
  ["has numbers for texts", { spec: { provider: { type: 1, region: 2, zones: [3] } } }],
  ["has taints in a text", { spec: { provider, taints: "x" } }],
  ["has taints that are texts", { spec: { provider, taints: ["x", null] } }],
  [
    "has texts for networks, domains and backup",
    { spec: { provider, networks: "x", dns: "x", ingress: 1, backup: 1 } },
  ],
  ["has settings in a text", { spec: { provider, settings: "x", accessRestrictions: {} } }],
  ["has no status", { status: null }],
  ["has conditions by name", { status: { conditions: {}, allocatable: [] } }],
  ["has conditions that are texts", { status: { conditions: ["x", null], gardener: "v1" } }],
];
const name = "ali-eu1";

/** What the garden answers for the fields of the Seed. */
let form: object = {};
const demo = startDemoTestBed({
  garden: { speed: 0 },
  people: ["operator"],
  wrap: (inner) => ({
    close: () => inner.close(),
    async send(request) {
      const answer = await inner.send(request);
      const isOfSeeds = request.method === "GET" && /\/seeds(\/|$)/.test(request.url.pathname);
      return isOfSeeds && !request.url.searchParams.has("watch") ? { ...answer, body: withForm(answer.body) } : answer;
    },
  }),
});

async function* withForm(body: TransportResponse["body"]): TransportResponse["body"] {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const answer: unknown = JSON.parse(Buffer.concat(chunks).toString());
  const isIt = (value: unknown) => isRecord(value) && isRecord(value.metadata) && value.metadata.name === name;
  const changed = (value: unknown) => (isRecord(value) && isIt(value) ? { ...value, ...form } : value);
  const whole =
    isRecord(answer) && Array.isArray(answer.items) ? { ...answer, items: answer.items.map(changed) } : answer;
  yield Buffer.from(JSON.stringify(changed(whole)));
}

test.each(forms)("a Seed that %s hides neither the other destinations nor its own preview", async (_what, fields) => {
  form = fields;
  const params = { project: "shop", name: "storefront-eu" };
  const { seeds } = await parseOkResponse(await demo.call(GET, "operator", { params }), moveDestinationsSchema);
  expect(seeds.map((seed) => seed.name)).toEqual(expect.arrayContaining([name, "aws-eu3", "gcp-eu1"]));
  const preview = await demo.as("operator").preview(params.project, params.name, moveSeedAct(name));
  expect(preview.status, await preview.text()).toBe(200);
});

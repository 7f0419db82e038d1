import { expect, test } from "vitest";
import { GET } from "#app/api/session/gardenlets/route.ts";
import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import { gardenletsSchema } from "#lib/contract/garden/gardenlets.ts";
import { sessionSchema } from "#lib/contract/session.ts";
import { seeds } from "#lib/kube/resource.ts";
import { gardenletsLabel } from "#lib/words/seeds/gardenlets-label.ts";
import { clusterRoles } from "#server/testing/cluster-roles.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { releasesOf } from "./serve-gardenlets.ts";

const demo = startDemoTestBed({
  garden: { speed: 0 },
  people: ["operator"],
  env: { GARDENER_FEATURE_GATES: "CloudProfileCapabilities=false, Unheard=true" },
});

const read = async (person: string) =>
  parseOkResponse(await demo.call(GET, person, { path: "/api/session/gardenlets" }), gardenletsSchema);

test("an operator sees how many Seeds run which gardenlet, the newest release first", async () => {
  const { releases = [] } = await read("operator");
  const all = demo.embedded.api.list({ resource: seeds });
  expect(releases.reduce((sum, each) => sum + each.seeds, 0)).toBe(all.length);
  expect(releases.length).toBeGreaterThan(0);
  const minors = releases.map(({ release = "" }) => Number(release.split(".")[1]));
  expect(minors).toEqual([...minors].sort((a, b) => b - a));
});

test("of more than twenty releases the newest are listed, and how many there are besides is said", () => {
  const seedOf = (version: string) => ({
    metadata: { name: "seed" },
    spec: { provider: { type: "aws", region: "eu" } },
    status: { gardener: { version } },
  });
  const found = [
    ...Array.from({ length: 22 }, (_, index) => seedOf(`v1.${100 + index}.0`)),
    ...["custom", "custom", "v1.121.0"].map(seedOf),
  ];
  const label = gardenletsLabel(releasesOf(found));
  expect(label).toMatch(/^v1\.121\.0 on 2 Seeds, .*v1\.102\.0 on 1 Seed and 3 more releases on 4 Seeds$/);
  expect(gardenletsLabel(releasesOf(found.slice(0, 20)))).not.toContain("more");
});

test("gates that the operator of Almanac sets reach the session and the pages of clusters, and unknown ones do not", async () => {
  const operator = demo.as("operator");
  const gates = { CloudProfileCapabilities: false };
  expect(sessionSchema.parse(await (await operator.session()).json())).toMatchObject({ gates });
  const [row] = demo.app.fleet.store.rows({ all: true, namespaces: new Set() });
  const { project, name } = row ?? { project: "", name: "" };
  const { view } = clusterDetailSchema.parse(await (await operator.cluster(project, name)).json());
  expect(view.gates).toEqual(gates);
});

test("who is not allowed to list Seeds learns nothing of them", async () => {
  const role = { resource: clusterRoles, name: "gardener.cloud:system:read-global-resources" };
  demo.embedded.api.patch(role, { rules: [] });
  expect(await read("viewer")).toEqual({});
});

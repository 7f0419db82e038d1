import { expect, test } from "vitest";
import { GET as getActivity } from "#app/api/clusters/[project]/[name]/activity/route.ts";
import { GET as getChecklist, POST as postChecklist } from "#app/api/clusters/[project]/[name]/checklist/route.ts";
import { POST as postReveal } from "#app/api/clusters/[project]/[name]/reveal/route.ts";
import { GET as getCluster } from "#app/api/clusters/[project]/[name]/route.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { configMaps, events, secrets, shoots } from "#lib/kube/resource.ts";
import { hasHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { ProblemError, problemResponse, toProblem } from "./problem.ts";

/** Has control characters for the writing direction, with which a browser could show "safe" followed by "on". */
const spoof = "safe \u202eno";
const shown = "safe ⟨U+202E⟩no";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const namespace = "garden-payments";
const cluster = { project: "payments", name: "acquiring" };

const demo = startDemoTestBed({ garden: { speed: 0 }, plant });

function plant({ api }: EmbeddedGarden): void {
  const shoot = { resource: shoots, namespace, name: cluster.name };
  api.patch(shoot, { metadata: { annotations: { note: spoof } } });
  const uid = api.get(shoot)?.metadata.uid;
  const event = {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "acquiring.spoof", namespace },
    ...{ involvedObject: { kind: "Shoot", namespace, name: cluster.name, uid }, reason: "Spoof", message: spoof },
    ...{ type: "Normal", count: 1, lastTimestamp: "2026-11-21T10:00:00Z" },
  };
  api.create({ resource: events, namespace }, event);
  const monitoring = { resource: secrets, namespace, name: `${cluster.name}.monitoring` };
  api.patch(monitoring, { data: { username: base64(spoof), password: base64("p") } });
  const checklist = JSON.stringify({ rows: [{ id: "row-1", text: spoof, by: "eve" }], ticks: [] });
  const kept = { resource: configMaps, namespace, name: `${cluster.name}.almanac-checklist` };
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: kept.name }, data: { checklist } };
  api.create({ resource: configMaps, namespace }, map);
}

test.each<[string, typeof getCluster, object | undefined]>([
  ["the cluster", getCluster, undefined],
  ["its activity", getActivity, undefined],
  ["the checklist of its rotation", getChecklist, undefined],
  ["a changed checklist", postChecklist, { kind: "add-row", text: "mine" }],
  ["a revealed credential", postReveal, { what: "monitoring" }],
])("%s: characters that nobody sees are named in what is answered", async (_, route, body) => {
  const response = await demo.call(route, "operator", { params: cluster, body });
  const text = await response.text();
  expect(hasHiddenCharacters(text)).toBe(false);
  expect(text).toContain(shown);
});

test("the garden's own words in a refusal, too", async () => {
  const facts = { gardenMessage: spoof };
  const text = await problemResponse(toProblem(new ProblemError("refused-by-garden", facts), "r1")).text();
  expect(hasHiddenCharacters(text)).toBe(false);
  expect(text).toContain(shown);
});

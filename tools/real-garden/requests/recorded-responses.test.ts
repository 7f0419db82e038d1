import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { triesAllCases } from "#lib/testing/case-count.fixture.ts";
import { type EmbeddedComparedGarden, startEmbeddedComparedGarden } from "./ask-embedded-garden.ts";
import { explanationOfDifference, fetchComparedResponse, firstDifference } from "./compare-requests.ts";
import { formatRecordedResponses, keyOfCase, parseRecordedResponses } from "./recorded-responses.ts";
import { type RequestCase, shootPathOf } from "./request-cases.ts";

const recorded = parseRecordedResponses(readFileSync(new URL("./answers.json", import.meta.url), "utf8"));
let garden: EmbeddedComparedGarden | undefined;

beforeAll(async () => {
  garden = await startEmbeddedComparedGarden(recorded.at);
});
afterAll(() => garden?.stop());

/** The requests about the recorded clusters, generated from the current landscape. */
function casesToday({ shoots, casesOf }: EmbeddedComparedGarden): readonly RequestCase[] {
  return shoots.filter((shoot) => recorded.clusters.has(shootPathOf(shoot))).flatMap(casesOf);
}

test("the embedded garden answers our own requests as Gardener's API server did", async () => {
  if (!garden) throw new Error("the garden has not started");
  const differing: string[] = [];
  const cases = casesToday(garden);
  const asked = new Set(cases.map(keyOfCase));
  expect(recorded.answers.size).toBeGreaterThanOrEqual(1_400);
  // After changes of landscape or requests, record again: npm run real-garden -- import requests --answers FILE
  expect([...recorded.answers.keys()].filter((key) => !asked.has(key))).toEqual([]);
  for (const wanted of cases.filter((_, index) => triesAllCases || index % 5 === 0)) {
    const real = recorded.answers.get(keyOfCase(wanted));
    if (real === undefined) continue;
    const here = await fetchComparedResponse(garden, wanted);
    const part = firstDifference(here, real);
    if (part === undefined || explanationOfDifference(wanted, part) !== undefined) continue;
    differing.push(`${keyOfCase(wanted)}: ${JSON.stringify(here)}, there ${JSON.stringify(real)}`);
  }
  expect(differing).toEqual([]);
});

test("what is written down is read again, each distinct answer once", () => {
  const of = (cluster: string, code: number) => {
    const request = { method: "GET", path: "/" };
    return { wanted: { area: "a", name: "b", cluster, person: "p", request }, real: { code } };
  };
  const text = formatRecordedResponses([of("x/1", 200), of("x/2", 403), of("x/3", 200)], "v1.0.0", new Date(0));
  expect(text.split("\n")).toEqual([
    '{"release":"v1.0.0","at":"1970-01-01T00:00:00.000Z","answers":[',
    '["a","b",[[["x/1","x/3"],{"code":200}],[["x/2"],{"code":403}]]]',
    "]}",
    "",
  ]);
  expect(parseRecordedResponses(text).answers.get("a, b @ x/3")).toEqual({ code: 200 });
});

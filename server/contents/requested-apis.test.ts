import fc from "fast-check";
import { expect, test } from "vitest";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { requestedApisIn } from "./requested-apis.ts";

async function* inPieces(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const head =
  "# HELP apiserver_requested_deprecated_apis [STABLE] Gauge\n# TYPE apiserver_requested_deprecated_apis gauge\n";
const series = (labels: string, value = "1") => `apiserver_requested_deprecated_apis{${labels}} ${value}\n`;
const flowSchemas =
  'group="flowcontrol.apiserver.k8s.io",removed_release="1.32",resource="flowschemas",subresource="",version="v1beta3"';

test("requested APIs are read from the API server's metrics, however they are cut into pieces", async () => {
  const other = `apiserver_requested_deprecated_apis_total{group="x"} 1\nprocess_start_time_seconds 1.7e+09\n`;
  const text = `${head}${series(flowSchemas)}${other}${series('group="",removed_release="",resource="componentstatuses",subresource="",version="v1"')}`;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 600 }), async (size) => {
      expect(await requestedApisIn(inPieces(text, size))).toEqual({
        state: "read",
        isComplete: true,
        unreadable: 0,
        items: [
          {
            group: "flowcontrol.apiserver.k8s.io",
            version: "v1beta3",
            resource: "flowschemas",
            subresource: "",
            removedRelease: "1.32",
          },
          { group: "", version: "v1", resource: "componentstatuses", subresource: "", removedRelease: undefined },
        ],
      });
    }),
    { numRuns: caseCount(20, 200) },
  );
});

test("an API whose series is zero was not requested", async () => {
  expect(await requestedApisIn(inPieces(`${head}${series(flowSchemas, "0")}`))).toMatchObject({ items: [] });
});

test("metrics without a requested API are read, and a page that holds no metrics is unreadable", async () => {
  expect(await requestedApisIn(inPieces(head))).toMatchObject({ state: "read", items: [], isComplete: true });
  expect(await requestedApisIn(inPieces("<html>Sign in</html>"))).toEqual({ state: "unread", why: "unreadable" });
  expect(await requestedApisIn(inPieces(""))).toEqual({ state: "unread", why: "unreadable" });
});

test("series that are malformed or too long are counted, and those after them are read", async () => {
  const odd = [
    series("", "1"),
    series('version="v1', "1"),
    series(flowSchemas, "many"),
    series(`a="${"x".repeat(9_999)}"`),
  ];
  const found = await requestedApisIn(inPieces(`${head}${odd.join("")}${series(flowSchemas)}`, 4_096));
  expect(found).toMatchObject({ state: "read", unreadable: odd.length, items: [{ resource: "flowschemas" }] });
});

test("metrics without end are read for 64 MB, of which only the series are held", async () => {
  let pieces = 0;
  async function* endless() {
    yield Buffer.from(`${head}${series(flowSchemas)}`);
    const piece = Buffer.from(`${"x".repeat(99)}\n`.repeat(10_000));
    for (; ; pieces += 1) yield piece;
  }
  expect(await requestedApisIn(endless())).toMatchObject({ state: "read", isComplete: false, items: [{}] });
  expect(pieces).toBeLessThan(70);
});

test("more series than any API server has are cut", async () => {
  const many = series(flowSchemas).repeat(3_000);
  const found = await requestedApisIn(inPieces(`${head}${many}`, 65_536));
  expect(found).toMatchObject({ state: "read", isComplete: false });
  expect(found.state === "read" && found.items.length).toBe(1_000);
});

// In quadratic time, these lines take longer than any test may.
test("long labels that are none are read in linear time", async () => {
  const odd = `apiserver_requested_deprecated_apis{${"a".repeat(1_990)}} 1\n`.repeat(1_000);
  for (let run = 0; run < 8; run += 1) {
    const found = await requestedApisIn(inPieces(`${head}${odd}`, 65_536));
    expect(found).toMatchObject({ state: "read", items: [], unreadable: 1_000 });
  }
});

import { expect, test } from "@playwright/test";
import { OtlpCollector } from "#server/testing/otlp-collector.ts";
import { SharedTestSetup } from "#tools/bench/faults/farm.ts";
import { TestBed } from "#tools/bench/faults/test-bed.ts";

/** Starts the production build, a garden in a separate process, and a trace collector. */
let farm: SharedTestSetup;

test.beforeAll(async () => {
  farm = await SharedTestSetup.open({ judgesTime: false, people: 1 });
});

test.afterAll(() => farm.close());

test("pages, answers, acts and changes are told to the collector, and nothing that is secret", {
  tag: "@all",
}, async () => {
  const collector = await OtlpCollector.open();
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: "1",
    OTEL_SERVICE_NAME: "almanac-of-a-journey",
  };
  const world = await TestBed.open(farm, { environment });
  try {
    const viewer = await world.calm();
    const person = await world.person();
    const [shoot] = farm.garden.shoots;
    const path = `/api/clusters/${shoot?.project}/${shoot?.name}`;
    expect((await person.get(`${path}?note=canary`)).status).toBe(200);
    expect((await person.get(`/clusters/${shoot?.project}/${shoot?.name}`)).status).toBe(200);
    const act = { kind: "operation", id: "reconcile", when: "now" };
    expect((await person.send("POST", `${path}/preview`, { act })).status).toBe(200);
    await world.mark();
    expect(await world.liveAgain(viewer)).toBeDefined();
    viewer.close();
    // A process that is stopped sends its pending spans first.
    expect(await world.product.end("SIGTERM")).toBe(0);
    const trees = collector.spans.filter(({ parent }) => parent === "").map((span) => collector.treeOf(span));
    expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(["almanac-of-a-journey"]));
    expect(trees).toContainEqual(
      expect.stringMatching(/^GET \/api\/clusters\/\[project\]\/\[name\] \[read \[.*get shoots.*\]\]$/),
    );
    expect(trees).toContainEqual(
      expect.stringMatching(/^POST \/api\/clusters\/\[project\]\/\[name\]\/preview \[preview \[.*get shoots.*\]\]$/),
    );
    expect(trees).toContain("GET /clusters/[project]/[name]");
    expect(trees).toContain("GET /api/stream [read]");
    expect(trees).toContain("change of shoots [frames, row]");
    const everything = Buffer.concat(collector.bodies).toString("latin1");
    for (const secret of ["canary", person.cookie, farm.readers[0] ?? "", `${shoot?.name}`]) {
      expect(everything).not.toContain(secret);
    }
  } finally {
    await world.close();
    collector.close();
  }
});

import { describe, expect, test } from "vitest";
import { createFrontServer, type NodeRequestHandler } from "#server/start/front-server.ts";
import { signInAs } from "#server/testing/browser.ts";
import { canariesIn, plantCanaries } from "#server/testing/canaries.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { connectEmbeddedGarden } from "#server/testing/embedded-garden.ts";
import { listenOnLoopback } from "#server/testing/listen-on-loopback.ts";
import { startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { createMetricsServer } from "./metrics-server.ts";

const demo = startDemoTestBed({ env: { METRICS_PORT: "9100" } });

describe("S12, S20: the metrics", () => {
  test("count what was served and asked, and name no user, project or cluster", async () => {
    const { processMetrics: metrics } = demo.app;
    if (metrics === undefined) throw new Error("no metrics");
    const projects = plantCanaries(demo.embedded.api);
    const browser = await signInAs("owner-commerce");
    await browser.cluster("payments", "ledger-eu");
    await browser.operate("payments", "ledger-eu", {});
    browser.close();
    const answer: NodeRequestHandler = async ({ url }, response) => {
      if (url === "/api/stream") response.setHeader("content-type", "text/event-stream");
      response.end("ok");
    };
    const door = await listenOnLoopback(createFrontServer(answer, { metrics }));
    await fetch(`${door.url}/clusters/payments/ledger-eu?q=secret`);
    await fetch(`${door.url}/api/stream`);
    door.close();
    const scrape = await listenOnLoopback(createMetricsServer(metrics));
    const response = await fetch(`${scrape.url}/metrics`);
    const text = await response.text();
    expect(response.headers.get("content-type")).toContain("text/plain");
    expect(text).toContain(
      'almanac_http_request_duration_seconds_count{route="/clusters/[project]/[name]",method="GET",status="200"} 1',
    );
    expect(text).not.toContain('route="/api/stream"');
    expect(text).toMatch(
      /almanac_upstream_request_duration_seconds_count\{verb="watch",resource="shoots",code="200"\} \d+/,
    );
    expect(text).toContain('almanac_acts_total{audit="sign-in",result="done"} 1');
    expect(text).toContain('almanac_acts_total{audit="operation",result="invalid-request"} 1');
    expect(text).toMatch(/^almanac_ready 1$/m);
    expect(text).toContain('almanac_watch_relists_total{resource="shoots",reason="start"} 1');
    expect(text).toMatch(/^almanac_watch_last_heard_seconds\{resource="shoots"\} \d/m);
    expect(text).toContain("# TYPE almanac_watch_restarts_total counter");
    expect(text).toContain("# TYPE almanac_watch_malformed_total counter");
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(canariesIn(text, projects)).toEqual([]);
    expect(text).not.toMatch(/payments|ledger|ravi|harborline|secret/);
    expect((await fetch(`${scrape.url}/api/fleet`)).status).toBe(404);
    scrape.close();
  });
});

test("without METRICS_PORT nothing is counted", async () => {
  const plain = await startRouteTestBed({ found: connectEmbeddedGarden(demo.embedded) });
  expect(plain.app.processMetrics).toBeUndefined();
  await plain.stop();
});

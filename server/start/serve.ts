import "server-only";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getRunningGardens, readProcessConfig } from "#server/app/almanac.ts";
import type { Gardens, ServedGarden } from "#server/app/gardens.ts";
import { livez, readyz } from "#server/app/probes.ts";
import type { Config } from "#server/config/config.ts";
import { listenerEnvironmentFor } from "#server/config/listener.ts";
import { isLoopback } from "#server/config/loopback.ts";
import type { Metrics } from "#server/metrics/metrics.ts";
import { createMetricsServer } from "#server/metrics/metrics-server.ts";
import { buildWhenNeeded } from "./build.ts";
import { BuildFiles } from "./build-files.ts";
import { openPort } from "./front-server/open-port.ts";
import type { Probe } from "./front-server/probe.ts";
import { RequestQueues } from "./front-server/request-queues.ts";
import { RouteBodyRules, routeBodyRulesFile } from "./front-server/route-body-rules.ts";
import securityHeaders from "./front-server/security-headers.json" with { type: "json" };
import { createFrontServer } from "./front-server.ts";
import { startIdleGarbageCollection } from "./idle-garbage-collection.ts";
import { sealPrototypes } from "./seal-prototypes.ts";
import { stopOnSignals, stopWithNpm } from "./stop.ts";
import { warmUp } from "./warm-up.ts";
import { formatWelcomeText, type WelcomeGarden } from "./welcome.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
/** After this, pages are warmed up even if no clusters were read. */
const longestWaitForFleetMs = 15_000;
const say = (text: string) => void process.stdout.write(text);

interface ServeOptions {
  /** After this time, pages and routes that are not loaded yet are loaded on first use. */
  readonly warmUpPatienceMs?: number;
}

/** Starts Almanac and serves requests until a signal ends the process. Exits with a message if it cannot start. */
export async function serve(options: ServeOptions = {}): Promise<void> {
  stopWithNpm();
  try {
    await start(readProcessConfig(), options);
  } catch (error) {
    process.stderr.write(`Almanac cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function start(config: Config, { warmUpPatienceMs }: ServeOptions): Promise<void> {
  // Checked before the build, because another running Almanac may be using the last build in this folder.
  await refuseTakenPort(config);
  await buildWhenNeeded({ root, output: process.stdout });
  Object.assign(process.env, listenerEnvironmentFor(config));
  // Loads Next.js while the garden's objects are being read.
  const [gardens, web] = await Promise.all([getRunningGardens(), preparedNext(config)]);
  const handle = web.getRequestHandler();
  const crowd = new RequestQueues();
  const server = createFrontServer(handle, {
    crowd,
    metrics: gardens.metrics,
    tracing: gardens.tracing,
    trustedHops: config.trustedProxyHops,
    sessionOf: async (cookieHeader) => {
      const { boundary } = await getRunningGardens();
      const reading = await boundary.readSession(cookieHeader);
      return reading.kind === "active" || reading.kind === "lapsed"
        ? boundary.personOf(reading.session.user.name)
        : undefined;
    },
    buildFiles: await BuildFiles.of(path.join(root, ".next", "static"), securityHeaders),
    files: new Set(await readdir(path.join(root, "public"))),
    bodies: RouteBodyRules.parse(await readFile(path.join(root, ".next", routeBodyRulesFile), "utf8")),
    probes: new Map<string, Probe>([
      ["/livez", livez],
      ["/readyz", async () => readyz(await getRunningGardens())],
    ]),
  });
  await openPort(server, config);
  if (gardens.metrics !== undefined) await serveMetrics(gardens.metrics, config);
  stopOnSignals({ gardens, server, closeWeb: () => web.close(), noticeMs: isLoopback(config.host) ? 0 : 5_000 });
  say(formatWelcomeText(gardens.all.map(welcomeOf), config.publicOrigin ?? urlOf(server.address())));
  // Waits until the clusters are read: without them, pages have nothing to show.
  const settled = gardens.all.map(async ({ starting }) => (await starting).fleet.settled);
  await Promise.race([Promise.all(settled), pause(longestWaitForFleetMs, undefined, { ref: false })]);
  await warmUp(handle, gardens, { crowd, patienceMs: warmUpPatienceMs });
  startRuleWatches(gardens);
  // All code that may extend prototypes has been loaded now.
  sealPrototypes();
  startIdleGarbageCollection();
}

function welcomeOf({ name, app }: ServedGarden): WelcomeGarden {
  const { gardenSummary, demoLogins = [] } = app() ?? {};
  return { name, summary: gardenSummary, demoLogins };
}

/** Starts the evaluation of watch rules and the delivery of notices, except for gardens that could not be started. */
function startRuleWatches({ all }: Pick<Gardens, "all">): void {
  for (const { starting } of all) {
    starting.then(
      ({ ruleWatch, deliverer }) => {
        ruleWatch?.start();
        deliverer?.start();
      },
      () => undefined,
    );
  }
}

async function preparedNext({ port }: Config) {
  const { default: next } = await import("next");
  // Next.js calls every loopback address localhost. With another name here, it would take a rewrite within this server
  // for an external one and send the request out again.
  const web = next({ dev: false, dir: root, hostname: "localhost", port });
  await web.prepare();
  return web;
}

async function serveMetrics(metrics: Metrics, { metricsPort, host }: Config): Promise<void> {
  const server = createMetricsServer(metrics).listen(metricsPort, host);
  await once(server, "listening");
  // An open connection of a scraper must not keep the process alive.
  server.unref();
}

async function refuseTakenPort({ port, host }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, "listening");
  } catch (cause) {
    throw new Error(`Port ${port} of ${host} cannot be had (set PORT to another): ${String(cause)}`, { cause });
  }
  probe.close();
  await once(probe, "close");
}

function urlOf(address: ReturnType<ReturnType<typeof createFrontServer>["address"]>): string {
  if (address === null || typeof address === "string") return String(address);
  return `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
}

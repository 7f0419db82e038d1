import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { buildWhenNeeded } from "#server/start/build.ts";
import { OtlpCollector } from "#server/testing/otlp-collector.ts";
import { Farm } from "./faults/farm.ts";
import type { Person } from "./faults/person.ts";
import { World } from "./faults/world.ts";
import { imageEnvironment, imageOptions } from "./image-options.ts";
import { report } from "./report.ts";

const root = path.resolve(import.meta.dirname, "..");
const rounds = 10;
/** People who read at the same time, each as often in a round as a limit lets them. */
const people = 4;
const readsOfEach = 60;

/**
 * What traces cost: what loading their packages takes, which happens only where a collector is named, and the processor time
 * of a request without a collector, with the usual share and with all of them kept. The servers take turns, and two of
 * them have no collector: what these differ by is chance.
 */
export async function benchTracing(): Promise<boolean> {
  await buildWhenNeeded({ root, output: process.stdout });
  const without = await loading("server/tracing/tracing.ts");
  const loaded = await loading("server/tracing/otlp-tracing.ts");
  report({ name: "  packages of OpenTelemetry without a collector", value: `${without.packages} of them loaded` });
  report({
    name: "  packages of OpenTelemetry with one",
    value: `${loaded.packages} files, ${(loaded.ms - without.ms).toFixed(0)} ms, ${(loaded.mib - without.mib).toFixed(1)} MiB`,
  });
  const collector = await OtlpCollector.open();
  const farm = await Farm.open({ people: 1 });
  const kept = (share: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: share });
  const worlds: World[] = [];
  try {
    for (const environment of [{}, {}, kept("0.05"), kept("1")]) {
      const options = { isDirect: true, nodeOptions: imageOptions() };
      worlds.push(await World.open(farm, { ...options, environment: { ...imageEnvironment(), ...environment } }));
    }
    const servers = await Promise.all(worlds.map(readBy));
    const taken = servers.map((): number[] => []);
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [place, server] of servers.entries()) {
        const ms = await requestMs(server);
        if (round > 0) taken[place]?.push(ms);
      }
    }
    const [off = 0, again = 0, usual = 0, all = 0] = taken.map(median);
    const beside = (ms: number) => `${ms.toFixed(3)} ms a request, ${(((ms - off) / off) * 100).toFixed(1)} %`;
    report({ name: "  without a collector", value: `${off.toFixed(3)} ms a request` });
    report({ name: "  another without a collector: chance", value: beside(again) });
    report({ name: "  one trace in twenty kept", value: beside(usual) });
    report({ name: "  every trace kept", value: beside(all) });
    return without.packages === 0;
  } finally {
    await Promise.all(worlds.map((world) => world.close()));
    await farm.close();
    collector.close();
  }
}

interface Server {
  readonly world: World;
  readonly readers: readonly Person[];
}

/** With people who have signed in. */
async function readBy(world: World): Promise<Server> {
  if ((await world.ready()) === undefined) throw new Error("Almanac does not become ready");
  const readers: Person[] = [];
  for (const token of await world.farm.peopleTokens(people)) readers.push(await world.signIn(token));
  return { world, readers };
}

/** Processor time of one read of a cluster, which asks the garden, of some hundreds. */
async function requestMs({ world, readers }: Server): Promise<number> {
  const [shoot] = world.farm.garden.shoots;
  const read = async (person: Person) => {
    for (let at = 0; at < readsOfEach; at += 1) {
      const { status } = await person.get(`/api/clusters/${shoot?.project}/${shoot?.name}`);
      if (status !== 200) throw new Error(`a cluster was answered with ${status}`);
    }
  };
  const before = world.product.cpuMs();
  await Promise.all(readers.map(read));
  return (world.product.cpuMs() - before) / (people * readsOfEach);
}

interface Loading {
  readonly ms: number;
  readonly mib: number;
  /** Files of OpenTelemetry's packages. */
  readonly packages: number;
}

/** Loads a module in a process of its own. */
async function loading(file: string): Promise<Loading> {
  const program = `
    const { registerHooks } = await import("node:module");
    let packages = 0;
    registerHooks({ load: (url, context, next) => {
      if (url.includes("/@opentelemetry/")) packages += 1;
      return next(url, context);
    } });
    const [beganMs, rss] = [performance.now(), process.memoryUsage().rss];
    await import(process.argv[1]);
    process.stdout.write([performance.now() - beganMs, (process.memoryUsage().rss - rss) / 2 ** 20, packages].join(" "));
  `;
  const words = ["--conditions=react-server", "--input-type=module", "-e", program, path.join(root, file)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root });
  const [ms = 0, mib = 0, packages = 0] = stdout.split(" ").map(Number);
  return { ms, mib, packages };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

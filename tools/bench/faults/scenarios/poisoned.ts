import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { watchLivez } from "../../livez-watch.ts";
import type { BenchGarden } from "../farm-garden.ts";
import type { Scenario, ScenarioContext, ScenarioOutcome } from "../scenario.ts";

const limits = { oneMs: 3_500, livezMs: 500, rssMib: 100 } as const;
const atOnce = 10;
const labels = { "almanac.garden/views": "shared" };

/** A reader of all ConfigMaps requests views ten times at once, while a member has stored harmful ConfigMaps. */
function poisoned(name: string, put: (garden: BenchGarden) => Promise<readonly string[]>): Scenario {
  return {
    id: "N7",
    name,
    async run(place) {
      const paths = await put(place.farm.garden);
      try {
        return await readViews(place);
      } finally {
        for (const path of paths) await place.farm.garden.send({ method: "DELETE", path }, [200, 404]);
      }
    },
  };
}

async function readViews(place: ScenarioContext): Promise<ScenarioOutcome> {
  const world = await place.world();
  await world.calm();
  const person = await world.person();
  const own = { kind: "save", name: `mine ${Date.now()}`, address: "/clusters?status=unhealthy" };
  await person.send("POST", "/api/views", own);
  world.product.forgetPeak();
  const before = world.product.memory().nowMib;
  const cpuBefore = world.product.cpuMs();
  const livez = watchLivez(world.product.port);
  const answers = await Promise.all(Array.from({ length: atOnce }, () => person.get("/api/views")));
  const longest = await livez.stop();
  const cpuMs = (world.product.cpuMs() - cpuBefore) / atOnce;
  const grewMib = world.product.memory().peakMib - before;
  const bodies = answers.map(({ status, body }): unknown => (status === 200 ? JSON.parse(body.toString()) : {}));
  const withOwn = bodies.filter((body) =>
    listAt(body, "own", "views").some((view) => stringAt(view, "name") === own.name),
  ).length;
  const slowestMs = Math.max(...answers.map(({ ms }) => ms));
  const [first] = bodies;
  const odd = listAt(first, "shared").filter((shelf) => fieldAt(shelf, "unknownForm") === true).length;
  return {
    saw: `${withOwn} of ${atOnce} with one's own, ${odd} projects' not shown, ${String(fieldAt(first, "beyond"))} not read; at most ${slowestMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of processor each, /livez ${longest.toFixed(0)} ms, RSS +${grewMib.toFixed(0)} MiB`,
    limit: `all with one's own, ≤ ${limits.oneMs} ms, /livez ≤ ${limits.livezMs} ms, RSS ≤ +${limits.rssMib} MiB`,
    met:
      withOwn === atOnce &&
      grewMib <= limits.rssMib &&
      place.farm.isSoon(slowestMs / 1000, limits.oneMs / 1000) &&
      place.farm.isSoon(longest / 1000, limits.livezMs / 1000),
  };
}

async function put(garden: BenchGarden, namespace: string, name: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const data = { views: "x".repeat(1_000_000) };
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels }, data };
  await garden.send({ method: "POST", path, body }, [201, 409]);
  return `${path}/${name}`;
}

const namespacesOf = ({ shoots }: BenchGarden) => [...new Set(shoots.map(({ namespace }) => namespace))];

export const poisonedLabels: Scenario = poisoned("66 ConfigMaps of 1 MB labelled as shared views", async (garden) => {
  const [namespace = ""] = namespacesOf(garden);
  const paths: string[] = [];
  for (let count = 0; count < 66; count += 1) paths.push(await put(garden, namespace, `poison-${count}`));
  return paths;
});

export const oversizedProjectViews: Scenario = poisoned(
  "1 MB in the place of every project's views",
  async (garden) => {
    const paths: string[] = [];
    for (const namespace of namespacesOf(garden)) paths.push(await put(garden, namespace, "almanac-views"));
    return paths;
  },
);

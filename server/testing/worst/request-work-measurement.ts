import * as z from "zod/mini";
import { isRecord } from "#lib/kube/wire.ts";
import { methods } from "#server/boundary/route-rule.ts";
import type { StaticGarden } from "../create-static-garden.ts";
import { threadCpuMs } from "../loop-work.ts";
import { paramsFor, routeHandlers, urlOfServedPath } from "../route-handlers.ts";
import { createSessionCookie, pageRequest, type RouteTestBed } from "../route-test-bed.ts";
import { sampleCluster, sampleFeed } from "./flat-landscape.ts";
import { sampleSecret } from "./many-accounts.ts";
import { measureShortestRun } from "./slowness.ts";
import type { WorstRequest } from "./worst-profile-requests.ts";

const previewed = z.object({ hash: z.string() });

type Segments = Readonly<Record<string, string>>;

interface Measured {
  readonly status: number;
  readonly bytes: number;
  /** Processor time of this thread in milliseconds, without that of the test's garden. */
  readonly workMs: number;
}

/** Measures the processor time that Almanac needs for one request, with a garden that costs almost none. */
export class RequestWorkMeasurement {
  readonly #world: RouteTestBed;
  readonly #garden: StaticGarden;
  #sessions = 0;

  constructor(world: RouteTestBed, garden: StaticGarden) {
    this.#world = world;
    this.#garden = garden;
  }

  /** Prepares a request of a new user with an unused time budget. All users share one token, like tabs of one user. */
  async prepared(
    route: string,
    { body, query = "" }: WorstRequest,
    given?: Segments,
  ): Promise<() => Promise<Response>> {
    const [method = "", path = ""] = route.split(" ");
    const handler = (await routeHandlers(path)).get(methods.find((one) => one === method) ?? "GET");
    if (handler === undefined) throw new Error(`there is no ${route}`);
    const segments = given ?? segmentsOf(path);
    this.#sessions += 1;
    const user = { name: `worst-${this.#sessions}`, groups: [] };
    const cookie = await createSessionCookie(this.#world.app, { id: user.name, user, token: "one-token" });
    const request = pageRequest(`${urlOfServedPath(path, segments)}${query}`, {
      method,
      cookie,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { "x-almanac-peer": `10.0.${this.#sessions >> 8}.${this.#sessions & 255}` },
    });
    return () => handler(request, { params: Promise.resolve(paramsFor(path, segments)) });
  }

  /** Measures a request several times, until one measurement is within the limit. */
  async judge(route: string, given: WorstRequest, mostMs: number, segments?: Segments): Promise<Measured> {
    const worst = await this.#confirmed(route, given, segments);
    return measureShortestRun(() => this.#measure(route, worst, segments), {
      keeps: ({ workMs }) => workMs <= mostMs,
      divided: (run, by) => ({ ...run, workMs: run.workMs / by }),
    });
  }

  async #measure(route: string, worst: WorstRequest, segments: Segments | undefined): Promise<Measured> {
    const call = await this.prepared(route, worst, segments);
    const worked = () => threadCpuMs() - this.#garden.workedMs();
    const beganAt = worked();
    const response = await call();
    const bytes = await bytesOf(route, response);
    return { status: response.status, bytes, workMs: worked() - beganAt };
  }

  /** Adds the hash of a real preview to a confirmation, without which it would be refused early. */
  async #confirmed(route: string, worst: WorstRequest, segments: Segments | undefined): Promise<WorstRequest> {
    if (!route.startsWith("POST ") || !route.endsWith("/[name]/operations") || !isRecord(worst.body)) return worst;
    const asked = { ...worst, body: { act: worst.body.act } };
    const preview = await this.prepared("POST /api/clusters/[project]/[name]/preview", asked, segments);
    const { hash } = previewed.parse(await (await preview()).json());
    return { ...worst, body: { ...worst.body, previewHash: hash } };
  }
}

function segmentsOf(path: string): Segments {
  if (path.includes("/key-rotation/")) return sampleSecret;
  if (path.startsWith("/api/profiles")) return { name: "aws" };
  return path.startsWith("/api/feeds") ? { feed: sampleFeed } : sampleCluster;
}

/** Size of a response; of an event stream, which does not end, only the first chunk. */
async function bytesOf(route: string, response: Response): Promise<number> {
  if (!route.endsWith("/api/stream")) return (await response.arrayBuffer()).byteLength;
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value?.byteLength ?? 0;
}

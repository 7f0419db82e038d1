import type { ListPage } from "#server/garden/garden-client.ts";
import type { GardenError } from "#server/garden/garden-error.ts";
import { pause, rejectOnAbort, type ServerClock } from "../clock.ts";
import type { CollectionTransport } from "../collection-transport.ts";
import { initialEventsEnd } from "./events.ts";
import { createListPage } from "./watch-run.ts";

type Request = "list" | "watch" | "probe";
/** What happens to a request: it fails with the error, hangs, or (undefined) is answered. */
type Fate = GardenError | "hangs" | undefined;

/** A garden with a single small resource, which a test can make fail and recover. */
export interface SimulatedGarden {
  readonly transport: CollectionTransport;
  readonly ask: (signal: AbortSignal) => Promise<void>;
  /** Makes requests fail from now on; open watches also break or become silent. */
  fail(fate: (request: Request) => Fate): void;
  recover(): void;
  /** When requests were sent, in monotonic milliseconds. A watch with initial events counts as a list. */
  readonly asked: Readonly<Record<Request, readonly number[]>>;
}

export function simulateGarden(clock: ServerClock): SimulatedGarden {
  const asked: Record<Request, number[]> = { list: [], watch: [], probe: [] };
  let fateOf: (request: Request) => Fate = () => undefined;
  let outage = Promise.withResolvers<"broken" | "silent">();

  async function answer(request: Request, signal: AbortSignal): Promise<void> {
    asked[request].push(clock.monotonicMs());
    const fate = fateOf(request);
    if (fate === "hangs") await rejectOnAbort(new Promise(() => {}), signal);
    else if (fate !== undefined) throw fate;
  }

  async function* body(fromStart: boolean, timeoutSeconds: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { promise } = outage;
    if (fromStart) yield Buffer.from(`${JSON.stringify(initialEventsEnd(5))}\n`);
    const end = await Promise.race([promise, pause(clock, timeoutSeconds * 1000, signal)]);
    if (end === "broken") throw new Error("the connection was reset");
    if (end === "silent") await rejectOnAbort(new Promise(() => {}), signal);
  }

  const never = new AbortController().signal;
  return {
    asked,
    transport: {
      async list({ signal = never }): Promise<ListPage> {
        await answer("list", signal);
        return createListPage(5, []);
      },
      async watch({ sendInitialEvents = false, timeoutSeconds = 0, signal = never }) {
        await answer(sendInitialEvents ? "list" : "watch", signal);
        return body(sendInitialEvents, timeoutSeconds, signal);
      },
    },
    ask: (signal) => answer("probe", signal),
    fail(fate) {
      fateOf = fate;
      outage.resolve(fate("watch") === "hangs" ? "silent" : "broken");
      outage = Promise.withResolvers();
    },
    recover() {
      fateOf = () => undefined;
    },
  };
}

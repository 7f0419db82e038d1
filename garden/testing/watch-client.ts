import { request } from "node:https";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";

export interface WatchEvent {
  readonly type: string;
  readonly object: unknown;
}

/** A watch that a test reads event by event, until the server or the test ends it. */
export interface OpenWatchStream {
  readonly status: number;
  /** Resolves with the next event; rejects if the stream ends before. */
  next(): Promise<WatchEvent>;
  /** Resolves with all events when the server has ended the stream. */
  rest(): Promise<readonly WatchEvent[]>;
  close(): void;
}

export function openWatch(
  garden: Pick<EmbeddedGarden, "url" | "caPem" | "identities">,
  path: string,
  { as = "operator", accept = "application/json" } = {},
): Promise<OpenWatchStream> {
  const token = garden.identities.find(({ name }) => name === as)?.token ?? "";
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept };
    const outgoing = request(`${garden.url}${path}`, { headers, ca: garden.caPem, agent: false }, (response) => {
      const events = lines(response);
      resolve({
        status: response.statusCode ?? 0,
        async next() {
          const { value, done } = await events.next();
          if (done) throw new Error("the watch has ended");
          return value;
        },
        async rest() {
          const left: WatchEvent[] = [];
          for await (const event of events) left.push(event);
          return left;
        },
        close: () => outgoing.destroy(),
      });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

async function* lines(source: AsyncIterable<Buffer>): AsyncGenerator<WatchEvent, undefined> {
  let text = "";
  for await (const chunk of source) {
    text += chunk.toString("utf8");
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const event: WatchEvent = JSON.parse(text.slice(0, end));
      text = text.slice(end + 1);
      yield event;
    }
  }
}

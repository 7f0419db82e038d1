import type { ListOptions, ListPage, WatchOptions } from "#server/garden/garden-client.ts";
import type { CollectionTransport } from "../collection-transport.ts";

/** A watch whose events a test sends. */
export interface ScriptedStream {
  readonly options: WatchOptions;
  /** Sends each event as a line, all in one chunk. */
  send(...events: readonly object[]): void;
  sendBytes(bytes: string | Uint8Array): void;
  /** Closes the watch without an error, like an API server at its timeout. */
  end(): void;
  /** Closes the watch with a network error. */
  fail(error: Error): void;
  readonly isLeft: boolean;
}

type ListAnswer = (options: ListOptions) => ListPage | Promise<ListPage>;

export interface ScriptedTransport extends CollectionTransport {
  readonly lists: readonly ListOptions[];
  readonly watches: readonly WatchOptions[];
  readonly streams: readonly ScriptedStream[];
  /** Sets the responses to list requests; the last one is repeated. Without any, list requests get no response. */
  answerLists(...answers: readonly (ListAnswer | Error)[]): void;
  /** Makes the next watch requests fail with these errors; later ones succeed. */
  refuseWatches(...errors: readonly Error[]): void;
  /** Makes all further watch requests hang, even after their signal fires. */
  ignoreWatches(): void;
  /** Delays the headers of the next watch until `release` is called, as some proxies do. */
  holdBackNextWatch(): { release(): void };
}

export function createScriptedTransport(): ScriptedTransport {
  const lists: ListOptions[] = [];
  const watches: WatchOptions[] = [];
  const streams: ScriptedStream[] = [];
  const listAnswers: (ListAnswer | Error)[] = [];
  const refusals: Error[] = [];
  let ignores = false;
  let held: Promise<void> | undefined;

  return {
    lists,
    watches,
    streams,
    async list(options) {
      lists.push(options);
      const answer = listAnswers.length > 1 ? listAnswers.shift() : listAnswers[0];
      if (answer === undefined) return new Promise(() => {});
      if (answer instanceof Error) throw answer;
      return answer(options);
    },
    async watch(options) {
      watches.push(options);
      if (ignores) return new Promise(() => {});
      const refusal = refusals.shift();
      if (refusal !== undefined) throw refusal;
      const holding = held;
      held = undefined;
      await holding;
      const [stream, body] = openStream(options);
      streams.push(stream);
      return body;
    },
    answerLists(...answers) {
      listAnswers.push(...answers);
    },
    refuseWatches(...errors) {
      refusals.push(...errors);
    },
    ignoreWatches() {
      ignores = true;
    },
    holdBackNextWatch() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return { release: resolve };
    },
  };
}

type Step = { readonly chunk: Uint8Array } | { readonly error: Error } | { readonly end: true };

function openStream(options: WatchOptions): [ScriptedStream, AsyncIterable<Uint8Array>] {
  const steps: Step[] = [];
  let wake: (() => void) | undefined;
  let isLeft = false;

  function put(step: Step): void {
    steps.push(step);
    wake?.();
  }

  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const step = steps.shift();
        if (step === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else if ("chunk" in step) yield step.chunk;
        else if ("error" in step) throw step.error;
        else return;
      }
    } finally {
      isLeft = true;
    }
  }

  const sendBytes = (bytes: string | Uint8Array) => put({ chunk: Buffer.from(bytes) });
  options.signal?.addEventListener("abort", () => put({ error: new Error("aborted") }));
  const stream: ScriptedStream = {
    options,
    send: (...events) => sendBytes(events.map((event) => `${JSON.stringify(event)}\n`).join("")),
    sendBytes,
    end: () => put({ end: true }),
    fail: (error) => put({ error }),
    get isLeft() {
      return isLeft;
    },
  };
  return [stream, body()];
}

import type { OpenEventStream, StreamHandlers } from "./fleet-stream.ts";

/** Browser functions that a shared stream needs; tests pass fakes. */
export interface SharedStreamDependencies {
  /** Stream name, with the user and the token's expiry: only tabs with the same name share a stream. */
  readonly name: string;
  readonly locks: Pick<LockManager, "request">;
  readonly openChannel: (name: string) => BroadcastChannel;
  readonly openOwn: OpenEventStream;
  /** Runs a function after a delay. @returns a function that cancels the call */
  readonly later: (run: () => void, ms: number) => () => void;
}

/** Messages between the tabs that share a stream. */
type Word =
  /** Requests events after `cursor`; if the tab `hears` the leader, only a cursor older than the leader's counts. */
  | { readonly type: "join"; readonly cursor: string; readonly hears: boolean }
  /** The sender leads the stream from now on: listeners join again. */
  | { readonly type: "lead" }
  | { readonly type: "ask" }
  | { readonly type: "alive" }
  | { readonly type: "opened" }
  | { readonly type: "message"; readonly data: unknown; readonly id: string };

const askEveryMs = 10_000;
const patienceMs = 4_000;
/** Time in ms in which tabs that join are served together: the server allows few new streams a minute. */
const gatherMs = 200;

/**
 * Opens one event stream for all tabs of a browser. Over HTTP/1.1 a browser allows six connections per host, so with a
 * stream per tab the sixth tab could send no requests. The tab that holds the Web Lock is the leader: it opens the
 * stream and forwards its events. When that tab closes, the next one takes over from its own cursor. When a tab joins,
 * the leader restarts the stream from the older cursor of both; receiving an event twice is harmless. A tab that gets
 * no answer, as when the browser has suspended the leader, opens its own stream.
 */
export function openSharedStream(
  cursor: string,
  handlers: StreamHandlers,
  surroundings: SharedStreamDependencies,
): () => void {
  const { name, locks, openChannel, openOwn, later } = surroundings;
  const ended = new AbortController();
  const channel = openChannel(name);
  const tell = (word: Word) => channel.postMessage(word);
  let at = cursor;
  let role: "listens" | "leads" | "alone" = "listens";
  let closeOwn: () => void = () => undefined;
  let stopWaiting: () => void = () => undefined;
  let wanted: string | undefined;

  function hear(data: unknown, id: string): void {
    if (id !== "") at = id;
    handlers.message(data, id);
  }

  function openFrom(place: string): void {
    closeOwn();
    const say = (word: Word) => {
      if (role === "leads") tell(word);
    };
    closeOwn = openOwn(place, {
      opened: () => {
        say({ type: "opened" });
        handlers.opened();
      },
      failed: handlers.failed,
      message: (data, id) => {
        say({ type: "message", data, id });
        hear(data, id);
      },
    });
  }

  function answerAsHolder(word: Word): void {
    if (word.type === "join" || word.type === "ask") tell({ type: "alive" });
    if (word.type === "join" && !(word.hears && olderOf(at, word.cursor) === at)) openSoonFrom(word.cursor);
  }

  function openSoonFrom(place: string): void {
    stopWaiting();
    wanted = olderOf(wanted ?? at, place);
    stopWaiting = later(() => {
      openFrom(olderOf(at, wanted ?? at));
      wanted = undefined;
    }, gatherMs);
  }

  function listen(word: Word): void {
    if (word.type === "join" || word.type === "ask") return;
    expectWords();
    if (word.type === "lead") tell({ type: "join", cursor: at, hears: true });
    if (word.type === "opened") handlers.opened();
    if (word.type === "message") hear(word.data, word.id);
  }

  /** After a silence, asks the leader; without an answer, opens an own stream. An unchanged fleet is silent, too. */
  function expectWords(): void {
    stopWaiting();
    stopWaiting = later(() => {
      tell({ type: "ask" });
      stopWaiting = later(goAlone, patienceMs);
    }, askEveryMs);
  }

  function goAlone(): void {
    role = "alone";
    openFrom(at);
  }

  function lead(): Promise<void> {
    return new Promise((release) => {
      stopWaiting();
      role = "leads";
      openFrom(at);
      tell({ type: "lead" });
      ended.signal.addEventListener("abort", () => release());
    });
  }

  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (role === "leads") answerAsHolder(data);
    else if (role === "listens") listen(data);
  };
  stopWaiting = later(goAlone, patienceMs);
  tell({ type: "join", cursor, hears: false });
  locks.request(name, { signal: ended.signal }, lead).catch((reason: unknown) => {
    if (!ended.signal.aborted) throw reason;
  });

  return () => {
    stopWaiting();
    closeOwn();
    ended.abort();
    channel.close();
  };
}

/** Returns the older of two cursors. Each contains a position per server; positions are compared separately. */
function olderOf(mine: string, theirs: string): string {
  if (mine === "" || theirs === "") return "";
  const oldest = new Map<string, string>();
  for (const place of [...mine.split(","), ...theirs.split(",")]) {
    const [server = ""] = place.split(".");
    const held = oldest.get(server);
    if (held === undefined || clockOf(place) < clockOf(held)) oldest.set(server, place);
  }
  return [...oldest.values()].join();
}

function clockOf(place: string): number {
  return Number(place.split(".")[1]);
}

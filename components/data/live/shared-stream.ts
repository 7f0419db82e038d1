import type { StreamHandlers, StreamOpener } from "./fleet-stream.ts";

/** Browser functions the tabs need; tests pass their own. */
export interface SharedStreamDependencies {
  /** Name of the stream; only tabs with the same user and token share one. */
  readonly name: string;
  readonly locks: Pick<LockManager, "request">;
  readonly openChannel: (name: string) => BroadcastChannel;
  readonly openOwn: StreamOpener;
  /** Runs a function later; returns the function that cancels it. */
  readonly later: (run: () => void, ms: number) => () => void;
}

/** Messages between tabs. */
type Word =
  /** Requests events after `cursor`; if the tab `hears` the leader already, only where it is further behind. */
  | { readonly type: "join"; readonly cursor: string; readonly hears: boolean }
  /** The sender leads the stream from now on: listeners join again. */
  | { readonly type: "lead" }
  | { readonly type: "ask" }
  | { readonly type: "alive" }
  | { readonly type: "opened" }
  | { readonly type: "message"; readonly data: unknown; readonly id: string };

const askEveryMs = 10_000;
const patienceMs = 4_000;
/** Restored tabs that join within this time count as one: a server allows few streams a minute. */
const gatherMs = 200;

/**
 * Opens one stream for all tabs of a browser, which allows a host six connections over HTTP/1.1: with a stream each,
 * the sixth tab would have none left for requests. The tab that holds the lock opens the stream and forwards it; when
 * it closes, or its stream fails, the next in line continues from its own cursor. A joining tab makes the stream
 * restart from the older of both cursors; frames hold current state, so receiving one twice is harmless. A tab without
 * an answer (a browser may suspend the leader) opens a stream of its own.
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

  /** Asks the leader after a silence, and opens an own stream if it does not answer: a quiet fleet is silent, too. */
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

/** Merges two cursors: the older place per server. The server compares places of several servers. */
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

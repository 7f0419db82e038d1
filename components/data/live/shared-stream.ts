import type { OpenStream, StreamHandlers } from "./fleet-stream.ts";

/** What the tabs need of the browser; tests pass their own. */
export interface SharingSurroundings {
  /** Tabs share a stream under the same name only: the same person, the same token. */
  readonly name: string;
  readonly locks: Pick<LockManager, "request">;
  readonly openChannel: (name: string) => BroadcastChannel;
  readonly openOwn: OpenStream;
  /** Runs later; returns its undo. */
  readonly later: (run: () => void, ms: number) => () => void;
}

/** What tabs tell one another. */
type Word =
  /** A tab wants what came after its cursor; one that has heard the holder before only where it is further back. */
  | { readonly type: "join"; readonly cursor: string; readonly hears: boolean }
  /** Another tab holds the stream from now on: whoever listens joins again. */
  | { readonly type: "lead" }
  | { readonly type: "ask" }
  | { readonly type: "alive" }
  | { readonly type: "opened" }
  | { readonly type: "message"; readonly data: unknown; readonly id: string };

const askEveryMs = 10_000;
const patienceMs = 4_000;
/** Tabs that a browser opens again all at once join as one: a server grants few streams a minute. */
const gatherMs = 200;

/**
 * One stream for all tabs of a browser, which grants a host six connections over HTTP/1.1: with a stream each, the sixth
 * tab would have none left to ask with. The tab that holds the lock opens the stream and tells the others; when it goes,
 * or its stream fails, the next in line carries on where it stood itself. A tab that joins makes the stream begin anew,
 * from the older of the two places: what is told is how things are now, so hearing it twice changes nothing. One that is not answered (a
 * browser may put the holder to sleep) opens a stream of its own.
 */
export function openSharedStream(
  cursor: string,
  handlers: StreamHandlers,
  surroundings: SharingSurroundings,
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

  /** Silence is normal on a quiet fleet, an unanswered question is not. */
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

/** Of places that one server gave out the one further back; where several did, one of each: the server compares them. */
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

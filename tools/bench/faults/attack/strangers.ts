import { connect, type Socket } from "node:net";

/** What a simulated attacker does with one connection. */
export interface ConnectionAttack {
  readonly name: string;
  /** Bytes sent when the connection is open. */
  readonly begin: string;
  /** Bytes sent repeatedly afterwards. */
  readonly again?: { readonly text: string; readonly everyMs: number };
  /** Sends another request as soon as the previous one is answered. */
  readonly repeats?: boolean;
  /** Never reads the responses. */
  readonly reads?: false;
  /** Connects again when the server has closed the connection. */
  readonly comesBack?: boolean;
}

const get = (target: string, ...headers: readonly string[]) =>
  `${[`GET ${target} HTTP/1.1`, "host: almanac.example", ...headers].join("\r\n")}\r\n\r\n`;
const post = (target: string, length: number) =>
  `POST ${target} HTTP/1.1\r\nhost: almanac.example\r\ncontent-length: ${length}\r\n\r\n`;
/** A request whose last body bytes are never sent. */
const holding = (target: string, length: number) => `${post(target, length)}${"x".repeat(length - 8)}`;
const wrongPaths = [
  "/livezz",
  "/readyzfoo",
  "/livez/../login",
  "/_next/static/nope.js",
  "/_next/static/../../login",
  "//login",
];

/** All kinds of attacks; each is used on all connections. */
export function connectionAttacks(largestFile: string): readonly ConnectionAttack[] {
  return [
    { name: "connects and says nothing", begin: "", comesBack: true },
    {
      name: "headers, a byte every 2 s",
      begin: "GET /login HTTP/1.1\r\nx: ",
      again: { text: "x", everyMs: 2_000 },
      comesBack: true,
    },
    { name: "holds 10 MB on /login", begin: holding("/login", 10_400_000) },
    { name: "holds 10 MB on /livezz", begin: holding("/livezz", 10_400_000) },
    { name: "holds 64 KiB of a sign-in", begin: holding("/api/session", 65_536), comesBack: true },
    { name: "holds 1.5 MB of a change", begin: holding("/api/profiles/gcp", 1_500_000), comesBack: true },
    {
      name: "chunks of a byte",
      begin: "POST /api/session HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n",
      again: { text: "1\r\nx\r\n", everyMs: 100 },
      comesBack: true,
    },
    { name: "reads nothing of /login", begin: get("/login"), reads: false, comesBack: true },
    { name: "reads nothing of the largest file", begin: get(largestFile), reads: false, comesBack: true },
    { name: "200 requests at once, reads none", begin: get("/login").repeat(200), reads: false, comesBack: true },
    { name: "idle between two requests", begin: get("/livez"), comesBack: true },
    { name: "upgrade", begin: get("/api/stream", "connection: upgrade", "upgrade: websocket"), comesBack: true },
    { name: "asks for /login again and again", begin: get("/login"), repeats: true, comesBack: true },
    ...wrongPaths.map((path) => ({
      name: `asks for ${path} again and again`,
      begin: get(path),
      repeats: true,
      comesBack: true,
    })),
    { name: "asks for /api/session again and again", begin: get("/api/session"), repeats: true, comesBack: true },
    { name: "asks for /icon.svg again and again", begin: get("/icon.svg"), repeats: true, comesBack: true },
  ];
}

/** Open connections that execute attacks until `leave` is called. */
export class AttackConnections {
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  readonly #timers = new Map<Socket, NodeJS.Timeout>();
  #left = false;
  /** How many connections the server has closed. */
  closed = 0;

  constructor(port: number) {
    this.#port = port;
  }

  /** Number of currently open connections. */
  get open(): number {
    return this.#sockets.size;
  }

  come(attack: ConnectionAttack, count: number): void {
    for (let each = 0; each < count; each += 1) this.#connect(attack);
  }

  leave(): void {
    this.#left = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #connect(attack: ConnectionAttack): void {
    const socket = connect({ port: this.#port, host: "127.0.0.1" });
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("connect", () => this.#begin(socket, attack));
    socket.once("close", () => {
      this.#sockets.delete(socket);
      clearInterval(this.#timers.get(socket));
      this.#timers.delete(socket);
      if (this.#left) return;
      this.closed += 1;
      // Reconnects after a delay, because refused connections would otherwise keep both processes busy.
      if (attack.comesBack) setTimeout(() => !this.#left && this.#connect(attack), 250).unref();
    });
  }

  #begin(socket: Socket, { begin, again, repeats, reads }: ConnectionAttack): void {
    socket.write(begin);
    if (again !== undefined)
      this.#timers.set(
        socket,
        setInterval(() => socket.write(again.text), again.everyMs),
      );
    if (reads === false) socket.pause();
    // Whoever asks again waits for the end of the answer, as its length or its last chunk says.
    else if (repeats) readAnswers(socket, () => socket.write(begin));
    else socket.resume();
  }
}

/** Calls back at the end of each HTTP response. */
function readAnswers(socket: Socket, ended: () => void): void {
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
    const bodyAt = answer.indexOf("\r\n\r\n") + 4;
    if (bodyAt < 4) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, bodyAt))?.[1];
    const isWhole = length === undefined ? answer.endsWith("0\r\n\r\n") : answer.length >= bodyAt + Number(length);
    if (!isWhole) return;
    answer = "";
    ended();
  });
}

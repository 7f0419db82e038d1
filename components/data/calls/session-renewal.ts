import { refreshSchema } from "#lib/contract/session.ts";
import { inGarden, keyHere } from "../address/garden-here.ts";

/** What came of asking for a new token. `unavailable`: nobody could say; the session is what it was. */
export type Renewal = "renewed" | "kept" | "unavailable" | "ended";

const path = "/api/session/refresh";
const timeoutMs = 20_000;
/** How long signing out waits for a renewal under way. */
const leaveWaitMs = 2_000;
const lockName = "almanac-session";
const channelName = "almanac-session";

let flight: Promise<Renewal> | undefined;

/**
 * Has the session's token renewed where that is due; `refused` when the garden does not take it any more. One request at
 * a time, in this tab and among all tabs: a refresh token may be good for one use only.
 */
export function renewSession(refused: boolean): Promise<Renewal> {
  flight ??= alone(() => ask({ refused }))
    .then((renewal) => {
      if (renewal === "renewed") announceSession();
      return renewal;
    })
    .finally(() => {
      flight = undefined;
    });
  return flight;
}

/** Tells every tab, this one too, that the browser has another session now. */
export function announceSession(): void {
  const channel = new BroadcastChannel(keyHere(channelName));
  channel.postMessage("changed");
  channel.close();
}

/** Hears when this or another tab has signed in, renewed or signed out; returns the end of listening. */
export function onSessionChange(heard: () => void): () => void {
  const channel = new BroadcastChannel(keyHere(channelName));
  channel.onmessage = heard;
  return () => channel.close();
}

/**
 * Ends the session when no tab renews it, so that a renewal's cookies cannot arrive after the end. A renewal that takes
 * long does not hold a person back: the server refuses it once the session has ended. `run` must not renew: it would
 * wait for itself.
 */
export async function whileNobodyRenews<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  if (!hasLocks()) return run();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), leaveWaitMs);
  let granted = false;
  const held = () => {
    granted = true;
    clearTimeout(timer);
    return run();
  };
  try {
    return await navigator.locks.request(keyHere(lockName), { signal: patience.signal }, held);
  } catch (error) {
    if (granted || !patience.signal.aborted) throw error;
    return run();
  }
}

function alone(run: () => Promise<Renewal>): Promise<Renewal> {
  return hasLocks() ? navigator.locks.request(keyHere(lockName), run) : run();
}

/** Web Locks exist where the page is served safely: https, or loopback. */
function hasLocks(): boolean {
  return navigator.locks !== undefined;
}

async function ask(body: { readonly refused: boolean; readonly again?: boolean }): Promise<Renewal> {
  let response: Response;
  try {
    response = await fetch(inGarden(path), {
      method: "POST",
      headers: { "content-type": "application/json", "x-almanac": "1" },
      body: JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    // Away is not signed out: whatever comes next will tell.
    return "unavailable";
  }
  if (response.status === 401) return "ended";
  const parsed = refreshSchema.safeParse(response.ok ? await response.json() : undefined);
  if (!parsed.success) return "unavailable";
  const answer = parsed.data;
  if (answer.state === "kept") return answer.unavailable ? "unavailable" : "kept";
  // The browser sends the cookie that it has by now, which may be the newer one of another tab.
  if (answer.state === "superseded") return body.again === true ? "ended" : ask({ ...body, again: true });
  return answer.state;
}

import { sessionRefreshResponseSchema } from "#lib/contract/session.ts";
import { pathInGarden, storageKeyInGarden } from "../address/garden-here.ts";

/** Result of a token renewal. `unavailable`: no response could be obtained, so the session is unchanged. */
export type TokenRenewalResult = "renewed" | "kept" | "unavailable" | "ended";

const path = "/api/session/refresh";
const timeoutMs = 20_000;
/** Longest time in ms that signing out waits for a renewal in progress. */
const leaveWaitMs = 2_000;
const lockName = "almanac-session";
const channelName = "almanac-session";

let flight: Promise<TokenRenewalResult> | undefined;

/**
 * Renews the session's token if it is about to expire. Pass `refused` if the garden no longer accepts the token. Only
 * one request runs at a time in all tabs, because a refresh token may be valid only once.
 */
export function renewSession(refused: boolean): Promise<TokenRenewalResult> {
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

/** Notifies every tab, including this one, that the browser's session changed. */
export function announceSession(): void {
  const channel = new BroadcastChannel(storageKeyInGarden(channelName));
  channel.postMessage("changed");
  channel.close();
}

/** Subscribes to sign-ins, renewals and sign-outs in all tabs; returns a function that unsubscribes. */
export function onSessionChange(heard: () => void): () => void {
  const channel = new BroadcastChannel(storageKeyInGarden(channelName));
  channel.onmessage = heard;
  return () => channel.close();
}

/**
 * Runs `run` while no tab renews the session, so that a renewal cannot set cookies after the session has ended. It does
 * not wait long for a slow renewal, which the server then refuses. `run` must not renew the session, because it would
 * wait for itself.
 */
export async function runWithoutRenewal<Answer>(run: () => Promise<Answer>): Promise<Answer> {
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
    return await navigator.locks.request(storageKeyInGarden(lockName), { signal: patience.signal }, held);
  } catch (error) {
    if (granted || !patience.signal.aborted) throw error;
    return run();
  }
}

function alone(run: () => Promise<TokenRenewalResult>): Promise<TokenRenewalResult> {
  return hasLocks() ? navigator.locks.request(storageKeyInGarden(lockName), run) : run();
}

/** Whether the browser supports Web Locks, which need a secure context (https or localhost). */
function hasLocks(): boolean {
  return navigator.locks !== undefined;
}

async function ask(body: { readonly refused: boolean; readonly again?: boolean }): Promise<TokenRenewalResult> {
  let response: Response;
  try {
    response = await fetch(pathInGarden(path), {
      method: "POST",
      headers: { "content-type": "application/json", "x-almanac": "1" },
      body: JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    // An unreachable server does not mean that the session has ended; the next request will show it.
    return "unavailable";
  }
  if (response.status === 401) return "ended";
  const parsed = sessionRefreshResponseSchema.safeParse(response.ok ? await response.json() : undefined);
  if (!parsed.success) return "unavailable";
  const answer = parsed.data;
  if (answer.state === "kept") return answer.unavailable ? "unavailable" : "kept";
  // When repeated, the request has the browser's current cookie, which another tab may have renewed meanwhile.
  if (answer.state === "superseded") return body.again === true ? "ended" : ask({ ...body, again: true });
  return answer.state;
}

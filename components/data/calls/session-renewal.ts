import { sessionRefreshResponseSchema } from "#lib/contract/session.ts";
import { inGarden, keyHere } from "../address/garden-here.ts";

/** Outcome of a token renewal. `unavailable`: no answer could be obtained and the session is unchanged. */
export type TokenRenewalResult = "renewed" | "kept" | "unavailable" | "ended";

const path = "/api/session/refresh";
const timeoutMs = 20_000;
/** Longest time that signing out waits for a renewal in flight. */
const leaveWaitMs = 2_000;
const lockName = "almanac-session";
const channelName = "almanac-session";

let flight: Promise<TokenRenewalResult> | undefined;

/**
 * Renews the session's token if due; pass `refused` when the garden no longer accepts it. Only one request runs at a
 * time, in this tab and across tabs, because a refresh token may be valid for one use only.
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
  const channel = new BroadcastChannel(keyHere(channelName));
  channel.postMessage("changed");
  channel.close();
}

/** Subscribes to sign-ins, renewals and sign-outs in all tabs; returns the unsubscribe function. */
export function onSessionChange(heard: () => void): () => void {
  const channel = new BroadcastChannel(keyHere(channelName));
  channel.onmessage = heard;
  return () => channel.close();
}

/**
 * Runs `run` while no tab renews the session, so that cookies of a renewal cannot arrive after the session's end. A
 * slow renewal is not waited for: the server refuses it once the session has ended. `run` must not renew, or it would
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
    return await navigator.locks.request(keyHere(lockName), { signal: patience.signal }, held);
  } catch (error) {
    if (granted || !patience.signal.aborted) throw error;
    return run();
  }
}

function alone(run: () => Promise<TokenRenewalResult>): Promise<TokenRenewalResult> {
  return hasLocks() ? navigator.locks.request(keyHere(lockName), run) : run();
}

/** Whether Web Locks are available: only in secure contexts (https or loopback). */
function hasLocks(): boolean {
  return navigator.locks !== undefined;
}

async function ask(body: { readonly refused: boolean; readonly again?: boolean }): Promise<TokenRenewalResult> {
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
    // An unreachable server does not mean signed out; the next request will tell.
    return "unavailable";
  }
  if (response.status === 401) return "ended";
  const parsed = sessionRefreshResponseSchema.safeParse(response.ok ? await response.json() : undefined);
  if (!parsed.success) return "unavailable";
  const answer = parsed.data;
  if (answer.state === "kept") return answer.unavailable ? "unavailable" : "kept";
  // On the retry the browser sends its current cookie, which may be the newer one of another tab.
  if (answer.state === "superseded") return body.again === true ? "ended" : ask({ ...body, again: true });
  return answer.state;
}

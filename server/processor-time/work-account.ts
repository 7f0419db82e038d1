import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { WorkKind } from "#server/boundary/route-rule.ts";

/**
 * Milliseconds of the processor that what goes over many clusters may take of one person within a minute. `view`: what pages
 * ask for. `rules`: the checks of kept rules, by whoever changes them and in the background. `export`: whole forecasts,
 * calendars, feeds and tried changes of profiles.
 */
const mostMs: Readonly<Record<WorkKind, number>> = { view: 1_000, rules: 1_000, export: 5_000 };

/** What is used within so long is forgotten together, a minute later. */
const slotMs = 5_000;

/** What is done for one person, of one kind. */
export interface WorkAccount {
  charge(workedMs: number): void;
  /** Whether more has been used than a minute allows. */
  isUsedUp(): boolean;
  /** Throws a ProblemError while more has been used than a minute allows. */
  requireLeft(): void;
}

interface Slot {
  readonly endsAt: number;
  ms: number;
}

/** How much of the processor everybody has used lately. A replica counts for itself. */
class WorkAccounts {
  readonly #used = new Map<string, Slot[]>();
  readonly #now: () => number;
  readonly #mostPeople: number;

  constructor(now: () => number, mostPeople = 20_000) {
    this.#now = now;
    this.#mostPeople = mostPeople;
  }

  accountOf(kind: WorkKind, person: string): WorkAccount {
    const key = `${kind} ${person}`;
    const most = mostMs[kind];
    return {
      isUsedUp: () => usedIn(this.#current(key)) >= most,
      charge: (workedMs) => {
        const now = this.#now();
        const slots = this.#current(key);
        const last = slots.at(-1);
        if (last !== undefined && now < last.endsAt) last.ms += workedMs;
        else slots.push({ endsAt: now + slotMs, ms: workedMs });
      },
      requireLeft: () => {
        const slots = this.#current(key);
        const used = usedIn(slots);
        if (used < most) return;
        const detail = text(
          "What you asked for has taken {usedMs} ms of the processor lately, and within a minute it may take {mostMs} ms.",
          { usedMs: Math.round(used), mostMs: most },
        );
        const waitMs = leftAgainAt(slots, used - most) - this.#now();
        const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
        throw new ProblemError("too-many-requests", { detail, retryAfterSeconds }, { rule: `work-${kind}` });
      },
    };
  }

  /** What was used within the last minute. */
  #current(key: string): Slot[] {
    const now = this.#now();
    const slots = (this.#used.get(key) ?? []).filter(({ endsAt }) => now < endsAt + minuteMs);
    // Put in anew, so that the first one is the longest unused.
    this.#used.delete(key);
    this.#used.set(key, slots);
    const [oldest] = this.#used.keys();
    if (this.#used.size > this.#mostPeople && oldest !== undefined) this.#used.delete(oldest);
    return slots;
  }
}

function usedIn(slots: readonly Slot[]): number {
  return slots.reduce((sum, { ms }) => sum + ms, 0);
}

/** When so much of what was used is forgotten that less than the most remains. */
function leftAgainAt(slots: readonly Slot[], overMs: number): number {
  let forgotten = 0;
  for (const { endsAt, ms } of slots) {
    forgotten += ms;
    if (forgotten > overMs) return endsAt + minuteMs;
  }
  return (slots.at(-1)?.endsAt ?? 0) + minuteMs;
}

/** Does something for a person and charges their account, as `Boundary` has it. */
export function chargedPeople(now: () => number): <Done>(person: string, kind: WorkKind, work: () => Done) => Done {
  const people = new WorkAccounts(now);
  return (person, kind, work) => chargedTo(people.accountOf(kind, person), work);
}

declare global {
  /** One for the whole process: Next has a copy of this module of its own. */
  var almanacWorkAccounts: AsyncLocalStorage<WorkAccount> | undefined;
}

globalThis.almanacWorkAccounts ??= new AsyncLocalStorage();
const accounts = globalThis.almanacWorkAccounts;

/** Does something whose processor time is charged to an account, as far as it is done in slices. */
function chargedTo<Done>(account: WorkAccount, work: () => Done): Done {
  return accounts.run(account, work);
}

export function workAccountNow(): WorkAccount | undefined {
  return accounts.getStore();
}

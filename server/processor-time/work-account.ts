import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { putLast } from "#lib/memo/put-last.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { WorkKind } from "#server/boundary/route-rule.ts";

/**
 * Milliseconds of the processor that what goes over many clusters may take of one person within a minute. `view`: what pages
 * ask for. `rules`: the checks of kept rules, by whoever changes them and in the background. `export`: whole forecasts,
 * calendars, feeds and tried changes of profiles. What cannot be charged, sending answers and refusals, takes about a
 * fifth as much again.
 */
const mostMs: Readonly<Record<WorkKind, number>> = { view: 1_000, rules: 400, export: 3_500 };

/** What is used within so long is forgotten together, a minute later. */
const slotMs = 5_000;

/** What is done for one person, of one kind. */
export interface WorkAccount {
  charge(workedMs: number): void;
  /** Counts that this is begun, once; false, and counts nothing, while a minute allows no more. What has begun is not stopped. */
  begin(): boolean;
  /** Begins, or throws a ProblemError while a minute allows no more. */
  requireLeft(): void;
}

/** What was used within a few seconds, and how often something was begun then. */
interface Slot {
  readonly endsAt: number;
  usedMs: number;
  begun: number;
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
    const charge = (workedMs: number) => {
      this.#slotOf(key).usedMs += workedMs;
    };
    let isBegun = false;
    const begin = () => {
      if (isBegun) return true;
      const { usedMs, expectedMs } = lookedAt(this.#current(key));
      if (usedMs >= most || usedMs + expectedMs > most) return false;
      this.#slotOf(key).begun += 1;
      isBegun = true;
      return true;
    };
    const requireLeft = () => {
      if (begin()) return;
      const slots = this.#current(key);
      const { usedMs, expectedMs } = lookedAt(slots);
      const detail = text(
        "What you asked for has taken {usedMs} ms of the processor lately, and within a minute it may take {mostMs} ms.",
        { usedMs: Math.round(usedMs), mostMs: most },
      );
      const waitMs = leftAgainAt(slots, usedMs + expectedMs - most) - this.#now();
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
      throw new ProblemError("too-many-requests", { detail, retryAfterSeconds }, { rule: `work-${kind}` });
    };
    return { charge, begin, requireLeft };
  }

  #slotOf(key: string): Slot {
    const now = this.#now();
    const slots = this.#current(key);
    const last = slots.at(-1);
    if (last !== undefined && now < last.endsAt) return last;
    const slot = { endsAt: now + slotMs, usedMs: 0, begun: 0 };
    slots.push(slot);
    return slot;
  }

  /** What was used within the last minute. */
  #current(key: string): Slot[] {
    const now = this.#now();
    const slots = (this.#used.get(key) ?? []).filter(({ endsAt }) => now < endsAt + minuteMs);
    putLast(this.#used, [key, slots], this.#mostPeople);
    return slots;
  }
}

/** What was used, and what the next one takes if it takes as much as those before did on average. */
function lookedAt(slots: readonly Slot[]): { readonly usedMs: number; readonly expectedMs: number } {
  const sum = (of: (slot: Slot) => number) => slots.reduce((total, slot) => total + of(slot), 0);
  const [usedMs, begun] = [sum((slot) => slot.usedMs), sum((slot) => slot.begun)];
  return { usedMs, expectedMs: begun === 0 ? 0 : usedMs / begun };
}

/** When so much of what was used is forgotten that less than the most remains. */
function leftAgainAt(slots: readonly Slot[], overMs: number): number {
  let forgotten = 0;
  for (const { endsAt, usedMs } of slots) {
    forgotten += usedMs;
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

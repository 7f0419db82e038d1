import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { putLast } from "#lib/memo/put-last.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { WorkKind } from "#server/boundary/route-rule.ts";

/**
 * Processor time in milliseconds that work over many clusters can use per user and minute. `view`: requests of pages.
 * `rules`: checks of stored rules, after changes and in the background. `export`: full forecasts, calendars, feeds and
 * profile simulations. Costs that cannot be charged, for sending responses and refusals, add about a fifth.
 */
const mostMs: Readonly<Record<WorkKind, number>> = { view: 1_000, rules: 400, export: 3_500 };

/** Usage is grouped in slots of this length, each of which expires a minute later. */
const slotMs = 5_000;

/** Budget of one user for one kind of work. */
export interface WorkAccount {
  charge(workedMs: number): void;
  /** Registers the start of work, once; false when the budget is used up. Running work is not stopped. */
  begin(): boolean;
  /**
   * Like `begin`, but rejects with a ProblemError when the budget is used up. The cost of the first work in a minute is
   * unknown, so further work waits for its end.
   */
  requireLeft(): Promise<void>;
}

/** Usage within a few seconds, and the number of completed pieces of work. */
interface Slot {
  readonly endsAt: number;
  usedMs: number;
  ended: number;
}

interface Usage {
  slots: Slot[];
  running: number;
  /** Called when a piece of work ends. */
  waiting: (() => void)[];
}

/** Recent processor time of all users. Each replica counts separately. */
class WorkAccounts {
  readonly #used = new Map<string, Usage>();
  readonly #now: () => number;
  readonly #mostPeople: number;

  constructor(now: () => number, mostPeople = 20_000) {
    this.#now = now;
    this.#mostPeople = mostPeople;
  }

  /** Call `end` when the registered work is done. */
  accountOf(kind: WorkKind, person: string): WorkAccount & { end(): void } {
    const usage = this.#usageOf(`${kind} ${person}`);
    const most = mostMs[kind];
    let isBegun = false;
    const charge = (workedMs: number) => {
      this.#slotOf(usage).usedMs += workedMs;
    };
    const begin = () => {
      if (isBegun) return true;
      const { usedMs, expectedMs } = this.#lookedAt(usage);
      if (usedMs >= most || usedMs + expectedMs > most) return false;
      usage.running += 1;
      isBegun = true;
      return true;
    };
    const requireLeft = async () => {
      while (!isBegun && usage.running > 0 && this.#lookedAt(usage).ended === 0) {
        await new Promise<void>((resolve) => usage.waiting.push(resolve));
      }
      if (begin()) return;
      const { usedMs, expectedMs } = this.#lookedAt(usage);
      const detail = text(
        "What you asked for has taken {usedMs} ms of the processor lately, and within a minute it may take {mostMs} ms.",
        { usedMs: Math.round(usedMs), mostMs: most },
      );
      const waitMs = leftAgainAt(usage.slots, usedMs + expectedMs - most) - this.#now();
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
      throw new ProblemError("too-many-requests", { detail, retryAfterSeconds }, { rule: `work-${kind}` });
    };
    const end = () => {
      if (!isBegun) return;
      usage.running -= 1;
      this.#slotOf(usage).ended += 1;
      for (const resolve of usage.waiting.splice(0)) resolve();
    };
    return { charge, begin, requireLeft, end };
  }

  #usageOf(key: string): Usage {
    const usage = this.#used.get(key) ?? { slots: [], running: 0, waiting: [] };
    putLast(this.#used, [key, usage], this.#mostPeople);
    return usage;
  }

  #slotOf(usage: Usage): Slot {
    const now = this.#now();
    const last = usage.slots.at(-1);
    if (last !== undefined && now < last.endsAt) return last;
    const slot = { endsAt: now + slotMs, usedMs: 0, ended: 0 };
    usage.slots.push(slot);
    return slot;
  }

  /** Usage of the last minute, and the expected cost of one more piece beside the running ones, by average. */
  #lookedAt(usage: Usage): { readonly usedMs: number; readonly expectedMs: number; readonly ended: number } {
    const now = this.#now();
    usage.slots = usage.slots.filter(({ endsAt }) => now < endsAt + minuteMs);
    const sum = (of: (slot: Slot) => number) => usage.slots.reduce((total, slot) => total + of(slot), 0);
    const [usedMs, ended] = [sum((slot) => slot.usedMs), sum((slot) => slot.ended)];
    return { usedMs, ended, expectedMs: ended === 0 ? 0 : (usedMs / ended) * (usage.running + 1) };
  }
}

/** When enough usage has expired to be below the limit again. */
function leftAgainAt(slots: readonly Slot[], overMs: number): number {
  let forgotten = 0;
  for (const { endsAt, usedMs } of slots) {
    forgotten += usedMs;
    if (forgotten > overMs) return endsAt + minuteMs;
  }
  return (slots.at(-1)?.endsAt ?? 0) + minuteMs;
}

/** Runs work and charges it to a user; see `Boundary`. */
export function createWorkAccounts(
  now: () => number,
): <Done>(person: string, kind: WorkKind, work: () => Done) => Done {
  const people = new WorkAccounts(now);
  return (person, kind, work) => {
    const account = people.accountOf(kind, person);
    const done = accounts.run(account, work);
    if (done instanceof Promise) void done.then(account.end, account.end);
    else account.end();
    return done;
  };
}

declare global {
  /** One for the whole process: Next has its own copy of this module. */
  var almanacWorkAccounts: AsyncLocalStorage<WorkAccount> | undefined;
}

globalThis.almanacWorkAccounts ??= new AsyncLocalStorage();
const accounts = globalThis.almanacWorkAccounts;

export function workAccountNow(): WorkAccount | undefined {
  return accounts.getStore();
}

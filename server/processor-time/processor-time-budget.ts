import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { putLastWithLimit } from "#lib/memo/put-last-with-limit.ts";
import type { RouteServices } from "#server/boundary/create-handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { WorkBudgetKind } from "#server/boundary/route-rule.ts";

/**
 * Processor time in milliseconds that work over many clusters can use per user and minute. `view`: requests of pages.
 * `rules`: checks of stored rules, after changes and in the background. `export`: full forecasts, calendars, feeds and
 * profile simulations. Costs that cannot be charged, for sending responses and refusals, add about a fifth.
 */
const budgetMs: Readonly<Record<WorkBudgetKind, number>> = { view: 1_000, rules: 400, export: 3_500 };

/** Usage is summed up in slots of this length, each of which expires a minute later. */
const slotMs = 5_000;

/** Processor time budget of one user for one kind of work. */
export interface ProcessorTimeBudget {
  charge(workedMs: number): void;
  /** Registers the start of a task, once; false when the budget is used up. Running tasks are not stopped. */
  begin(): boolean;
  /**
   * Like `begin`, but waits while the user's running tasks might use up the budget. Rejects with a ProblemError when
   * the budget is used up, and with the signal's reason when the client has disconnected.
   */
  requireLeft(signal?: AbortSignal): Promise<void>;
}

/** Processor time used within a few seconds, and the number of tasks that ended. */
interface Slot {
  readonly endsAt: number;
  usedMs: number;
  ended: number;
}

interface Usage {
  slots: Slot[];
  readonly running: Set<{ chargedMs: number }>;
  /** Callbacks for the end of a task. */
  readonly waiting: Set<() => void>;
}

/** Processor time that all users used recently. Each replica counts separately. */
class WorkAccounts {
  readonly #used = new Map<string, Usage>();
  readonly #now: () => number;
  readonly #mostPeople: number;

  constructor(now: () => number, mostPeople = 20_000) {
    this.#now = now;
    this.#mostPeople = mostPeople;
  }

  /**
   * @param givenUp aborts when the client has disconnected
   * @returns the budget of a task; call its `end` when the task is done
   */
  accountOf(kind: WorkBudgetKind, person: string, givenUp?: AbortSignal): ProcessorTimeBudget & { end(): void } {
    const usage = this.#usageOf(`${kind} ${person}`);
    const maxMs = budgetMs[kind];
    const piece = { chargedMs: 0 };
    let isEnded = false;
    const charge = (workedMs: number) => {
      piece.chargedMs += workedMs;
      this.#slotOf(usage).usedMs += workedMs;
    };
    const register = () => {
      if (!isEnded) usage.running.add(piece);
    };
    const begin = () => {
      if (usage.running.has(piece)) return true;
      const isAllowed = this.#roomIn(usage, maxMs) !== "none";
      if (isAllowed) register();
      return isAllowed;
    };
    const requireLeft = async (signal = givenUp) => {
      while (!usage.running.has(piece)) {
        signal?.throwIfAborted();
        const room = this.#roomIn(usage, maxMs);
        if (room === "none") throw this.#refusal(usage, kind);
        if (room === "enough") return register();
        await nextEnd(usage, signal);
      }
    };
    const end = () => {
      isEnded = true;
      if (!usage.running.delete(piece)) return;
      this.#slotOf(usage).ended += 1;
      for (const wake of usage.waiting) wake();
    };
    return { charge, begin, requireLeft, end };
  }

  #usageOf(key: string): Usage {
    const usage = this.#used.get(key) ?? { slots: [], running: new Set(), waiting: new Set() };
    putLastWithLimit(this.#used, [key, usage], this.#mostPeople);
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

  /** Whether the budget has room for a task of average cost; `perhaps` depends on the cost of running tasks. */
  #roomIn(usage: Usage, maxMs: number): "enough" | "perhaps" | "none" {
    const { usedMs, averageMs, isKnown } = this.#usedLately(usage);
    if (usedMs >= maxMs || usedMs + averageMs > maxMs) return "none";
    if (!isKnown) return usage.running.size === 0 ? "enough" : "perhaps";
    const left = [...usage.running].map(({ chargedMs }) => Math.max(0, averageMs - chargedMs));
    const expectedMs = left.reduce((total, ms) => total + ms, usedMs + averageMs);
    return expectedMs <= maxMs ? "enough" : "perhaps";
  }

  /** Processor time of the last minute, and the average per ended task. */
  #usedLately(usage: Usage): { readonly usedMs: number; readonly averageMs: number; readonly isKnown: boolean } {
    const now = this.#now();
    usage.slots = usage.slots.filter(({ endsAt }) => now < endsAt + minuteMs);
    const sum = (of: (slot: Slot) => number) => usage.slots.reduce((total, slot) => total + of(slot), 0);
    const ended = sum((slot) => slot.ended);
    const usedMs = sum((slot) => slot.usedMs);
    const endedMs = [...usage.running].reduce((left, { chargedMs }) => left - chargedMs, usedMs);
    return { usedMs, averageMs: ended === 0 ? 0 : Math.max(0, endedMs) / ended, isKnown: ended > 0 };
  }

  #refusal(usage: Usage, kind: WorkBudgetKind): ProblemError {
    const { usedMs, averageMs } = this.#usedLately(usage);
    const detail = text(
      "What you asked for has taken {usedMs} ms of the processor lately, and within a minute it may take {mostMs} ms.",
      { usedMs: Math.round(usedMs), mostMs: budgetMs[kind] },
    );
    const waitMs = leftAgainAt(usage.slots, usedMs + averageMs - budgetMs[kind]) - this.#now();
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
    return new ProblemError("too-many-requests", { detail, retryAfterSeconds }, { rule: `work-${kind}` });
  }
}

/** Resolves when the next task ends; rejects when the signal aborts. */
function nextEnd({ waiting }: Usage, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(wake);
      reject(signal?.reason);
    };
    const wake = () => {
      waiting.delete(wake);
      signal?.removeEventListener("abort", leave);
      resolve();
    };
    waiting.add(wake);
    signal?.addEventListener("abort", leave, { once: true });
  });
}

/** When enough usage has expired that the total is below the budget again. */
function leftAgainAt(slots: readonly Slot[], overMs: number): number {
  let forgotten = 0;
  for (const { endsAt, usedMs } of slots) {
    forgotten += usedMs;
    if (forgotten > overMs) return endsAt + minuteMs;
  }
  return (slots.at(-1)?.endsAt ?? 0) + minuteMs;
}

/** Creates the function that runs a task and charges its processor time to a user. */
export function createProcessorTimeBudgets(now: () => number): RouteServices["charged"] {
  const people = new WorkAccounts(now);
  return async (person, kind, work, givenUp) => {
    const account = people.accountOf(kind, person, givenUp);
    try {
      return await accounts.run(account, work);
    } finally {
      account.end();
    }
  };
}

declare global {
  /** A global variable, because Next.js loads its own copy of this module. */
  var almanacWorkAccounts: AsyncLocalStorage<ProcessorTimeBudget> | undefined;
}

globalThis.almanacWorkAccounts ??= new AsyncLocalStorage();
const accounts = globalThis.almanacWorkAccounts;

export function currentProcessorTimeBudget(): ProcessorTimeBudget | undefined {
  return accounts.getStore();
}

import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "../boundary/problem.ts";

/**
 * Milliseconds of the processor that what goes over many clusters may take of one person within a minute. `view`: what pages
 * and kept rules ask for. `export`: whole forecasts, calendars, feeds and tried changes of profiles.
 */
const mostMs = { view: 1_000, export: 5_000 } as const;
type WorkKind = keyof typeof mostMs;

/** What is done for one person, of one kind. */
export interface WorkAccount {
  charge(workedMs: number): void;
  /** Throws a ProblemError while more has been used than a minute allows. */
  requireLeft(): void;
}

interface Spent {
  ms: number;
  at: number;
}

/** How much of the processor everybody has used lately. A replica counts for itself. */
class WorkAccounts {
  readonly #spent = new Map<string, Spent>();
  readonly #now: () => number;
  readonly #mostPeople: number;

  constructor(now: () => number, mostPeople = 20_000) {
    this.#now = now;
    this.#mostPeople = mostPeople;
  }

  accountOf(kind: WorkKind, person: string): WorkAccount {
    const key = `${kind} ${person}`;
    return {
      charge: (workedMs) => {
        this.#current(key, kind).ms += workedMs;
      },
      requireLeft: () => {
        const { ms } = this.#current(key, kind);
        const most = mostMs[kind];
        if (ms < most) return;
        const detail = text(
          "What you asked for has taken {usedMs} ms of the processor lately, and within a minute it may take {mostMs} ms.",
          { usedMs: Math.round(ms), mostMs: most },
        );
        const retryAfterSeconds = Math.max(1, Math.ceil(((ms - most) * 60) / most));
        throw new ProblemError("too-many-requests", { detail, retryAfterSeconds }, { rule: `work-${kind}` });
      },
    };
  }

  /** What was used wears off evenly over a minute. */
  #current(key: string, kind: WorkKind): Spent {
    const now = this.#now();
    const known = this.#spent.get(key);
    const worn = known === undefined ? 0 : (Math.max(0, now - known.at) * mostMs[kind]) / 60_000;
    const spent = { ms: Math.max(0, (known?.ms ?? 0) - worn), at: now };
    // Put in anew, so that the first one is the longest unused.
    this.#spent.delete(key);
    this.#spent.set(key, spent);
    const [oldest] = this.#spent.keys();
    if (this.#spent.size > this.#mostPeople && oldest !== undefined) this.#spent.delete(oldest);
    return spent;
  }
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

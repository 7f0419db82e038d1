import "server-only";
import { putLast } from "#lib/memo/put-last.ts";

interface Budget {
  /** How many requests may come at once. */
  readonly burst: number;
  readonly perMinute: number;
}

export const limitNames = [
  "sign-in",
  "session",
  "mutation",
  "notices",
  "preview",
  "reveal",
  "stream",
  "calendar",
  "read",
  "probe",
] as const;

export type LimitName = (typeof limitNames)[number];

const budgets: Readonly<Record<LimitName, Budget>> = {
  // Of an address only attempts that fail count: see RateLimits.giveBack.
  "sign-in": { burst: 10, perMinute: 10 },
  // Sessions that one person begins.
  session: { burst: 30, perMinute: 30 },
  mutation: { burst: 60, perMinute: 60 },
  // Rules and destinations, and notices that are marked as read: each request reads and writes all that one has.
  notices: { burst: 30, perMinute: 20 },
  // A dry run and some reads each; forms ask again while people choose.
  preview: { burst: 120, perMinute: 240 },
  // Something shown that must not be seen by others, such as a kubeconfig.
  reveal: { burst: 20, perMinute: 20 },
  stream: { burst: 30, perMinute: 30 },
  // Goes over all that one may see: for downloads, and for each feed by itself.
  calendar: { burst: 10, perMinute: 30 },
  read: { burst: 300, perMinute: 1200 },
  // kubelet and load balancers ask often and from few addresses.
  probe: { burst: 1_000, perMinute: 60_000 },
};

interface Bucket {
  tokens: number;
  at: number;
}

/** Token buckets per caller: a person of a garden, or before there is one an address. A replica counts for itself, so N replicas allow up to N times as much. */
export class RateLimits {
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;
  readonly #maxCallers: number;

  constructor(now: () => number, maxCallers = 20_000) {
    this.#now = now;
    this.#maxCallers = maxCallers;
  }

  /** Zero when the request may go on, else the seconds to wait. */
  take(name: LimitName, caller: string): number {
    const bucket = this.#refilled(name, caller);
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / budgets[name].perMinute));
  }

  /** For what should not count after all, such as a sign-in that succeeded. */
  giveBack(name: LimitName, caller: string): void {
    const bucket = this.#refilled(name, caller);
    bucket.tokens = Math.min(budgets[name].burst, bucket.tokens + 1);
  }

  #refilled(name: LimitName, caller: string): Bucket {
    const { burst, perMinute } = budgets[name];
    const key = `${name} ${caller}`;
    const now = this.#now();
    const known = this.#buckets.get(key);
    const earned = known === undefined ? burst : known.tokens + (Math.max(0, now - known.at) * perMinute) / 60_000;
    const bucket = { tokens: Math.min(burst, earned), at: now };
    // The one that is dropped is the longest unused.
    putLast(this.#buckets, [key, bucket], this.#maxCallers);
    return bucket;
  }
}

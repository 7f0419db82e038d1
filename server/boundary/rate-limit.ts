import "server-only";
import { putLast } from "#lib/memo/put-last.ts";

interface Budget {
  /** How many requests can come at once. */
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
  // For an address, only failed attempts count: see RateLimits.giveBack.
  "sign-in": { burst: 10, perMinute: 10 },
  // Sessions begun by one person.
  session: { burst: 30, perMinute: 30 },
  mutation: { burst: 60, perMinute: 60 },
  // Rules, destinations and marking notices as read: each request reads and writes all entries of the user.
  notices: { burst: 30, perMinute: 20 },
  // One dry run and some reads each; forms repeat it while the user edits.
  preview: { burst: 120, perMinute: 240 },
  // Displays of secrets, such as a kubeconfig.
  reveal: { burst: 20, perMinute: 20 },
  stream: { burst: 30, perMinute: 30 },
  // Reads everything the user can see: for downloads, and for each feed separately.
  calendar: { burst: 10, perMinute: 30 },
  read: { burst: 300, perMinute: 1200 },
  // kubelet and load balancers probe often and from few addresses.
  probe: { burst: 1_000, perMinute: 60_000 },
};

interface Bucket {
  tokens: number;
  at: number;
}

/** Token buckets per caller: a user, or an address before sign-in. N replicas allow up to N times as much. */
export class RateLimits {
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;
  readonly #maxCallers: number;

  constructor(now: () => number, maxCallers = 20_000) {
    this.#now = now;
    this.#maxCallers = maxCallers;
  }

  /** Takes a token. @returns 0 when the request is allowed, else the seconds to wait */
  take(name: LimitName, caller: string): number {
    const bucket = this.#refilled(name, caller);
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / budgets[name].perMinute));
  }

  /** Returns a token for a request that should not count, such as a successful sign-in. */
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
    // At the limit the least recently used bucket is dropped.
    putLast(this.#buckets, [key, bucket], this.#maxCallers);
    return bucket;
  }
}

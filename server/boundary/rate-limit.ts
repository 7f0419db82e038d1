import "server-only";
import { putLastWithLimit } from "#lib/memo/put-last-with-limit.ts";

interface Budget {
  /** Maximum of requests at once, before `perMinute` applies. */
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
  "accounts",
  "read",
  "probe",
] as const;

export type LimitName = (typeof limitNames)[number];

const budgets: Readonly<Record<LimitName, Budget>> = {
  // For an IP address, only failed sign-ins count: see RateLimits.giveBack.
  "sign-in": { burst: 10, perMinute: 10 },
  // New sessions of one user.
  session: { burst: 30, perMinute: 30 },
  mutation: { burst: 60, perMinute: 60 },
  // Watch rules, webhooks and marking notices as read: each request reads and writes all entries of the user.
  notices: { burst: 30, perMinute: 20 },
  // Previews of actions: each is one dry run and some reads, and forms repeat it while the user edits.
  preview: { burst: 120, perMinute: 240 },
  // Requests that show a secret, such as a kubeconfig.
  reveal: { burst: 20, perMinute: 20 },
  stream: { burst: 30, perMinute: 30 },
  // Calendar downloads, and each feed separately: a request reads all clusters that the user sees.
  calendar: { burst: 10, perMinute: 30 },
  // Accounts, quotas and key rotation: each request reads all bindings that the user sees, and their clusters. While
  // Gardener deletes an account, a page repeats it every two seconds.
  accounts: { burst: 30, perMinute: 60 },
  read: { burst: 300, perMinute: 1200 },
  // Health probes: kubelet and load balancers probe often, and from few addresses.
  probe: { burst: 1_000, perMinute: 60_000 },
};

interface Bucket {
  tokens: number;
  at: number;
}

/** Token buckets per caller: a user, or an IP address before sign-in. Each replica counts separately. */
export class RateLimits {
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;
  readonly #maxCallers: number;

  constructor(now: () => number, maxCallers = 20_000) {
    this.#now = now;
    this.#maxCallers = maxCallers;
  }

  /** Takes a token from the caller's bucket. @returns 0 when the request is allowed, else the seconds to wait */
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
    putLastWithLimit(this.#buckets, [key, bucket], this.#maxCallers);
    return bucket;
  }
}

/** Storage of oidc-provider; one per test provider, so that it survives a change of keys. */
export class ProviderStore {
  readonly #payloads = new Map<string, Record<string, unknown>>();

  /** Ends all sessions and invalidates all refresh tokens. */
  forget(): void {
    this.#payloads.clear();
  }

  /** The class from which oidc-provider creates an adapter per kind. */
  adapter(): new (kind: string) => object {
    const payloads = this.#payloads;
    const find = (test: (key: string, payload: Record<string, unknown>) => boolean) =>
      [...payloads].find(([key, payload]) => test(key, payload))?.[1];
    return class {
      readonly #kind: string;
      constructor(kind: string) {
        this.#kind = kind;
      }
      async upsert(id: string, payload: Record<string, unknown>) {
        payloads.set(`${this.#kind}:${id}`, { ...payload });
      }
      async find(id: string) {
        return payloads.get(`${this.#kind}:${id}`);
      }
      async findByUid(uid: string) {
        return find((key, payload) => key.startsWith(`${this.#kind}:`) && payload.uid === uid);
      }
      async findByUserCode() {
        return undefined;
      }
      async consume(id: string) {
        const payload = payloads.get(`${this.#kind}:${id}`);
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      }
      async destroy(id: string) {
        payloads.delete(`${this.#kind}:${id}`);
      }
      async revokeByGrantId(grantId: string) {
        for (const [key, payload] of payloads) if (payload.grantId === grantId) payloads.delete(key);
      }
    };
  }
}

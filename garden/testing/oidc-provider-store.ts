/** In-memory storage of the test OpenID Connect provider, which survives a change of the signing keys. */
export class OidcProviderStore {
  readonly #payloads = new Map<string, Record<string, unknown>>();

  /** Ends all sessions and invalidates all refresh tokens. */
  forget(): void {
    this.#payloads.clear();
  }

  /** Adapter class of which oidc-provider creates one instance per kind of stored data. */
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

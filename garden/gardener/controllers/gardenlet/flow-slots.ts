interface SlottedFlow {
  readonly key: string;
  readonly seed: string;
  readonly flow: () => Promise<void>;
  /** Called when the flow for the key has ended. */
  readonly after: () => void;
}

/** Limits the number of concurrent flows per Seed; further flows wait in a FIFO queue. */
export function createFlowSlots(perSeed: number) {
  const running = new Map<string, Promise<void>>();
  const busySlots = new Map<string, number>();
  const queues = new Map<string, Map<string, SlottedFlow>>();

  const begin = ({ key, seed, flow, after }: SlottedFlow): void => {
    busySlots.set(seed, (busySlots.get(seed) ?? 0) + 1);
    const done = flow().finally(() => {
      running.delete(key);
      busySlots.set(seed, (busySlots.get(seed) ?? 1) - 1);
      after();
      const queue = queues.get(seed);
      const [next] = queue?.values() ?? [];
      if (!next) return;
      queue?.delete(next.key);
      begin(next);
    });
    running.set(key, done);
  };

  return {
    isBusy: (key: string): boolean => running.has(key),
    /** Runs a flow now or when a slot of the Seed is free. Ignored if a flow for the key is running or queued. */
    run(flow: SlottedFlow): void {
      const { key, seed } = flow;
      if (running.has(key)) return;
      if ((busySlots.get(seed) ?? 0) < perSeed) {
        begin(flow);
        return;
      }
      const queue = queues.get(seed) ?? new Map<string, SlottedFlow>();
      if (!queue.has(key)) queue.set(key, flow);
      queues.set(seed, queue);
    },
    /** Removes all queued flows and resolves when the running flows have ended. */
    async settle(): Promise<void> {
      queues.clear();
      await Promise.all(running.values());
    },
  };
}

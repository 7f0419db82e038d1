interface SlottedFlow {
  readonly key: string;
  readonly seed: string;
  readonly flow: () => Promise<void>;
  /** Called when the key is free again. */
  readonly after: () => void;
}

/** Limits the number of concurrent flows per seed; the others wait in a FIFO queue. */
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
    /** Runs the flow now or when a slot is free. A key that already runs or waits is ignored. */
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
    /** Clears the queues and resolves when all running flows have ended. */
    async settle(): Promise<void> {
      queues.clear();
      await Promise.all(running.values());
    },
  };
}

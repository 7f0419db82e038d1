export interface Steady<Outcome> {
  /** Lets what is under way end, and tells what came of it. */
  stop(): Promise<Outcome>;
}

/** Work that goes on beside a scenario for as long as `isRunning` says so. */
export function untilStopped<Outcome>(work: (isRunning: () => boolean) => Promise<Outcome>): Steady<Outcome> {
  let running = true;
  const done = work(() => running);
  // Told by `stop`.
  done.catch(() => undefined);
  return {
    stop() {
      running = false;
      return done;
    },
  };
}

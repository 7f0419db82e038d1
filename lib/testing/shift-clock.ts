/**
 * Shifts the clock of a process or page, and returns a function that shifts it further. The function may use only its
 * argument and globals of every runtime, because its source text is sent to pages.
 */
export function shiftClock(firstShiftMs: number): (moreMs: number) => void {
  const machine = globalThis.Date;
  let shiftMs = firstShiftMs;
  const now = () => machine.now() + shiftMs;
  const shifted = new Proxy(machine, {
    apply: () => new machine(now()).toString(),
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
  machine.prototype.constructor = shifted;
  globalThis.Date = shifted;
  return (moreMs) => {
    shiftMs += moreMs;
  };
}

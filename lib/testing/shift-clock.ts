/**
 * Sets the clock of a process or of a page forward or back, and answers what moves it on from there. It may use nothing
 * but its argument and what every runtime has, for a page is sent its text.
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

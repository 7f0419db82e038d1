/** Loaded into a server with --import: its wall clock jumps when its parent says so, as one that is set does. */
import { z } from "zod";

const messageSchema = z.object({ jumpMs: z.number() });
const machine = globalThis.Date;
let shiftMs = 0;

const now = () => machine.now() + shiftMs;
const shifted = new Proxy(machine, {
  apply: () => new machine(now()).toString(),
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});
machine.prototype.constructor = shifted;
globalThis.Date = shifted;

process.on("message", (message) => {
  const jump = messageSchema.safeParse(message);
  if (jump.success) shiftMs += jump.data.jumpMs;
});
process.channel?.unref();

/** Loaded into a server with --import: its system time jumps when the parent process says so, as if set by hand. */
import { z } from "zod";
import { shiftClock } from "#lib/testing/shift-clock.ts";

const messageSchema = z.object({ jumpMs: z.number() });
const jumpBy = shiftClock(0);

process.on("message", (message) => {
  const jump = messageSchema.safeParse(message);
  if (jump.success) jumpBy(jump.data.jumpMs);
});
process.channel?.unref();

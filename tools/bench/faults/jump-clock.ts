/** Loaded into a server with --import: its wall clock jumps when its parent says so, as one that is set does. */
import { z } from "zod";
import { shiftClock } from "#lib/testing/shift-clock.ts";

const messageSchema = z.object({ jumpMs: z.number() });
const jumpBy = shiftClock(0);

process.on("message", (message) => {
  const jump = messageSchema.safeParse(message);
  if (jump.success) jumpBy(jump.data.jumpMs);
});
process.channel?.unref();

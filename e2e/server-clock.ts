/** Loaded into servers with --import: they live by the journeys' clock. */
import { shiftClock, shiftMs } from "./morning.ts";

shiftClock(shiftMs);

/** Loaded into servers with --import: they live by the journeys' clock. */
import { shiftClock } from "#lib/testing/shift-clock.ts";
import { shiftMs } from "./morning.ts";

shiftClock(shiftMs);

/** Loaded into servers with --import, so that they use the tests' clock. */
import { shiftClock } from "#lib/testing/shift-clock.ts";
import { clockShiftMs } from "./morning.ts";

shiftClock(clockShiftMs);

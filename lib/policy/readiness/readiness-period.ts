import { dayMs } from "#lib/kube/time-units.ts";
import { urgentDays } from "../versions/dead-end-horizon.ts";

/** How long before a minor step lists say whether a cluster is ready, in ms. What is found earlier changes until then. */
export const readinessPeriodMs = urgentDays * dayMs;

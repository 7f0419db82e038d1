import type { ScenarioGroup } from "./scenario.ts";
import { anonymousAttacks } from "./scenarios/anonymous.ts";
import { heavyBodies } from "./scenarios/bodies.ts";
import { loginFlood, manySnapshots, manyStreams, reconnects, withoutCursor } from "./scenarios/loads.ts";
import {
  errors,
  longOutages,
  moved,
  newCertificate,
  newToken,
  redirected,
  shortOutage,
  throttled,
  unavailableNowAndThen,
} from "./scenarios/outages.ts";
import { oversizedProjectViews, poisonedLabels } from "./scenarios/poisoned.ts";
import {
  clockJumps,
  fullDisk,
  heapTooSmall,
  killed,
  leftAlone,
  otherVersion,
  smallHeap,
  stalled,
  stoppedReplica,
} from "./scenarios/processes.ts";
import { slowReceivers } from "./scenarios/receivers.ts";
import { killedLong, killedShort, oneFeed, oneProduct } from "./scenarios/replicas.ts";
import { signedInAttacker } from "./scenarios/signed-in.ts";
import {
  blackHole,
  deletedAccount,
  forbiddenCollection,
  oversized,
  restored,
  sessionEnds,
  silentWatch,
  slowCollection,
} from "./scenarios/silences.ts";
import { partialStarts, startWithoutGarden } from "./scenarios/starts.ts";
import {
  cutMidLine,
  duplicated,
  expiredResourceVersion,
  malformed,
  resourceVersionTooLarge,
  withoutBookmarks,
} from "./scenarios/watches.ts";

/** What mostly waits stands first, so that the others run meanwhile. */
export const groups: readonly ScenarioGroup[] = [
  { scenarios: longOutages },
  { scenarios: [blackHole, silentWatch] },
  { scenarios: [sessionEnds, deletedAccount] },
  { scenarios: [moved, startWithoutGarden, restored, clockJumps, fullDisk, heapTooSmall] },
  { scenarios: partialStarts },
  { scenarios: [shortOutage, ...errors, throttled, unavailableNowAndThen, newToken, newCertificate, redirected] },
  { scenarios: [cutMidLine, expiredResourceVersion, resourceVersionTooLarge, malformed, duplicated, withoutBookmarks] },
  { scenarios: [slowCollection, oversized, forbiddenCollection, killed, stalled, otherVersion, leftAlone] },
];

/** What is judged by how long something takes runs when nothing else does. */
export const loads: readonly ScenarioGroup[] = [
  { scenarios: heavyBodies },
  { scenarios: [manyStreams, withoutCursor, manySnapshots, loginFlood, poisonedLabels, oversizedProjectViews] },
  { scenarios: [slowReceivers] },
  { scenarios: signedInAttacker },
  anonymousAttacks,
  { scenarios: [oneFeed, oneProduct, stoppedReplica, reconnects, smallHeap, killedShort, killedLong] },
];

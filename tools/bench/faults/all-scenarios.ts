import type { ScenarioGroup } from "./scenario.ts";
import { anonymousAttacks } from "./scenarios/anonymous.ts";
import { heavyBodies } from "./scenarios/bodies.ts";
import {
  loginFlood,
  manySnapshotsScenario,
  manyStreamsScenario,
  massReconnect,
  streamsWithoutCursor,
} from "./scenarios/loads.ts";
import {
  errorResponseScenarios,
  gardenMovedAddress,
  longOutages,
  newGardenCertificate,
  partlyUnavailableGarden,
  redirectingGarden,
  rotatedOwnToken,
  shortOutage,
  throttledGarden,
} from "./scenarios/outages.ts";
import { oversizedProjectViews, poisonedLabels } from "./scenarios/poisoned.ts";
import {
  abortedRequests,
  clockJumps,
  cursorsOfOtherVersion,
  fullLogDisk,
  heapTooSmall,
  killedProcess,
  smallHeapUnderLoad,
  stalledProcess,
  stoppedReplica,
} from "./scenarios/processes.ts";
import { slowReceivers } from "./scenarios/receivers.ts";
import {
  feedFromTwoReplicas,
  replicaKillsLong,
  replicaKillsShort,
  sessionsOnTwoReplicas,
} from "./scenarios/replicas.ts";
import { signedInAttacks } from "./scenarios/signed-in.ts";
import {
  deletedAccount,
  forbiddenCollection,
  lostBytesWithoutClose,
  oversizedObjects,
  restoredGarden,
  sessionEndsDuringStream,
  silentWatch,
  slowProjectList,
} from "./scenarios/silences.ts";
import { partialStarts, startWithoutGarden } from "./scenarios/starts.ts";
import {
  duplicatedWatchEvents,
  expiredResourceVersion,
  malformedWatchEvents,
  resourceVersionTooLarge,
  watchesCutMidLine,
  watchesWithoutBookmarks,
} from "./scenarios/watches.ts";

/** Groups of scenarios with disturbances. Those that mostly wait come first, so that others run meanwhile. */
export const outageScenarioGroups: readonly ScenarioGroup[] = [
  { scenarios: longOutages },
  { scenarios: [lostBytesWithoutClose, silentWatch] },
  { scenarios: [sessionEndsDuringStream, deletedAccount] },
  { scenarios: [gardenMovedAddress, startWithoutGarden, restoredGarden, clockJumps, fullLogDisk, heapTooSmall] },
  { scenarios: partialStarts },
  {
    scenarios: [
      shortOutage,
      ...errorResponseScenarios,
      throttledGarden,
      partlyUnavailableGarden,
      rotatedOwnToken,
      newGardenCertificate,
      redirectingGarden,
    ],
  },
  {
    scenarios: [
      watchesCutMidLine,
      expiredResourceVersion,
      resourceVersionTooLarge,
      malformedWatchEvents,
      duplicatedWatchEvents,
      watchesWithoutBookmarks,
    ],
  },
  {
    scenarios: [
      slowProjectList,
      oversizedObjects,
      forbiddenCollection,
      killedProcess,
      stalledProcess,
      cursorsOfOtherVersion,
      abortedRequests,
    ],
  },
];

/** Groups of scenarios that measure durations; they run without any others in parallel. */
export const loadScenarioGroups: readonly ScenarioGroup[] = [
  { scenarios: heavyBodies },
  {
    scenarios: [
      manyStreamsScenario,
      streamsWithoutCursor,
      manySnapshotsScenario,
      loginFlood,
      poisonedLabels,
      oversizedProjectViews,
    ],
  },
  { scenarios: [slowReceivers] },
  { scenarios: signedInAttacks },
  anonymousAttacks,
  {
    scenarios: [
      feedFromTwoReplicas,
      sessionsOnTwoReplicas,
      stoppedReplica,
      massReconnect,
      smallHeapUnderLoad,
      replicaKillsShort,
      replicaKillsLong,
    ],
  },
];

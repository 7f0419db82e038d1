import { fieldRules } from "./field-rules.ts";
import { gated, type RuleKind, rule, type VersionedGardenerRule } from "./rule.ts";

const server = "apiServer";
const manager = "controllerManager";
const gardenlet = "gardenlet";
const resources = "resourceManager";

const predicts: readonly RuleKind[] = ["prediction"];
const accepts: readonly RuleKind[] = ["validation"];
const predictsAndAccepts: readonly RuleKind[] = ["prediction", "validation"];
const impact: readonly RuleKind[] = ["impact"];
const display: readonly RuleKind[] = ["display"];

const table = {
  // Kubernetes versions of control plane and pools
  "pool.skew": rule(server, predictsAndAccepts, [79, "byKubernetes"], [127, "three"]),
  "pool.minorSkip": rule(server, accepts, [89, "freeAll"], [113, "freeRollingOneInPlace"]),
  "k8s.expiredTarget": rule(server, predictsAndAccepts, [86, "onUpdateNotNewPool"]),
  "k8s.shorthand.parts": rule(server, accepts, [75, "any"]),
  "k8s.shorthand.candidates": rule(server, predictsAndAccepts, [0, "notExpiredNotPreview"], [121, "supportedOnly"]),
  "class.model": rule(manager, predicts, [0, "separateFields"], [121, "dateWins"], [137, "lifecycle"]),
  "class.model.admission": rule(server, accepts, [0, "separateFields"], [121, "dateWins"], [137, "lifecycle"]),
  "class.boundary": rule(manager, predicts, [0, "inclusive"], [137, "strict"]),
  "class.boundary.admission": rule(server, accepts, [0, "strict"], [121, "inclusive"], [137, "strict"]),
  "class.lifecycle": rule(
    server,
    accepts,
    [0, "unknownField"],
    [137, gated("VersionClassificationLifecycle", { on: "accepted", off: "forbidden" })],
  ),
  "kubelet.pullCredentialsPolicy": rule(server, accepts, [0, "unknownField"], [149, "from135"]),

  // Machine images
  "image.expiredTarget": rule(server, predictsAndAccepts, [86, "existingPoolNotLower"]),
  "image.shorthand": rule(server, accepts, [0, "none"], [111, "newPool"], [122, "allPools"], [136, "exactFirst"]),
  "image.defaultPreference": rule(server, predicts, [0, "explicitNonDeprecated"], [121, "anyNonDeprecated"]),
  "image.inPlaceFilter": rule(
    manager,
    predicts,
    [0, "none"],
    [124, "strict"],
    ["125.4", "keepCurrent"],
    [126, "strict"],
    ["126.2", "keepCurrent"],
    [127, "strict"],
    ["127.2", "keepCurrent"],
  ),
  "image.capabilities": rule(
    manager,
    predictsAndAccepts,
    [0, "none"],
    [125, gated("CloudProfileCapabilities", { on: "filtered", off: "none" })],
  ),
  "image.capabilities.admission": rule(
    server,
    accepts,
    [0, "none"],
    [124, gated("CloudProfileCapabilities", { on: "checked", off: "none" })],
  ),
  "image.inPlaceDowngrade": rule(server, accepts, [0, "allowed"], [136, "refused"]),

  // CloudProfiles
  "profile.pastExpiry": rule(server, accepts, [77, "droppedSilently"]),
  "profile.oneSupported": rule(
    server,
    accepts,
    [0, "raw"],
    [121, "currentIncludingUnclassified"],
    ["121.1", "current"],
    [137, "overlap"],
    [149, "overlapOfLegacyOnly"],
  ),
  "profile.latestExpires": rule(server, accepts, [0, "date"], [137, "dateOrLastStage"]),
  "profile.becameUnavailable": rule(server, accepts, [0, "unchecked"], [137, "refused"]),
  "profile.status": rule(manager, display, [0, "none"], [149, "classified"]),
  "profile.namespacedMaintenance": rule(manager, predicts, [0, "ignored"], [101, "honoured"]),
  "profile.maxNodes": rule(server, accepts, [0, "absent"], [113, "present"]),

  // Maintenance
  "maint.autoRotation": rule(manager, predicts, [0, "absent"], [135, "present"], [149, "presentSkipsHibernatedEtcd"]),
  "maint.etcdRotationDefault": rule(server, predicts, [0, "none"], [141, "28d"]),
  "maint.description": rule(manager, display, [0, "strayComma"], [147, "tidy"]),
  "maint.nginx": rule(
    manager,
    predicts,
    [0, "kept"],
    [142, gated("DisableNginxIngressInShoot", { on: "switchedOff", off: "kept" })],
  ),

  // Operations, credentials, hibernation, deletion
  "op.withoutRollout": rule(
    server,
    accepts,
    [0, "unknown"],
    [112, gated("CredentialsRotationWithoutWorkersRollout", { on: "known", off: "forbidden" })],
    [127, "known"],
  ),
  "op.kubeconfig": rule(server, accepts, [0, "known"], [114, "unknown"]),
  "op.forceInPlace": rule(server, accepts, [0, "unknown"], [118, "known"]),
  "op.etcdSingle": rule(server, accepts, [0, "unknown"], [128, "known"]),
  "op.rolloutWorkers": rule(server, accepts, [0, "unknown"], [132, "known"]),
  "kubeProxy.nfTables": rule(server, accepts, [0, "absent"], [135, "present"]),
  "op.grammar": rule(server, accepts, [49, "single"], [133, "semicolonList"]),
  "op.maintenanceSet": rule(server, accepts, [49, "restricted"], [133, "sameAsOperation"]),
  "op.crossEqual": rule(server, accepts, [49, "equal"], [133, "intersection"]),
  "op.etcdErrorPath": rule(server, display, [128, "ownKey"], [133, "operationKey"]),
  "op.hibernated": rule(server, accepts, [75, "specOrStatus"]),
  "op.encryptionCompare": rule(server, accepts, [86, "lists"], [123, "sets"]),
  "op.inPlacePending": rule(server, accepts, [0, "ignored"], [118, "refused"]),
  "op.selfHosted": rule(server, accepts, [0, "allowed"], [148, "refused"]),
  "selfHosted.pool": rule(server, accepts, [0, "oneNode"], [148, "byTolerance"]),
  "selfHosted.namespace": rule(server, accepts, [0, "any"], [140, "garden"]),
  "hibernate.withoutRollout": rule(server, accepts, [86, "allowed"], [112, "refused"]),
  "hibernate.selfHosted": rule(server, accepts, [86, "allowed"], [148, "refused"]),
  "rotation.etcd": rule(gardenlet, predictsAndAccepts, [48, "waitsForUser"], [128, "completesItself"]),
  "rotation.etcdTwoStep": rule(server, accepts, [48, "always"], [128, "below134"]),
  "rotation.completeWithoutEtcd": rule(server, accepts, [48, "never"], [128, "from134"]),
  "rotation.providerChange": rule(gardenlet, predicts, [0, "ignored"], [141, "startsRotation"]),
  forceDelete: rule(
    server,
    accepts,
    [0, "absent"],
    [81, gated("ShootForceDeletion", { on: "present", off: "forbidden" })],
    [111, "present"],
  ),
  "delete.dualApproval": rule(server, accepts, [95, "present"]),
  "seedName.change": rule(server, accepts, [0, "revertedSilently"], [144, "refused"]),
  "seed.emergencyStop": rule(gardenlet, predicts, [0, "absent"], [126, "present"]),
  // The scheduler has the garden's release, like the controller-manager.
  "scheduler.emergencyStop": rule(manager, predicts, [0, "ignored"], [126, "honoured"]),
  "scheduler.defaultDomains": rule(manager, predicts, [0, "absent"], [131, "present"]),
  "scheduler.zoneSelection": rule(manager, predicts, [0, "absent"], [139, "present"]),
  "kubeconfig.static": rule(server, accepts, [71, "refusedFrom127"], [114, "refused"], [122, "gone"]),

  // In-place updates
  "inplace.strategy": rule(
    server,
    accepts,
    [0, "absent"],
    [113, gated("InPlaceNodeUpdates", { on: "present", off: "refusedOnEveryWrite" })],
    [118, gated("InPlaceNodeUpdates", { on: "present", off: "refusedForNew" })],
  ),
  "inplace.lock": rule(server, accepts, [0, "none"], [118, "pendingLock"]),
  "inplace.autoSurgeDefault": rule(server, impact, [0, "oneSurge"], [123, "oneUnavailable"]),
  "inplace.manualSurge": rule(
    server,
    accepts,
    [113, "asRolling"],
    [115, "overwritten"],
    [123, "surgeZero"],
    [125, "free"],
    [129, "absentOnly"],
  ),
  "inplace.timeout": rule(server, accepts, [0, "unknownField"], [115, "any"], [126, "inPlaceOnly"]),
  "inplace.nodeLocalDNSLock": rule(server, accepts, [113, "always"], [126, "below134OrIPVS"]),
  "mcm.preserve": rule(server, accepts, [0, "absent"], [147, "present"]),
  "mcm.creationTimeout": rule(gardenlet, display, [73, "flag20m"], [137, "profileElse20m"]),

  // Warnings about settings; other warnings come from the releases that reject a setting at some Kubernetes version
  "warn.anonymousAuthentication": rule(server, display, [0, "silent"], [120, "warned"]),
  "warn.ipvs": rule(server, display, [0, "silent"], [136, "warned"]),

  // What rolls a pool
  "hash.scheme": rule(
    gardenlet,
    impact,
    [0, "old"],
    [98, gated("NewWorkerPoolHash", { on: "new", off: "old" })],
    [141, "new"],
  ),
  "hash.legacyPool": rule(gardenlet, impact, [0, "possible"], [146, "gone"]),
  "hash.systemReserved": rule(gardenlet, impact, [98, "ignored"], [102, "sum"], [141, "gone"]),
  "hash.nodeLocalDNS": rule(gardenlet, impact, [0, "always"], [126, "below134OrIPVS"]),
  "hash.rotationTime": rule(gardenlet, impact, [0, "shoot"], [112, "pool"]),

  // Status
  "status.backupBuckets": rule(gardenlet, display, [0, "absent"], [141, "selfHosted"]),
  "status.encryptedPath": rule(server, display, [86, "old"], [133, "both"], [139, "new"]),
  "status.rotationKubeconfig": rule(gardenlet, display, [43, "present"], [129, "absent"]),
  "status.manualRollout": rule(gardenlet, display, [0, "absent"], [132, "present"]),

  // Network, clean-up, nodes
  "net.ports": rule(
    gardenlet,
    display,
    [0, "8443/8132"],
    [113, "8132/8132"],
    [130, gated("UseUnifiedHTTPProxyPort", { on: "8443/8443", off: "8132/8132" })],
    [144, "8443/8443"],
  ),
  "net.port8132": rule(
    gardenlet,
    display,
    [0, "open"],
    [148, gated("RemoveHTTPProxyLegacyPort", { on: "closed", off: "open" })],
  ),
  "net.tls": rule(
    gardenlet,
    display,
    [0, "never"],
    [114, gated("IstioTLSTermination", { on: "possible", off: "never" })],
  ),
  "net.advertised": rule(
    gardenlet,
    display,
    [0, "apiServerAndIssuer"],
    [115, "withWildcard"],
    [130, "withIngresses"],
    [138, "withApplications"],
    [141, "withVirtualServices"],
  ),
  "cleanup.leftovers": rule(gardenlet, predicts, [71, "none"], [136, "unknownNamespaceOrLate"]),
  "node.criticalNamespaces": rule(
    resources,
    display,
    [0, "cachedNamespaces"],
    ["121.5", "kubeSystem"],
    [122, "cachedNamespaces"],
    ["122.2", "kubeSystem"],
    [123, "cachedNamespaces"],
    ["123.2", "kubeSystem"],
  ),

  // Fields removed at a Kubernetes minor
  ...fieldRules,
} as const;

/** ID of a rule that changed in some Gardener release. */
export type RuleId = keyof typeof table;

/** The possible values of each rule. */
export type RuleValues = {
  readonly [Id in RuleId]: (typeof table)[Id] extends VersionedGardenerRule<infer Value> ? Value : never;
};

/** Every rule that changed between Gardener 1.100 and the newest, with the component whose release decides. */
export const versionedGardenerRules: { readonly [Id in RuleId]: VersionedGardenerRule<RuleValues[Id]> } = table;

export function isRuleId(id: string): id is RuleId {
  return Object.hasOwn(table, id);
}

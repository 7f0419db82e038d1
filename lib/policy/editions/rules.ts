import { removedFieldRules } from "./removed-field-rules.ts";
import { defineGardenerRule, gateDependent, type RuleKind, type VersionedGardenerRule } from "./rule.ts";

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
  // Rules about the Kubernetes versions of control plane and pools
  "pool.skew": defineGardenerRule(server, predictsAndAccepts, [79, "byKubernetes"], [127, "three"]),
  "pool.minorSkip": defineGardenerRule(server, accepts, [89, "freeAll"], [113, "freeRollingOneInPlace"]),
  "k8s.expiredTarget": defineGardenerRule(server, predictsAndAccepts, [86, "onUpdateNotNewPool"]),
  "k8s.shorthand.parts": defineGardenerRule(server, accepts, [75, "any"]),
  "k8s.shorthand.candidates": defineGardenerRule(
    server,
    predictsAndAccepts,
    [0, "notExpiredNotPreview"],
    [121, "supportedOnly"],
  ),
  "class.model": defineGardenerRule(manager, predicts, [0, "separateFields"], [121, "dateWins"], [137, "lifecycle"]),
  "class.model.admission": defineGardenerRule(
    server,
    accepts,
    [0, "separateFields"],
    [121, "dateWins"],
    [137, "lifecycle"],
  ),
  "class.boundary": defineGardenerRule(manager, predicts, [0, "inclusive"], [137, "strict"]),
  "class.boundary.admission": defineGardenerRule(server, accepts, [0, "strict"], [121, "inclusive"], [137, "strict"]),
  "class.lifecycle": defineGardenerRule(
    server,
    accepts,
    [0, "unknownField"],
    [137, gateDependent("VersionClassificationLifecycle", { on: "accepted", off: "forbidden" })],
  ),
  "kubelet.pullCredentialsPolicy": defineGardenerRule(server, accepts, [0, "unknownField"], [149, "from135"]),

  // Rules about machine images
  "image.expiredTarget": defineGardenerRule(server, predictsAndAccepts, [86, "existingPoolNotLower"]),
  "image.shorthand": defineGardenerRule(
    server,
    accepts,
    [0, "none"],
    [111, "newPool"],
    [122, "allPools"],
    [136, "exactFirst"],
  ),
  "image.defaultPreference": defineGardenerRule(
    server,
    predicts,
    [0, "explicitNonDeprecated"],
    [121, "anyNonDeprecated"],
  ),
  "image.inPlaceFilter": defineGardenerRule(
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
  "image.capabilities": defineGardenerRule(
    manager,
    predictsAndAccepts,
    [0, "none"],
    [125, gateDependent("CloudProfileCapabilities", { on: "filtered", off: "none" })],
  ),
  "image.capabilities.admission": defineGardenerRule(
    server,
    accepts,
    [0, "none"],
    [124, gateDependent("CloudProfileCapabilities", { on: "checked", off: "none" })],
  ),
  "image.inPlaceDowngrade": defineGardenerRule(server, accepts, [0, "allowed"], [136, "refused"]),

  // Rules about CloudProfiles
  "profile.pastExpiry": defineGardenerRule(server, accepts, [77, "droppedSilently"]),
  "profile.oneSupported": defineGardenerRule(
    server,
    accepts,
    [0, "raw"],
    [121, "currentIncludingUnclassified"],
    ["121.1", "current"],
    [137, "overlap"],
    [149, "overlapOfLegacyOnly"],
  ),
  "profile.latestExpires": defineGardenerRule(server, accepts, [0, "date"], [137, "dateOrLastStage"]),
  "profile.becameUnavailable": defineGardenerRule(server, accepts, [0, "unchecked"], [137, "refused"]),
  "profile.status": defineGardenerRule(manager, display, [0, "none"], [149, "classified"]),
  "profile.namespacedMaintenance": defineGardenerRule(manager, predicts, [0, "ignored"], [101, "honoured"]),
  "profile.maxNodes": defineGardenerRule(server, accepts, [0, "absent"], [113, "present"]),

  // Rules about maintenance
  "maint.autoRotation": defineGardenerRule(
    manager,
    predicts,
    [0, "absent"],
    [135, "present"],
    [149, "presentSkipsHibernatedEtcd"],
  ),
  "maint.etcdRotationDefault": defineGardenerRule(server, predicts, [0, "none"], [141, "28d"]),
  "maint.description": defineGardenerRule(manager, display, [0, "strayComma"], [147, "tidy"]),
  "maint.nginx": defineGardenerRule(
    manager,
    predicts,
    [0, "kept"],
    [142, gateDependent("DisableNginxIngressInShoot", { on: "switchedOff", off: "kept" })],
  ),

  // Rules about operations, credentials, hibernation and deletion
  "op.withoutRollout": defineGardenerRule(
    server,
    accepts,
    [0, "unknown"],
    [112, gateDependent("CredentialsRotationWithoutWorkersRollout", { on: "known", off: "forbidden" })],
    [127, "known"],
  ),
  "op.kubeconfig": defineGardenerRule(server, accepts, [0, "known"], [114, "unknown"]),
  "op.forceInPlace": defineGardenerRule(server, accepts, [0, "unknown"], [118, "known"]),
  "op.etcdSingle": defineGardenerRule(server, accepts, [0, "unknown"], [128, "known"]),
  "op.rolloutWorkers": defineGardenerRule(server, accepts, [0, "unknown"], [132, "known"]),
  "kubeProxy.nfTables": defineGardenerRule(server, accepts, [0, "absent"], [135, "present"]),
  "op.grammar": defineGardenerRule(server, accepts, [49, "single"], [133, "semicolonList"]),
  "op.maintenanceSet": defineGardenerRule(server, accepts, [49, "restricted"], [133, "sameAsOperation"]),
  "op.crossEqual": defineGardenerRule(server, accepts, [49, "equal"], [133, "intersection"]),
  "op.etcdErrorPath": defineGardenerRule(server, display, [128, "ownKey"], [133, "operationKey"]),
  "op.hibernated": defineGardenerRule(server, accepts, [75, "specOrStatus"]),
  "op.encryptionCompare": defineGardenerRule(server, accepts, [86, "lists"], [123, "sets"]),
  "op.inPlacePending": defineGardenerRule(server, accepts, [0, "ignored"], [118, "refused"]),
  "op.selfHosted": defineGardenerRule(server, accepts, [0, "allowed"], [148, "refused"]),
  "selfHosted.pool": defineGardenerRule(server, accepts, [0, "oneNode"], [148, "byTolerance"]),
  "selfHosted.namespace": defineGardenerRule(server, accepts, [0, "any"], [140, "garden"]),
  "hibernate.withoutRollout": defineGardenerRule(server, accepts, [86, "allowed"], [112, "refused"]),
  "hibernate.selfHosted": defineGardenerRule(server, accepts, [86, "allowed"], [148, "refused"]),
  "rotation.etcd": defineGardenerRule(gardenlet, predictsAndAccepts, [48, "waitsForUser"], [128, "completesItself"]),
  "rotation.etcdTwoStep": defineGardenerRule(server, accepts, [48, "always"], [128, "below134"]),
  "rotation.completeWithoutEtcd": defineGardenerRule(server, accepts, [48, "never"], [128, "from134"]),
  "rotation.providerChange": defineGardenerRule(gardenlet, predicts, [0, "ignored"], [141, "startsRotation"]),
  forceDelete: defineGardenerRule(
    server,
    accepts,
    [0, "absent"],
    [81, gateDependent("ShootForceDeletion", { on: "present", off: "forbidden" })],
    [111, "present"],
  ),
  "delete.dualApproval": defineGardenerRule(server, accepts, [95, "present"]),
  "seedName.change": defineGardenerRule(server, accepts, [0, "revertedSilently"], [144, "refused"]),
  // Rules about the subresource shoots/binding, which moves a control plane to another Seed
  "binding.subresource": defineGardenerRule(server, accepts, [0, "absent"], [50, "present"]),
  "binding.provider": defineGardenerRule(server, accepts, [0, "same"], [102, "any"]),
  "binding.accessRestrictions": defineGardenerRule(server, accepts, [0, "unchecked"], [107, "checked"]),
  "binding.internalDomain": defineGardenerRule(server, accepts, [0, "unchecked"], [127, "checked"]),
  "binding.defaultDomain": defineGardenerRule(server, accepts, [0, "unchecked"], [131, "checked"]),
  "seed.emergencyStop": defineGardenerRule(gardenlet, predicts, [0, "absent"], [126, "present"]),
  // The scheduler has the garden's release, like the controller-manager.
  "scheduler.emergencyStop": defineGardenerRule(manager, predicts, [0, "ignored"], [126, "honoured"]),
  "scheduler.defaultDomains": defineGardenerRule(manager, predicts, [0, "absent"], [131, "present"]),
  "scheduler.zoneSelection": defineGardenerRule(manager, predicts, [0, "absent"], [139, "present"]),
  "kubeconfig.static": defineGardenerRule(server, accepts, [71, "refusedFrom127"], [114, "refused"], [122, "gone"]),

  // Rules about in-place updates
  "inplace.strategy": defineGardenerRule(
    server,
    accepts,
    [0, "absent"],
    [113, gateDependent("InPlaceNodeUpdates", { on: "present", off: "refusedOnEveryWrite" })],
    [118, gateDependent("InPlaceNodeUpdates", { on: "present", off: "refusedForNew" })],
  ),
  "inplace.lock": defineGardenerRule(server, accepts, [0, "none"], [118, "pendingLock"]),
  "inplace.autoSurgeDefault": defineGardenerRule(server, impact, [0, "oneSurge"], [123, "oneUnavailable"]),
  "inplace.manualSurge": defineGardenerRule(
    server,
    accepts,
    [113, "asRolling"],
    [115, "overwritten"],
    [123, "surgeZero"],
    [125, "free"],
    [129, "absentOnly"],
  ),
  "inplace.timeout": defineGardenerRule(server, accepts, [0, "unknownField"], [115, "any"], [126, "inPlaceOnly"]),
  "inplace.nodeLocalDNSLock": defineGardenerRule(server, accepts, [113, "always"], [126, "below134OrIPVS"]),
  "mcm.preserve": defineGardenerRule(server, accepts, [0, "absent"], [147, "present"]),
  "mcm.creationTimeout": defineGardenerRule(gardenlet, display, [73, "flag20m"], [137, "profileElse20m"]),

  // Warnings about settings; other warnings come from the releases that reject a setting at some Kubernetes version
  "warn.anonymousAuthentication": defineGardenerRule(server, display, [0, "silent"], [120, "warned"]),
  "warn.ipvs": defineGardenerRule(server, display, [0, "silent"], [136, "warned"]),

  // Rules about changes that replace the nodes of a pool
  "hash.scheme": defineGardenerRule(
    gardenlet,
    impact,
    [0, "old"],
    [98, gateDependent("NewWorkerPoolHash", { on: "new", off: "old" })],
    [141, "new"],
  ),
  "hash.legacyPool": defineGardenerRule(gardenlet, impact, [0, "possible"], [146, "gone"]),
  "hash.systemReserved": defineGardenerRule(gardenlet, impact, [98, "ignored"], [102, "sum"], [141, "gone"]),
  "hash.nodeLocalDNS": defineGardenerRule(gardenlet, impact, [0, "always"], [126, "below134OrIPVS"]),
  "hash.rotationTime": defineGardenerRule(gardenlet, impact, [0, "shoot"], [112, "pool"]),

  // Rules about the Shoot status
  "status.backupBuckets": defineGardenerRule(gardenlet, display, [0, "absent"], [141, "selfHosted"]),
  "status.encryptedPath": defineGardenerRule(server, display, [86, "old"], [133, "both"], [139, "new"]),
  "status.rotationKubeconfig": defineGardenerRule(gardenlet, display, [43, "present"], [129, "absent"]),
  "status.manualRollout": defineGardenerRule(gardenlet, display, [0, "absent"], [132, "present"]),

  // Rules about network, clean-up and nodes
  "net.ports": defineGardenerRule(
    gardenlet,
    display,
    [0, "8443/8132"],
    [113, "8132/8132"],
    [130, gateDependent("UseUnifiedHTTPProxyPort", { on: "8443/8443", off: "8132/8132" })],
    [144, "8443/8443"],
  ),
  "net.port8132": defineGardenerRule(
    gardenlet,
    display,
    [0, "open"],
    [148, gateDependent("RemoveHTTPProxyLegacyPort", { on: "closed", off: "open" })],
  ),
  "net.tls": defineGardenerRule(
    gardenlet,
    display,
    [0, "never"],
    [114, gateDependent("IstioTLSTermination", { on: "possible", off: "never" })],
  ),
  "net.advertised": defineGardenerRule(
    gardenlet,
    display,
    [0, "apiServerAndIssuer"],
    [115, "withWildcard"],
    [130, "withIngresses"],
    [138, "withApplications"],
    [141, "withVirtualServices"],
  ),
  "cleanup.leftovers": defineGardenerRule(gardenlet, predicts, [71, "none"], [136, "unknownNamespaceOrLate"]),
  "node.criticalNamespaces": defineGardenerRule(
    resources,
    display,
    [0, "cachedNamespaces"],
    ["121.5", "kubeSystem"],
    [122, "cachedNamespaces"],
    ["122.2", "kubeSystem"],
    [123, "cachedNamespaces"],
    ["123.2", "kubeSystem"],
  ),

  // Rules about fields that are removed at a Kubernetes minor
  ...removedFieldRules,
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

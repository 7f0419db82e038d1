import { defineGardenerRule, type RuleKind } from "./rule.ts";

const accepts: readonly RuleKind[] = ["validation"];
const predicts: readonly RuleKind[] = ["prediction"];

/** Rule: the API server rejects a field at its Kubernetes minor in Gardener releases from `from` to before `until`. */
function refused(from: number, until?: number) {
  return until === undefined
    ? defineGardenerRule("apiServer", accepts, [0, "accepted"], [from, "refused"])
    : defineGardenerRule("apiServer", accepts, [0, "accepted"], [from, "refused"], [until, "accepted"]);
}

/** Rule: maintenance clears a field on crossing its Kubernetes minor, for Gardener releases in [`from`, `until`). */
function cleared(from: number, until?: number) {
  return until === undefined
    ? defineGardenerRule("controllerManager", predicts, [0, "kept"], [from, "cleared"])
    : defineGardenerRule("controllerManager", predicts, [0, "kept"], [from, "cleared"], [until, "kept"]);
}

/** Rules of fields removed at a Kubernetes minor; `maintenance/field-limits.ts` has the minors. */
export const removedFieldRules = {
  "refuse.staticToken": refused(71, 122),
  "clear.staticToken": cleared(74, 114),
  "clear.workerMaximum": cleared(77, 114),
  "refuse.unlimitedSwap": refused(95),
  "clear.unlimitedSwap": cleared(95, 133),
  "refuse.oidcClientAuthentication": refused(102, 141),
  "clear.oidcClientAuthentication": cleared(106, 141),
  "refuse.systemReserved": refused(102, 141),
  "clear.systemReserved": cleared(106, 141),
  "refuse.oidcConfig": refused(107, 142),
  "clear.oidcConfig": cleared(107, 142),
  "refuse.podEvictionTimeout": refused(122),
  "clear.podEvictionTimeout": cleared(122),
  // Gardener 1.121 and 1.122 reject this field but do not clear it, so a forced update to 1.33 fails while it is set.
  "refuse.maxEmptyBulkDelete": refused(121),
  "clear.maxEmptyBulkDelete": cleared(123),
  "refuse.cloudProfileName": refused(124),
  "refuse.secretBindingName": refused(127),
  "clear.secretBindingName": cleared(127),
  "refuse.anonymousAuthentication": refused(136),
  "clear.anonymousAuthentication": cleared(136),
  "refuse.addons": refused(136),
  "clear.addons": cleared(136),
  "refuse.kubeMaxPDVols": refused(136),
  "clear.kubeMaxPDVols": cleared(136),
  "refuse.watchCacheDefault": refused(136),
  "clear.watchCacheDefault": cleared(136),
  "refuse.dnsSecretName": refused(139),
  "clear.dnsSecretName": cleared(139),
} as const;

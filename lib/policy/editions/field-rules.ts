import { type RuleKind, rule } from "./rule.ts";

const accepts: readonly RuleKind[] = ["validation"];
const predicts: readonly RuleKind[] = ["prediction"];

/** Releases (first, and first one after) in which the API server rejects a field at its Kubernetes minor. */
function refused(from: number, until?: number) {
  return until === undefined
    ? rule("apiServer", accepts, [0, "accepted"], [from, "refused"])
    : rule("apiServer", accepts, [0, "accepted"], [from, "refused"], [until, "accepted"]);
}

/** Releases in which a maintenance run clears a field when it crosses the field's Kubernetes minor. */
function cleared(from: number, until?: number) {
  return until === undefined
    ? rule("controllerManager", predicts, [0, "kept"], [from, "cleared"])
    : rule("controllerManager", predicts, [0, "kept"], [from, "cleared"], [until, "kept"]);
}

/** Rules of fields removed at a Kubernetes minor; `maintenance/field-limits.ts` has the minors. */
export const fieldRules = {
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
  // Two releases reject this field but do not clear it yet: a forced update to 1.33 fails there while it is set.
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

import type { ShootSpec } from "#lib/garden/shoot.ts";
import { listAt } from "#lib/kube/field.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { checkEach, checkName, checkUnique } from "./field-checks.ts";
import { type FieldErrors, fieldErrorIf } from "./field-error.ts";

const dns = "spec.systemComponents.coreDNS";

/**
 * Validation of CoreDNS and alert receivers. An unknown CoreDNS autoscaling mode is replaced by the API server.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateSystemComponents and validateMonitoring
 */
export function validateSystemComponents(spec: ShootSpec): FieldErrors {
  return [
    ...(workerPoolsOf(spec).length === 0 ? [] : suffixErrors(spec)),
    ...receiverErrors(listAt(spec, "monitoring", "alerting", "emailReceivers")),
  ];
}

/** Errors for DNS suffixes that CoreDNS rewrites. A leading dot is optional and ignored; an inner dot is required. */
function suffixErrors({ systemComponents }: ShootSpec): FieldErrors {
  const at = `${dns}.rewriting.commonSuffixes[]`;
  const suffixes = listAt(systemComponents, "coreDNS", "rewriting", "commonSuffixes").map((suffix) =>
    typeof suffix === "string" ? suffix : "",
  );
  return [
    ...checkEach(at, suffixes, (place, suffix) => checkName(place, suffix, isSuffix)),
    ...checkUnique(at, suffixes.map(withoutDot)),
  ];
}

function withoutDot(suffix: string): string {
  return suffix.replace(/^\./, "");
}

function isSuffix(suffix: string): boolean {
  const bare = withoutDot(suffix);
  return bare.includes(".") && isDns1123Subdomain(bare.replace(/\.$/, ""));
}

/** Whether Gardener accepts the email address. @source Gardener: pkg/utils/miscellaneous.go, TestEmail */
function isAddress(text: string): boolean {
  const [local = "", domain = "", ...more] = text.split("@");
  const parts = domain.split(".");
  const top = parts.pop() ?? "";
  const isDomain = parts.length > 0 && parts.every((part) => /^[a-zA-Z0-9-]+$/.test(part));
  return more.length === 0 && local !== "" && isDomain && /^[a-zA-Z]{2,}$/.test(top);
}

function receiverErrors(receivers: readonly unknown[]): FieldErrors {
  const at = "spec.monitoring.alerting.emailReceivers[]";
  const addresses = receivers.map((receiver) => (typeof receiver === "string" ? receiver : ""));
  return [
    ...checkEach(at, addresses, (place, value) => fieldErrorIf(!isAddress(value), place, "EMAIL_MALFORMED", { value })),
    ...checkUnique(at, receivers),
  ];
}

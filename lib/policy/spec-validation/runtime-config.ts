import { isRecord } from "#lib/kube/wire.ts";
import { isInMinors, parseMinorRange } from "./feature-gates.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";
import { type ApiName, versionLimitsOfApi, versionLimitsOfApiResources } from "./known-apis.ts";

/**
 * Validation of enabled and disabled APIs: known to the Kubernetes version, and required ones stay enabled.
 * @source Gardener: pkg/utils/validation/apigroups/apigroups.go, ValidateAPIGroupVersions
 */
export function validateRuntimeConfig(
  path: string,
  config: unknown,
  { version, hasNodes }: { readonly version: string; readonly hasNodes: boolean },
): FieldErrors {
  if (!isRecord(config)) return [];
  return Object.entries(config).flatMap(([api, enabled]): FieldErrors => {
    const at = `${path}[${api}]`;
    const facts = { api, version };
    const name = nameOf(api);
    const limits = name && versionLimitsOfApi(name);
    if (name === undefined || limits === undefined) return [fieldError(at, "API_UNKNOWN", facts)];
    const { added, removed } = parseMinorRange(limits);
    if (isInMinors(version, added, removed) === false) return [fieldError(at, "API_UNSUPPORTED", facts)];
    const isNeeded = related(name).some((one) => one.includes("always") || (hasNodes && one.includes("needed")));
    return fieldErrorIf(enabled === false && isNeeded, at, "API_NEEDED", facts);
  });
}

/** Version limits that affect an API: a group version includes its resources; a resource needs its group version. */
function related(name: ApiName): readonly string[] {
  const own = [versionLimitsOfApi(name) ?? "", versionLimitsOfApi({ groupVersion: name.groupVersion }) ?? ""];
  return name.resource === undefined ? [...own, ...versionLimitsOfApiResources(name.groupVersion)] : own;
}

/** Parses the name of an API: `apps/v1` or `apps/v1/deployments`, and for the core group `v1` and `v1/pods`. */
function nameOf(api: string): ApiName | undefined {
  const [first = "", second, third, ...more] = api.split("/");
  if (more.length > 0) return undefined;
  if (second === undefined) return { groupVersion: first };
  if (third !== undefined) return { groupVersion: `${first}/${second}`, resource: third };
  return first === "v1" ? { groupVersion: "v1", resource: second } : { groupVersion: `${first}/${second}` };
}

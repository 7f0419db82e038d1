import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { validateAdmissionPlugins } from "./admission-plugins.ts";
import { validateAutoscaling } from "./autoscaling.ts";
import { isInMinors, validateFeatureGates } from "./feature-gates.ts";
import {
  checkDuration,
  checkEach,
  checkName,
  checkNotNegative,
  checkOneOf,
  checkRange,
  checkRequired,
  checkUnique,
  isSet,
  parseDurationSeconds,
} from "./field-checks.ts";
import { type FieldErrors, fieldErrorIf } from "./field-error.ts";
import { validateRuntimeConfig } from "./runtime-config.ts";

const path = "spec.kubernetes.kubeAPIServer";

/**
 * Validation of kube-apiserver settings, except encryption at rest.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubeAPIServer
 */
export function validateApiServer(before: ShootSpec, after: ShootSpec): FieldErrors {
  const { version, kubeAPIServer: server } = after.kubernetes;
  if (!isSet(server)) return [];
  const get = (...fields: readonly string[]) => fieldAt(server, ...fields);
  const count = (...fields: readonly string[]) => checkNotNegative(`${path}.${fields.join(".")}`, get(...fields));
  const inflight = (field: string, maximum: number) =>
    checkRange(`${path}.requests.${field}`, get("requests", field), { minimum: 0, maximum });
  const floor = { cpu: "20m", memory: "200M" };
  const hasNodes = workerPoolsOf(after).length > 0;
  return [
    ...validateAdmissionPlugins(`${path}.admissionPlugins`, get("admissionPlugins"), version),
    ...validateRuntimeConfig(`${path}.runtimeConfig`, get("runtimeConfig"), { version, hasNodes }),
    ...auditErrors(fieldAt(server, "auditConfig", "auditPolicy", "configMapRef")),
    ...structuredErrors(server),
    ...watchCacheErrors(server, version),
    ...count("logging", "verbosity"),
    ...count("logging", "httpAccessVerbosity"),
    ...count("defaultNotReadyTolerationSeconds"),
    ...count("defaultUnreachableTolerationSeconds"),
    ...inflight("maxNonMutatingInflight", 5000),
    ...inflight("maxMutatingInflight", 2500),
    ...serviceAccountErrors(before, server),
    ...checkDuration(`${path}.eventTTL`, get("eventTTL"), { maximum: "24h" }),
    ...checkOneOf(`${path}.tlsMinVersion`, get("tlsMinVersion"), ["VersionTLS12", "VersionTLS13"]),
    ...validateAutoscaling(`${path}.autoscaling`, get("autoscaling"), floor),
    ...validateFeatureGates(`${path}.featureGates`, get("featureGates"), version),
    ...audienceErrors(listAt(server, "apiAudiences")),
  ];
}

function auditErrors(reference: unknown): FieldErrors {
  if (!isSet(reference)) return [];
  const at = `${path}.auditConfig.auditPolicy.configMapRef.name`;
  const name = stringAt(reference, "name") ?? "";
  return name === "" ? checkRequired(at, name) : checkName(at, name, isDns1123Subdomain);
}

/** Errors for structured authentication and authorization, which need their feature gates and a configuration. */
function structuredErrors(server: unknown): FieldErrors {
  const blocks = [
    ["structuredAuthentication", "StructuredAuthenticationConfiguration"],
    ["structuredAuthorization", "StructuredAuthorizationConfiguration"],
  ] as const;
  return blocks.flatMap(([field, gate]): FieldErrors => {
    const block = fieldAt(server, field);
    if (!isSet(block)) return [];
    const at = `${path}.${field}`;
    const isOff = fieldAt(server, "featureGates", gate) === false;
    const isNamed = Boolean(stringAt(block, "configMapName"));
    const hasNoKubeconfig = field === "structuredAuthorization" && isNamed && listAt(block, "kubeconfigs").length === 0;
    return [
      ...fieldErrorIf(isOff, at, "GATE_MUST_BE_ON", { gate }),
      ...fieldErrorIf(!isNamed, `${at}.configMapName`, "VALUE_REQUIRED", undefined, "Forbidden"),
      ...(hasNoKubeconfig ? checkRequired(`${at}.kubeconfigs`, undefined) : []),
    ];
  });
}

/** Errors for kube-apiserver's watch cache sizes. @source Gardener: validation/shoot.go, ValidateWatchCacheSizes */
function watchCacheErrors(server: unknown, version: string): FieldErrors {
  // From Kubernetes 1.35 on a default watch cache size is rejected, whatever its value.
  const isRefused = isInMinors(version, 35, Number.POSITIVE_INFINITY) === true;
  const size = isRefused ? undefined : fieldAt(server, "watchCacheSizes", "default");
  return [
    ...checkNotNegative(`${path}.watchCacheSizes.default`, size),
    ...listAt(server, "watchCacheSizes", "resources").flatMap((entry, index): FieldErrors => {
      const at = `${path}.watchCacheSizes.resources[${index}]`;
      const [resource, group] = [stringAt(entry, "resource") ?? "", stringAt(entry, "apiGroup") ?? ""];
      return [
        ...checkRequired(`${at}.resource`, resource),
        ...checkName(`${at}.resource`, resource, (text) => !/[A-Z,. #]/.test(text)),
        ...checkName(`${at}.apiGroup`, group, (text) => !/[A-Z, #]/.test(text)),
        ...checkNotNegative(`${at}.size`, fieldAt(entry, "size")),
      ];
    }),
  ];
}

function serviceAccountErrors(before: ShootSpec, server: unknown): FieldErrors {
  const block = fieldAt(server, "serviceAccountConfig");
  const at = `${path}.serviceAccountConfig`;
  const [issuer, accepted] = [stringAt(block, "issuer"), listAt(block, "acceptedIssuers")];
  const known = listAt(before.kubernetes.kubeAPIServer, "serviceAccountConfig", "acceptedIssuers");
  // An invalid value that is already stored is accepted as long as it does not change.
  const judged = accepted.length > 0 && !semanticallyEqual(known, accepted) ? accepted : [];
  return [
    ...tokenExpirationErrors(`${at}.maxTokenExpiration`, fieldAt(block, "maxTokenExpiration")),
    ...(issuer === undefined ? [] : issuerErrors(`${at}.issuer`, issuer)),
    ...checkEach(`${at}.acceptedIssuers[]`, judged, (place, value) => [
      ...issuerErrors(place, value),
      ...fieldErrorIf(value === issuer, place, "VALUE_DUPLICATE", { value }, "Invalid"),
    ]),
    ...checkUnique(`${at}.acceptedIssuers[]`, judged),
  ];
}

/** Errors for the ServiceAccount token expiration: zero means the default; other values must be 30 to 90 days. */
function tokenExpirationErrors(at: string, value: unknown): FieldErrors {
  const seconds = parseDurationSeconds(value);
  if (seconds === 0) return [];
  if (seconds === undefined || seconds < 0) return checkDuration(at, value);
  const bounds = { minimum: "720h", maximum: "2160h" };
  return checkDuration(at, value, bounds).map((fault) => ({ ...fault, type: "Forbidden" }));
}

/** Errors for the URL of a token issuer. @source Gardener: pkg/api/core/validation/shoot.go, ValidateOIDCIssuerURL */
function issuerErrors(at: string, value: string): FieldErrors {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url?.protocol === "https:" && url.host !== "" && url.username === "" && url.password === "";
  return fieldErrorIf(!isPlain || /[?#]./.test(value), at, "ISSUER_MALFORMED", { value });
}

/** Errors for kube-apiserver audiences. @source Gardener: pkg/api/core/validation/shoot.go, validateAPIAudiences */
function audienceErrors(audiences: readonly unknown[]): FieldErrors {
  const at = `${path}.apiAudiences[]`;
  const commas = checkEach(at, audiences, (place, value) =>
    fieldErrorIf(value.includes(","), place, "AUDIENCE_WITH_COMMA", { value }),
  );
  return [...checkUnique(at, audiences), ...commas];
}

import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { validateAdmissionPlugins } from "./admission-plugins.ts";
import { validateAutoscaling } from "./autoscaling.ts";
import type { ChangeFault } from "./fault.ts";
import { isInMinors, validateFeatureGates } from "./feature-gates.ts";
import { distinct, duration, invalidName, isSet, oneOf, required, secondsOf, within } from "./field-checks.ts";
import { validateRuntimeConfig } from "./runtime-config.ts";

type Faults = readonly ChangeFault[];

const path = "spec.kubernetes.kubeAPIServer";

/**
 * The rules for the settings of the Kubernetes API server, but for the encryption of what it stores.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubeAPIServer
 */
export function validateApiServer(before: ShootSpec, after: ShootSpec): Faults {
  const { version, kubeAPIServer: server } = after.kubernetes;
  if (!isSet(server)) return [];
  const get = (...fields: readonly string[]) => fieldAt(server, ...fields);
  const notNegative = (...fields: readonly [string, ...string[]]) =>
    within(`${path}.${fields.join(".")}`, get(...fields), { minimum: 0 });
  const inflight = (field: string, maximum: number) =>
    within(`${path}.requests.${field}`, get("requests", field), { minimum: 0, maximum });
  const floor = { cpu: "20m", memory: "200M" };
  const hasNodes = poolsOf(after).length > 0;
  return [
    ...validateAdmissionPlugins(`${path}.admissionPlugins`, get("admissionPlugins"), version),
    ...validateRuntimeConfig(`${path}.runtimeConfig`, get("runtimeConfig"), { version, hasNodes }),
    ...auditFaults(fieldAt(server, "auditConfig", "auditPolicy", "configMapRef")),
    ...structuredFaults(server),
    ...watchCacheFaults(server, version),
    ...notNegative("logging", "verbosity"),
    ...notNegative("logging", "httpAccessVerbosity"),
    ...notNegative("defaultNotReadyTolerationSeconds"),
    ...notNegative("defaultUnreachableTolerationSeconds"),
    ...inflight("maxNonMutatingInflight", 5000),
    ...inflight("maxMutatingInflight", 2500),
    ...serviceAccountFaults(before, server),
    ...duration(`${path}.eventTTL`, get("eventTTL")),
    ...longTtl(get("eventTTL")),
    ...oneOf(`${path}.tlsMinVersion`, get("tlsMinVersion"), ["VersionTLS12", "VersionTLS13"]),
    ...validateAutoscaling(`${path}.autoscaling`, get("autoscaling"), floor),
    ...validateFeatureGates(`${path}.featureGates`, get("featureGates"), version),
    ...audienceFaults(listAt(server, "apiAudiences")),
  ];
}

function longTtl(value: unknown): Faults {
  const isLong = (secondsOf(value) ?? 0) > 24 * 3600;
  return isLong
    ? [{ path: `${path}.eventTTL`, code: "ABOVE_MAXIMUM", type: "Invalid", facts: { maximum: "24h" } }]
    : [];
}

function auditFaults(reference: unknown): Faults {
  if (!isSet(reference)) return [];
  const at = `${path}.auditConfig.auditPolicy.configMapRef.name`;
  const name = textAt(reference, "name") ?? "";
  return name === "" || isDns1123Subdomain(name) ? required(at, name) : invalidName(at, name);
}

/** Structured authentication and authorization need their gates, and something to read. */
function structuredFaults(server: unknown): Faults {
  const blocks = [
    ["structuredAuthentication", "StructuredAuthenticationConfiguration"],
    ["structuredAuthorization", "StructuredAuthorizationConfiguration"],
  ] as const;
  return blocks.flatMap(([field, gate]): Faults => {
    const block = fieldAt(server, field);
    if (!isSet(block)) return [];
    const at = `${path}.${field}`;
    const isOff = fieldAt(server, "featureGates", gate) === false;
    const isNamed = Boolean(textAt(block, "configMapName"));
    const hasNoKubeconfig = field === "structuredAuthorization" && isNamed && listAt(block, "kubeconfigs").length === 0;
    return [
      ...(isOff ? [{ path: at, code: "GATE_MUST_BE_ON", type: "Forbidden", facts: { gate } } as const] : []),
      ...(isNamed ? [] : [{ path: `${at}.configMapName`, code: "VALUE_REQUIRED", type: "Forbidden" } as const]),
      ...(hasNoKubeconfig ? required(`${at}.kubeconfigs`, undefined) : []),
    ];
  });
}

/** @source Gardener: pkg/api/core/validation/shoot.go, ValidateWatchCacheSizes */
function watchCacheFaults(server: unknown, version: string): Faults {
  // From 1.35 on a default is refused, whatever its size.
  const isRefused = isInMinors(version, 35, Number.POSITIVE_INFINITY) === true;
  const size = isRefused ? undefined : fieldAt(server, "watchCacheSizes", "default");
  return [
    ...within(`${path}.watchCacheSizes.default`, size, { minimum: 0 }),
    ...listAt(server, "watchCacheSizes", "resources").flatMap((entry, index): Faults => {
      const at = `${path}.watchCacheSizes.resources[${index}]`;
      const [resource, group] = [textAt(entry, "resource") ?? "", textAt(entry, "apiGroup") ?? ""];
      return [
        ...required(`${at}.resource`, resource),
        ...nameFaults(`${at}.resource`, resource, /[A-Z,. #]/),
        ...nameFaults(`${at}.apiGroup`, group, /[A-Z, #]/),
        ...within(`${at}.size`, fieldAt(entry, "size"), { minimum: 0 }),
      ];
    }),
  ];
}

function nameFaults(at: string, value: string, forbidden: RegExp): Faults {
  return forbidden.test(value) ? [{ path: at, code: "NAME_INVALID", type: "Invalid", facts: { value } }] : [];
}

function serviceAccountFaults(before: ShootSpec, server: unknown): Faults {
  const block = fieldAt(server, "serviceAccountConfig");
  const at = `${path}.serviceAccountConfig`;
  const [issuer, accepted] = [textAt(block, "issuer"), listAt(block, "acceptedIssuers")];
  const known = listAt(before.kubernetes.kubeAPIServer, "serviceAccountConfig", "acceptedIssuers");
  // What is stored already may be wrong, as long as it stays.
  const judged = accepted.length > 0 && !semanticallyEqual(known, accepted) ? accepted : [];
  const acceptedPath = (index: number) => `${at}.acceptedIssuers[${index}]`;
  return [
    ...tokenExpirationFaults(`${at}.maxTokenExpiration`, fieldAt(block, "maxTokenExpiration")),
    ...issuerFaults(`${at}.issuer`, issuer),
    ...judged.flatMap((url, index): Faults => {
      const isIssuer = issuer !== undefined && url === issuer;
      const facts = { value: String(url) };
      const twice = { path: acceptedPath(index), code: "VALUE_DUPLICATE", type: "Invalid", facts } as const;
      return [...issuerFaults(acceptedPath(index), url), ...(isIssuer ? [twice] : [])];
    }),
    ...distinct(acceptedPath, judged),
  ];
}

/** Zero leaves it to the API server; anything else lies between 30 and 90 days. */
function tokenExpirationFaults(at: string, value: unknown): Faults {
  const seconds = secondsOf(value);
  if (seconds === 0) return [];
  if (seconds === undefined || seconds < 0) return duration(at, value);
  const bounds = { minimum: "720h", maximum: "2160h" };
  return duration(at, value, bounds).map((fault) => ({ ...fault, type: "Forbidden" }));
}

/** @source Gardener: pkg/api/core/validation/shoot.go, ValidateOIDCIssuerURL */
function issuerFaults(at: string, value: unknown): Faults {
  if (typeof value !== "string") return [];
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url?.protocol === "https:" && url.host !== "" && url.username === "" && url.password === "";
  if (isPlain && !/[?#]./.test(value)) return [];
  return [{ path: at, code: "ISSUER_MALFORMED", type: "Invalid", facts: { value } }];
}

/** @source Gardener: pkg/api/core/validation/shoot.go, validateAPIAudiences */
function audienceFaults(audiences: readonly unknown[]): Faults {
  const at = (index: number) => `${path}.apiAudiences[${index}]`;
  const commas = audiences.flatMap((value, index): Faults => {
    if (typeof value !== "string" || !value.includes(",")) return [];
    return [{ path: at(index), code: "AUDIENCE_WITH_COMMA", type: "Invalid", facts: { value } }];
  });
  return [...distinct(at, audiences), ...commas];
}

import { listAt, stringAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { childField, invalidIf, providerField, unsupportedIf } from "./shared/provider-error.ts";
import { controlPlaneOf, infrastructureOf, isOnAt, type ProviderInput, textAt } from "./shared/provider-input.ts";

const infra = providerField("infrastructureConfig");
const controlPlane = providerField("controlPlaneConfig");

function poolsOf({ profile }: ProviderInput): readonly unknown[] {
  return listAt(profile, "providerConfig", "constraints", "floatingPools");
}

/** Error for a new floating pool that the CloudProfile does not offer in this region and for this domain. */
export function checkFloatingPool(input: ProviderInput): FieldErrors {
  const [name, old] = [input.shoot, input.before].map(
    (shoot) => shoot && textAt(infrastructureOf(shoot.spec), "floatingPoolName"),
  );
  if (name === undefined || name === old) return [];
  const { found, offered } = findFloatingPool(input, name);
  if (!knowsDomain(input)) return [];
  return unsupportedIf(found === undefined, childField(infra, "floatingPoolName"), name, offered);
}

/** Whether floating pools can be judged: their constraints can name the domain of the account. */
function knowsDomain(input: ProviderInput): boolean {
  return input.domain !== undefined || !poolsOf(input).some((pool) => stringAt(pool, "domain") !== undefined);
}

interface PoolSearch {
  readonly found?: unknown;
  /** Names that would do, wildcards included, sorted. */
  readonly offered: readonly string[];
}

/**
 * The floating pool of the CloudProfile for a name. Pools for this domain and region go before those for either, and
 * those before pools for all; a pool that is not `nonConstraining` hides the more general ones.
 * @source gardener-extension-provider-openstack: pkg/apis/openstack/validation, FindFloatingPool
 */
function findFloatingPool(input: ProviderInput, name: string): PoolSearch {
  const region = input.shoot.spec.region ?? "";
  const { domain } = input;
  const extra = new Set<string>();
  const search = (of: { domain?: string | undefined; region?: string | undefined }, onlyExtra: boolean) =>
    candidateOf(poolsOf(input), name, { ...of, onlyExtra, extra });
  const both = search({ domain: domain ?? "", region }, false);
  if (both.found !== undefined) return { found: both.found, offered: [] };
  const ofRegion = search({ region }, both.names.size > 0);
  const ofDomain = search({ domain: domain ?? "" }, both.names.size > 0);
  if (ofRegion.found !== undefined && (ofDomain.found !== undefined || ofDomain.names.size === 0)) {
    return { found: ofRegion.found, offered: [] };
  }
  if (ofDomain.found !== undefined && ofRegion.names.size === 0) return { found: ofDomain.found, offered: [] };
  const narrower = [ofRegion.names, ofDomain.names].filter(({ size }) => size > 0);
  const [first, second] = narrower;
  const names =
    first === undefined
      ? both.names
      : second === undefined
        ? first
        : new Set([...first].filter((each) => second.has(each)));
  const general = search({}, names.size > 0);
  if (general.found !== undefined) return { found: general.found, offered: [] };
  return { offered: [...new Set([...names, ...general.names, ...extra])].sort() };
}

interface CandidateQuery {
  readonly domain?: string | undefined;
  readonly region?: string | undefined;
  readonly onlyExtra: boolean;
  /** Collects the names of pools that do not hide more general ones. */
  readonly extra: Set<string>;
}

function candidateOf(pools: readonly unknown[], wanted: string, { domain, region, onlyExtra, extra }: CandidateQuery) {
  const names = new Set<string>();
  let found: { readonly pool: unknown; readonly score: number } | undefined;
  for (const pool of pools) {
    if (stringAt(pool, "domain") !== domain || stringAt(pool, "region") !== region) continue;
    const isExtra = isOnAt(pool, "nonConstraining");
    if (!isExtra && onlyExtra) continue;
    (isExtra ? extra : names).add(textAt(pool, "name"));
    const score = matchLength(textAt(pool, "name"), wanted);
    if (score !== undefined && (found === undefined || found.score < score)) found = { pool, score };
  }
  return { found: found?.pool, names };
}

/** How many characters of the text a pattern with a wildcard at one end matches; undefined when it does not match. */
function matchLength(pattern: string, text: string): number | undefined {
  if (pattern === "*") return 0;
  if (pattern === text) return text.length;
  const [head, tail] = [pattern.slice(0, -1), pattern.slice(1)];
  if (pattern.endsWith("*") && text.startsWith(head)) return head.length;
  if (pattern.startsWith("*") && text.endsWith(tail)) return tail.length;
  return undefined;
}

/** Errors for a load balancer provider or class that the CloudProfile does not offer, checked when it changes. */
export function checkLoadBalancerProvider(input: ProviderInput): FieldErrors {
  const control = controlPlaneOf(input.shoot.spec);
  const old = input.before && controlPlaneOf(input.before.spec);
  const name = textAt(control, "loadBalancerProvider");
  const offered = loadBalancerProviders(input);
  const isNew = input.before === undefined || textAt(old, "loadBalancerProvider") !== name;
  const [classes, oldClasses] = [control, old].map((block) => listAt(block, "loadBalancerClasses"));
  const hasNewClasses = input.before === undefined || !semanticallyEqual(classes, oldClasses);
  return [
    ...unsupportedIf(isNew && !offered.includes(name), childField(controlPlane, "loadBalancerProvider"), name, offered),
    ...(hasNewClasses ? checkOfferedClasses(input, classes ?? []) : []),
  ];
}

/** Names of load balancer providers of the CloudProfile for the Shoot's region; regional ones hide the others. */
function loadBalancerProviders({ shoot, profile }: ProviderInput): readonly string[] {
  const all = listAt(profile, "providerConfig", "constraints", "loadBalancerProviders");
  const of = (region: string | undefined) =>
    all.filter((each) => stringAt(each, "region") === region).map((each) => textAt(each, "name"));
  const regional = shoot.spec.region ? of(shoot.spec.region) : [];
  return regional.length > 0 ? regional : of(undefined);
}

const comparedFields = [
  "floatingNetworkID",
  "floatingSubnetID",
  "floatingSubnetName",
  "floatingSubnetTags",
  "subnetID",
];

function checkOfferedClasses(input: ProviderInput, classes: readonly unknown[]): FieldErrors {
  if (classes.length === 0 || !knowsDomain(input)) return [];
  const pool = textAt(infrastructureOf(input.shoot.spec), "floatingPoolName");
  const { found, offered } = findFloatingPool(input, pool);
  const field = childField(controlPlane, "loadBalancerClasses");
  if (found === undefined) {
    const at = { path: childField(infra, "floatingPoolName").path, name: "floatingPoolName" };
    const values = offered.map((name) => JSON.stringify(name)).join(", ");
    const inner = `${field.name}: Unsupported value: ${JSON.stringify(pool)}${values === "" ? "" : `: supported values: ${values}`}`;
    return invalidIf(true, at, pool, inner);
  }
  const known = listAt(found, "loadBalancerClasses");
  if (known.length === 0) return [];
  const same = (one: unknown, other: unknown) =>
    comparedFields.every((name) => stringAt(one, name) === stringAt(other, name));
  return classes.flatMap((each, index) =>
    unsupportedIf(
      !known.some((other) => same(each, other)),
      childField(field, index),
      each,
      known.map((other) => textAt(other, "name")),
    ),
  );
}

import "server-only";
import path from "node:path";
import { z } from "zod";
import { parseCidr } from "#lib/kube/cidr.ts";
import { isDns1123Label } from "#lib/kube/names.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import {
  booleanVariable,
  type ConfigVariable,
  defineConfigVariable,
  listBrokenConfigRules,
  listVariable,
  splitList,
  textVariable,
} from "./config-variable.ts";
import { deliverySchemas, toWebhooks, type WebhookConfig } from "./delivery-config.ts";
import { type FeatureGateConfig, featureGateSchemas, toFeatureGates } from "./feature-gate-config.ts";
import {
  type GardenAccessConfig,
  gardenAccessSchemas,
  toGardenAccess,
  validateGardenAccess,
} from "./garden-access-config.ts";
import { type NamedSource, parseGardens } from "./gardens-config.ts";
import { isLoopback, isPrivateUrl } from "./loopback.ts";
import { type MailConfig, mailSchemas, toMail, validateMailConfig } from "./mail-config.ts";
import {
  landscapeSchemas,
  type OperatorDocumentLocation,
  toOperatorDocumentLocation,
  validateOperatorDocumentLocation,
} from "./operator-document-location.ts";
import { type SignInConfig, signInSchemas, toSignIn, validateSignInConfig } from "./sign-in-config.ts";
import { type TracingConfig, toTracing, tracingSchemas } from "./tracing-config.ts";

/** The kind of garden to connect to: the embedded demo garden, a kubeconfig, or the cluster that Almanac runs in. */
export type GardenChoice =
  | {
      readonly kind: "embedded";
      readonly shoots: number;
      readonly pace: number;
      readonly life: boolean;
      readonly dataFolder?: string;
      /** Random seed, different for each embedded demo garden, so that no two have the same clusters. */
      readonly seed?: number;
    }
  | { readonly kind: "kubeconfig"; readonly file: string; readonly context?: string }
  | { readonly kind: "in-cluster" };

export interface NamedGarden {
  readonly name: string;
  readonly garden: GardenChoice;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absent on loopback without PUBLIC_ORIGIN: then every loopback name with the right port is accepted. */
  readonly publicOrigin?: string | undefined;
  /** Number of X-Forwarded-For entries, from the right, that trusted proxies write. */
  readonly trustedProxyHops: number;
  /** The only configured garden, or the first of several. */
  readonly garden: GardenChoice;
  /** Gardens that are named in URLs; empty with a single garden. */
  readonly gardens: readonly NamedGarden[];
  /** Feature gates of Gardener that the operator has set. */
  readonly featureGates: FeatureGateConfig;
  /** Namespace in which Almanac stores its own data. */
  readonly namespace: string;
  readonly allow: { readonly exec: boolean; readonly proxyUrl: boolean; readonly insecureTls: boolean };
  readonly sessionKeyFiles: readonly string[];
  readonly sessionMaxAgeMs: number;
  readonly signIn: SignInConfig;
  /** How people reach gardens beside Almanac. */
  readonly gardenAccess: GardenAccessConfig;
  /** Where the operator's texts, links and defaults for all users are. */
  readonly landscape: OperatorDocumentLocation;
  /** Private address ranges in which API servers of Shoots can be. */
  readonly shootApiRanges: readonly string[];
  /** Settings of webhooks; absent when they are switched off. */
  readonly webhooks?: WebhookConfig | undefined;
  /** Mail settings; absent when no mail server is configured. */
  readonly mail?: MailConfig | undefined;
  readonly metricsPort?: number | undefined;
  /** Trace export settings; absent when traces are not collected. */
  readonly tracing?: TracingConfig | undefined;
  readonly readOnly: boolean;
  readonly logLevel: LogLevel;
}

const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const yearMs = 365 * dayMs;

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must lie between ${min} and ${max}`);

const variables = z.object({
  PORT: defineConfigVariable(integer(0, 65_535), "3000", "Port to serve on."),
  HOST: defineConfigVariable(
    textVariable.regex(/^[A-Za-z0-9.:-]+$/, "must be an address or a host name"),
    "127.0.0.1",
    "Address to listen on. Anything but loopback needs PUBLIC_ORIGIN.",
  ),
  PUBLIC_ORIGIN: defineConfigVariable(
    textVariable
      .refine(isAcceptableOrigin, "must be an https origin without a path, or http on loopback")
      .transform((origin) => URL.parse(origin)?.origin),
    "",
    "Origin that browsers use, such as https://almanac.example.com. https, or http on loopback.",
  ),
  TRUSTED_PROXY_HOPS: defineConfigVariable(
    integer(0, 9),
    "0",
    "How many proxies in front append to X-Forwarded-For, so that limits count people, not the proxy.",
  ),
  KUBECONFIG: defineConfigVariable(
    textVariable,
    "",
    "Kubeconfig of the garden to show. Without it: in-cluster or demo.",
  ),
  GARDEN_CONTEXT: defineConfigVariable(textVariable, "", "Context of the kubeconfig; its current context when unset."),
  GARDENS: defineConfigVariable(
    textVariable.transform((list, context) => {
      const gardens = parseGardens(list);
      if (gardens.ok) return gardens.value;
      for (const message of gardens.error) context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
    "",
    "Several gardens: `name=kubeconfig#context, …`; a garden can also be `in-cluster` or `demo:500`.",
  ),
  ...featureGateSchemas,
  GARDEN_REQUIRED: defineConfigVariable(booleanVariable, "false", "Refuse to start when no garden is configured."),
  ALLOW_EXEC_CREDENTIALS: defineConfigVariable(
    booleanVariable,
    "false",
    "Let the kubeconfig run commands (exec, auth-provider) to obtain credentials.",
  ),
  ALLOW_PROXY_URL: defineConfigVariable(booleanVariable, "false", "Let the kubeconfig name a proxy."),
  ALLOW_INSECURE_TLS: defineConfigVariable(booleanVariable, "false", "Let the kubeconfig skip TLS verification."),
  ALMANAC_NAMESPACE: defineConfigVariable(
    textVariable.refine(isDns1123Label, "must be the name of a namespace"),
    "almanac",
    "Namespace of the garden in which Almanac keeps feeds, as ConfigMaps, with its own credential.",
  ),
  DEMO: defineConfigVariable(booleanVariable, "false", "Show the embedded demo garden even inside a cluster."),
  DEMO_DATA: defineConfigVariable(
    textVariable,
    "",
    "Folder in which the demo garden outlives restarts. In memory when unset.",
  ),
  DEMO_LIFE: defineConfigVariable(booleanVariable, "true", "Reconcile the demo's clusters automatically now and then."),
  DEMO_SHOOTS: defineConfigVariable(
    integer(0, 50_000),
    "0",
    "Generated Shoots beside the demo landscape, up to 50000.",
  ),
  DEMO_PACE: defineConfigVariable(
    textVariable
      .regex(/^\d{1,5}(\.\d{1,3})?$/, "must be a number")
      .transform(Number)
      .refine((pace) => pace > 0, "must be greater than 0"),
    "20",
    "How many times faster than real the demo's controllers work.",
  ),
  SESSION_KEY_FILES: defineConfigVariable(
    textVariable.transform(splitList),
    "",
    "Files with 32 random bytes in base64, comma separated: the first seals, all open. Else a key per start.",
  ),
  SESSION_MAX_AGE: defineConfigVariable(
    textVariable
      .regex(/^[1-9]\d{0,6}[smhd]$/, "must be a number with s, m, h or d, such as 12h")
      .transform((age) => Number(age.slice(0, -1)) * (secondsPerUnit[age.slice(-1)] ?? 0) * 1000)
      .refine((age) => age >= 60_000 && age <= yearMs, "must lie between 1 minute and 365 days"),
    "12h",
    "Longest session: a number with s, m, h or d.",
  ),
  ...signInSchemas,
  ...gardenAccessSchemas,
  ...landscapeSchemas,
  SHOOT_API_RANGES: defineConfigVariable(
    listVariable.refine((ranges) => ranges.every((range) => parseCidr(range)), "must be ranges such as 10.4.0.0/16"),
    "",
    "Ranges, comma separated, where API servers of clusters may be although they are not public, for nodes.",
  ),
  ...deliverySchemas,
  ...mailSchemas,
  METRICS_PORT: defineConfigVariable(
    z.union([z.literal("").transform(() => undefined), integer(1, 65_535)]),
    "",
    "Port that serves /metrics for Prometheus, on HOST; none when unset. Keep it off the ingress.",
  ),
  ...tracingSchemas,
  READ_ONLY: defineConfigVariable(
    booleanVariable,
    "false",
    "Write nothing to the garden: every request for a change is refused, whoever makes it.",
  ),
  LOG_LEVEL: defineConfigVariable(
    z.enum(logLevels, `must be one of ${logLevels.join(", ")}`),
    "info",
    "trace, debug, info, warn, error or silent.",
  ),
});

/** All environment variables that Almanac reads, as listed in the README. */
export const configVariables: readonly ConfigVariable[] = Object.entries(variables.shape).map(([name, schema]) => ({
  name,
  default: schema.def.defaultValue,
  meaning: schema.description ?? "",
}));

type Variables = z.infer<typeof variables>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration from environment variables. On failure, returns all errors, each with its variable. */
export function readConfig(environment: Environment): Result<Config, readonly string[]> {
  // A blank variable counts as unset.
  const given = Object.fromEntries(configVariables.map(({ name }) => [name, environment[name]?.trim() || undefined]));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    return fail(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const inCluster = Boolean(environment.KUBERNETES_SERVICE_HOST);
  const faults = contradictions(parsed.data, inCluster);
  return faults.length > 0 ? fail(faults) : ok(toConfig(parsed.data, inCluster));
}

function toDemo({ DEMO_SHOOTS: shoots, DEMO_PACE: pace, DEMO_LIFE: life, DEMO_DATA }: Variables): GardenChoice {
  return { kind: "embedded", shoots, pace, life, ...(DEMO_DATA === "" ? {} : { dataFolder: DEMO_DATA }) };
}

/** Errors in combinations of values that are valid on their own. */
function contradictions(given: Variables, inCluster: boolean): readonly string[] {
  const several = given.GARDENS.length > 0;
  const demo = several ? given.GARDENS.every(({ source }) => source.kind === "embedded") : isDemo(given, inCluster);
  const exposed = !isLoopback(given.HOST);
  const rules = listBrokenConfigRules([
    [given.DEMO && given.KUBECONFIG !== "", "DEMO: KUBECONFIG is set too, so it is unclear which garden to show"],
    [given.GARDEN_CONTEXT !== "" && given.KUBECONFIG === "", "GARDEN_CONTEXT: needs KUBECONFIG"],
    [several && given.KUBECONFIG !== "", "GARDENS: KUBECONFIG is set too; name that garden in the list"],
    [several && given.DEMO, "GARDENS: DEMO is set too; name a demo garden in the list, such as demo=demo"],
    [demo && given.GARDEN_REQUIRED, "GARDEN_REQUIRED: no garden is configured; set KUBECONFIG or run inside a cluster"],
    [given.METRICS_PORT === given.PORT, "METRICS_PORT: must be another port than PORT, which people use"],
    [exposed && given.PUBLIC_ORIGIN === undefined, "PUBLIC_ORIGIN: needed because HOST is not loopback"],
    // The demo's sign-in page lets any visitor sign in as an operator, so it must not be reachable from outside.
    [
      exposed && demo && !several && !given.DEMO,
      "DEMO: set it to true to show the demo garden on an address that is not loopback",
    ],
  ]);
  const { HOST: host, PUBLIC_ORIGIN: publicOrigin } = given;
  const names = given.GARDENS.map(({ name }) => name);
  const files = given.GARDENS.flatMap(({ source }) => (source.kind === "kubeconfig" ? [source.file] : []));
  const kubeconfig = files[0] ?? given.KUBECONFIG;
  return [
    ...rules,
    ...validateMailConfig(given),
    ...validateSignInConfig(given, { host, publicOrigin, kubeconfig, demo }),
    ...validateOperatorDocumentLocation(given, names),
    ...validateGardenAccess(given, {
      gardens: names,
      issuer: given.OIDC_ISSUER,
      ownClient: { id: given.OIDC_CLIENT_ID, hasSecret: given.OIDC_CLIENT_SECRET_FILE !== undefined },
    }),
  ];
}

function toConfig(given: Variables, inCluster: boolean): Config {
  return {
    port: given.PORT,
    host: given.HOST,
    publicOrigin: given.PUBLIC_ORIGIN,
    trustedProxyHops: given.TRUSTED_PROXY_HOPS,
    ...gardensOf(given, inCluster),
    featureGates: toFeatureGates(
      given,
      given.GARDENS.map(({ name }) => name),
    ),
    namespace: given.ALMANAC_NAMESPACE,
    allow: {
      exec: given.ALLOW_EXEC_CREDENTIALS,
      proxyUrl: given.ALLOW_PROXY_URL,
      insecureTls: given.ALLOW_INSECURE_TLS,
    },
    sessionKeyFiles: given.SESSION_KEY_FILES,
    sessionMaxAgeMs: given.SESSION_MAX_AGE,
    signIn: toSignIn(given, given.PUBLIC_ORIGIN),
    gardenAccess: toGardenAccess(given),
    landscape: toOperatorDocumentLocation(given),
    shootApiRanges: given.SHOOT_API_RANGES,
    webhooks: toWebhooks(given),
    mail: toMail(given),
    metricsPort: given.METRICS_PORT,
    tracing: toTracing(given),
    readOnly: given.READ_ONLY,
    logLevel: given.LOG_LEVEL,
  };
}

function gardensOf(given: Variables, inCluster: boolean): Pick<Config, "garden" | "gardens"> {
  const gardens = given.GARDENS.map((named, index) => ({
    name: named.name,
    garden: choiceOf(named, { given, index }),
  }));
  return { garden: gardens[0]?.garden ?? gardenChoice(given, inCluster), gardens };
}

interface Place {
  readonly given: Variables;
  readonly index: number;
}

function choiceOf({ name, source }: NamedSource, { given, index }: Place): GardenChoice {
  if (source.kind !== "embedded") return source;
  const { DEMO_DATA, DEMO_PACE: pace, DEMO_LIFE: life } = given;
  const place = DEMO_DATA === "" ? {} : { dataFolder: path.join(DEMO_DATA, name) };
  return { ...source, pace, life, seed: index + 1, ...place };
}

function gardenChoice(given: Variables, inCluster: boolean): GardenChoice {
  if (isDemo(given, inCluster)) return toDemo(given);
  if (given.KUBECONFIG === "") return { kind: "in-cluster" };
  const context = given.GARDEN_CONTEXT === "" ? {} : { context: given.GARDEN_CONTEXT };
  return { kind: "kubeconfig", file: given.KUBECONFIG, ...context };
}

function isDemo(given: Variables, inCluster: boolean): boolean {
  return given.KUBECONFIG === "" && (given.DEMO || !inCluster);
}

function isAcceptableOrigin(origin: string): boolean {
  if (origin === "") return true;
  const url = URL.parse(origin);
  if (url === null || (url.origin !== origin && `${url.origin}/` !== origin)) return false;
  return isPrivateUrl(url);
}

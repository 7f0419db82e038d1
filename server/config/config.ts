import { dayMs } from "#lib/kube/time-units.ts";
import "server-only";
import { z } from "zod";
import { isDns1123Label } from "#lib/kube/names.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { isLoopback, isPrivateUrl } from "./loopback.ts";
import { type SignInConfig, signInFaults, signInSchemas, signInVariables, toSignIn } from "./sign-in-config.ts";

/** One environment variable that Almanac reads. README's table and the reader below are tested against this list. */
export interface ConfigVariable {
  readonly name: string;
  /** As one would type it; empty when the variable is simply unset. */
  readonly default: string;
  readonly meaning: string;
}

export const configVariables = [
  { name: "PORT", default: "3000", meaning: "Port to serve on." },
  { name: "HOST", default: "127.0.0.1", meaning: "Address to listen on. Anything but loopback needs PUBLIC_ORIGIN." },
  {
    name: "PUBLIC_ORIGIN",
    default: "",
    meaning: "Origin that browsers use, such as https://almanac.example.com. https, or http on loopback.",
  },
  {
    name: "TRUSTED_PROXY_HOPS",
    default: "0",
    meaning: "How many proxies in front append to X-Forwarded-For, so that limits count people, not the proxy.",
  },
  { name: "KUBECONFIG", default: "", meaning: "Kubeconfig of the garden to show. Without it: in-cluster or demo." },
  { name: "GARDEN_CONTEXT", default: "", meaning: "Context of the kubeconfig; its current context when unset." },
  { name: "GARDEN_REQUIRED", default: "false", meaning: "Refuse to start when no garden is configured." },
  {
    name: "ALLOW_EXEC_CREDENTIALS",
    default: "false",
    meaning: "Let the kubeconfig run commands (exec, auth-provider) to obtain credentials.",
  },
  { name: "ALLOW_PROXY_URL", default: "false", meaning: "Let the kubeconfig name a proxy." },
  { name: "ALLOW_INSECURE_TLS", default: "false", meaning: "Let the kubeconfig skip TLS verification." },
  {
    name: "ALMANAC_NAMESPACE",
    default: "almanac",
    meaning: "Namespace of the garden in which Almanac keeps feeds, as ConfigMaps, with its own credential.",
  },
  { name: "DEMO", default: "false", meaning: "Show the embedded demo garden even inside a cluster." },
  { name: "DEMO_SHOOTS", default: "0", meaning: "Generated Shoots beside the demo landscape, up to 50000." },
  { name: "DEMO_PACE", default: "20", meaning: "How many times faster than real the demo's controllers work." },
  {
    name: "DEMO_DATA",
    default: "",
    meaning: "Folder in which the demo garden outlives restarts. In memory when unset.",
  },
  { name: "DEMO_LIFE", default: "true", meaning: "Let the demo's clusters be reconciled now and then by themselves." },
  {
    name: "SESSION_KEY_FILES",
    default: "",
    meaning: "Files with 32 random bytes in base64, comma separated: the first seals, all open. Else a key per start.",
  },
  { name: "SESSION_MAX_AGE", default: "12h", meaning: "Longest session: a number with s, m, h or d." },
  ...signInVariables,
  {
    name: "METRICS_PORT",
    default: "",
    meaning: "Port that serves /metrics for Prometheus, on HOST; none when unset. Keep it off the ingress.",
  },
  {
    name: "READ_ONLY",
    default: "false",
    meaning: "Write nothing to the garden: every request for a change is refused, whoever makes it.",
  },
  { name: "LOG_LEVEL", default: "info", meaning: "trace, debug, info, warn, error or silent." },
] as const satisfies readonly ConfigVariable[];

type ConfigName = (typeof configVariables)[number]["name"];

/** Which garden to show, before anything is opened. */
type GardenChoice =
  | {
      readonly kind: "embedded";
      readonly shoots: number;
      readonly pace: number;
      readonly life: boolean;
      readonly dataFolder?: string;
    }
  | { readonly kind: "kubeconfig"; readonly file: string; readonly context?: string }
  | { readonly kind: "in-cluster" };

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absent on loopback without PUBLIC_ORIGIN: then every loopback name with the right port is this server. */
  readonly publicOrigin?: string;
  /** How many entries of X-Forwarded-For, from the right, are written by proxies that nobody can go around. */
  readonly trustedProxyHops: number;
  readonly garden: GardenChoice;
  /** Where Almanac keeps what it must remember. */
  readonly namespace: string;
  readonly allow: { readonly exec: boolean; readonly proxyUrl: boolean; readonly insecureTls: boolean };
  readonly sessionKeyFiles: readonly string[];
  readonly sessionMaxAgeMs: number;
  readonly signIn: SignInConfig;
  readonly metricsPort?: number;
  readonly readOnly: boolean;
  readonly logLevel: LogLevel;
}

const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const yearMs = 365 * dayMs;

const flag = z
  .enum(["true", "false", "1", "0"], "must be true or false")
  .transform((text) => text === "true" || text === "1");
const text = z.string();
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must lie between ${min} and ${max}`);

const variables = z.object({
  PORT: integer(0, 65_535),
  HOST: text.regex(/^[A-Za-z0-9.:-]+$/, "must be an address or a host name"),
  PUBLIC_ORIGIN: text.refine(isAcceptableOrigin, "must be an https origin without a path, or http on loopback"),
  TRUSTED_PROXY_HOPS: integer(0, 9),
  KUBECONFIG: text,
  GARDEN_CONTEXT: text,
  GARDEN_REQUIRED: flag,
  ALLOW_EXEC_CREDENTIALS: flag,
  ALLOW_PROXY_URL: flag,
  ALLOW_INSECURE_TLS: flag,
  ALMANAC_NAMESPACE: text.refine(isDns1123Label, "must be the name of a namespace"),
  DEMO: flag,
  DEMO_DATA: text,
  DEMO_LIFE: flag,
  DEMO_SHOOTS: integer(0, 50_000),
  DEMO_PACE: text
    .regex(/^\d{1,5}(\.\d{1,3})?$/, "must be a number")
    .transform(Number)
    .refine((pace) => pace > 0, "must be greater than 0"),
  SESSION_KEY_FILES: text.transform((list) =>
    list
      .split(",")
      .map((file) => file.trim())
      .filter((file) => file !== ""),
  ),
  SESSION_MAX_AGE: text
    .regex(/^[1-9]\d{0,6}[smhd]$/, "must be a number with s, m, h or d, such as 12h")
    .transform((age) => Number(age.slice(0, -1)) * (secondsPerUnit[age.slice(-1)] ?? 0) * 1000)
    .refine((age) => age >= 60_000 && age <= yearMs, "must lie between 1 minute and 365 days"),
  ...signInSchemas,
  METRICS_PORT: z.union([z.literal(""), integer(1, 65_535)]),
  READ_ONLY: flag,
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`),
} satisfies Record<ConfigName, z.ZodType>);

type Variables = z.infer<typeof variables>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** The whole configuration, or every fault in it at once, each naming its variable. */
export function readConfig(environment: Environment): Result<Config, readonly string[]> {
  const given = Object.fromEntries(
    configVariables.map(({ name, default: fallback }) => [name, environment[name]?.trim() || fallback]),
  );
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

/** What is well-formed by itself but must not go together. */
function contradictions(given: Variables, inCluster: boolean): readonly string[] {
  const demo = isDemo(given, inCluster);
  const exposed = !isLoopback(given.HOST);
  const rules: readonly (readonly [boolean, string])[] = [
    [given.DEMO && given.KUBECONFIG !== "", "DEMO: KUBECONFIG is set too, so it is unclear which garden to show"],
    [given.GARDEN_CONTEXT !== "" && given.KUBECONFIG === "", "GARDEN_CONTEXT: needs KUBECONFIG"],
    [demo && given.GARDEN_REQUIRED, "GARDEN_REQUIRED: no garden is configured; set KUBECONFIG or run inside a cluster"],
    [given.METRICS_PORT === given.PORT, "METRICS_PORT: must be another port than PORT, which people use"],
    [exposed && given.PUBLIC_ORIGIN === "", "PUBLIC_ORIGIN: needed because HOST is not loopback"],
    // Anyone who reaches the sign-in page of the demo is one click from being its operator.
    [exposed && demo && !given.DEMO, "DEMO: set it to true to show the demo garden on an address that is not loopback"],
  ];
  const { HOST: host, PUBLIC_ORIGIN: publicOrigin, KUBECONFIG: kubeconfig } = given;
  return [
    ...rules.flatMap(([broken, sentence]) => (broken ? [sentence] : [])),
    ...signInFaults(given, { host, publicOrigin, kubeconfig, demo }),
  ];
}

function toConfig(given: Variables, inCluster: boolean): Config {
  return {
    port: given.PORT,
    host: given.HOST,
    ...(given.PUBLIC_ORIGIN === "" ? {} : { publicOrigin: new URL(given.PUBLIC_ORIGIN).origin }),
    trustedProxyHops: given.TRUSTED_PROXY_HOPS,
    garden: gardenChoice(given, inCluster),
    namespace: given.ALMANAC_NAMESPACE,
    allow: {
      exec: given.ALLOW_EXEC_CREDENTIALS,
      proxyUrl: given.ALLOW_PROXY_URL,
      insecureTls: given.ALLOW_INSECURE_TLS,
    },
    sessionKeyFiles: given.SESSION_KEY_FILES,
    sessionMaxAgeMs: given.SESSION_MAX_AGE,
    signIn: toSignIn(given, given.PUBLIC_ORIGIN),
    ...(given.METRICS_PORT === "" ? {} : { metricsPort: given.METRICS_PORT }),
    readOnly: given.READ_ONLY,
    logLevel: given.LOG_LEVEL,
  };
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

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type EmbeddedGardenOptions, startEmbeddedGarden } from "./start-embedded-garden.ts";

const usage = `usage: npm run garden -- [--port N] [--kubeconfig FILE] [--shoots N] [--seeds N] [--seed S] [--pace F] [--speed X] [--now ISO] [--data DIR] [--oidc-issuer-url URL --oidc-client-id ID [--oidc-username-claim C] [--oidc-username-prefix P] [--oidc-groups-claim C] [--oidc-groups-prefix P]]`;

function numberOption(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0 || value > most)
    throw new Error(`--${name} ${text}: a number from 0 to ${most} is expected\n${usage}`);
  return value;
}

function instantOption(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const value = new Date(text);
  if (Number.isNaN(value.getTime()))
    throw new Error(`--now ${text}: an instant such as 2026-11-21T10:00:00Z is expected\n${usage}`);
  return value;
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        port: { type: "string" },
        kubeconfig: { type: "string" },
        shoots: { type: "string" },
        seeds: { type: "string" },
        seed: { type: "string" },
        pace: { type: "string" },
        speed: { type: "string" },
        now: { type: "string" },
        data: { type: "string" },
        "no-life": { type: "boolean" },
        ...oidcFlags,
      },
    }).values;
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${usage}`, { cause });
  }
}

/** Creates a temporary folder with a random name; a predictable name in a shared folder could be another user's. */
function folderOfOurOwn(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), "almanac-garden-"));
}

/** OpenID Connect options, named like those of kube-apiserver. */
const oidcFlags = {
  "oidc-issuer-url": { type: "string" },
  "oidc-client-id": { type: "string" },
  "oidc-username-claim": { type: "string" },
  "oidc-username-prefix": { type: "string" },
  "oidc-groups-claim": { type: "string" },
  "oidc-groups-prefix": { type: "string" },
} as const;

function oidcOption(values: Readonly<Partial<Record<keyof typeof oidcFlags, string>>>): EmbeddedGardenOptions["oidc"] {
  const { "oidc-issuer-url": issuerUrl, "oidc-client-id": clientId } = values;
  if ((issuerUrl === undefined) !== (clientId === undefined))
    throw new Error("--oidc-issuer-url and --oidc-client-id go together");
  if (issuerUrl === undefined || clientId === undefined) return undefined;
  return {
    issuerUrl,
    clientId,
    usernameClaim: values["oidc-username-claim"],
    usernamePrefix: values["oidc-username-prefix"],
    groupsClaim: values["oidc-groups-claim"],
    groupsPrefix: values["oidc-groups-prefix"],
  };
}

async function main(): Promise<void> {
  const values = readOptions();
  const dataFolder = values.data === undefined ? undefined : path.resolve(values.data);
  const kubeconfigFile = path.resolve(
    values.kubeconfig ?? path.join(dataFolder ?? (await folderOfOurOwn()), "kubeconfig"),
  );
  const garden = await startEmbeddedGarden({
    kubeconfigFile,
    dataFolder,
    port: numberOption("port", values.port, 65_535),
    shoots: numberOption("shoots", values.shoots, 50_000),
    seeds: numberOption("seeds", values.seeds, 1_000),
    seed: numberOption("seed", values.seed, 2 ** 31),
    pace: numberOption("pace", values.pace, 100_000),
    speed: numberOption("speed", values.speed, 1_000_000),
    now: instantOption(values.now),
    life: values["no-life"] !== true,
    oidc: oidcOption(values),
  });
  for (const notice of garden.notices) process.stderr.write(`${notice}\n`);
  process.stdout.write(`garden ready ${garden.url} kubeconfig ${kubeconfigFile}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      garden.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  // Exits explicitly, because a listening server would keep the process running.
  process.exit(2);
});

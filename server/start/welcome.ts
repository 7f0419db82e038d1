import "server-only";
import type { GardenSummary } from "#lib/contract/session.ts";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import { describeDemoIdentity } from "#lib/words/sign-in-descriptions.ts";
import type { DemoLogin } from "#server/session/sign-in.ts";

export interface WelcomeGarden {
  /** Name of the garden; undefined with a single garden. */
  readonly name: string | undefined;
  /** Description of the garden; undefined until it has answered. */
  readonly summary: GardenSummary | undefined;
  readonly demoLogins: readonly DemoLogin[];
}

/** The text that `npm start` prints: URL, gardens, and how to sign in. */
export function formatWelcomeText(gardens: readonly WelcomeGarden[], url: string): string {
  const lines = [``, `  Almanac   ${url}`, ...gardens.map((garden) => `  Garden    ${placeOf(garden)}`)];
  const logins = gardens.find(({ demoLogins }) => demoLogins.length > 0)?.demoLogins ?? [];
  const whose = gardens.length === 1 ? "this garden" : "the garden";
  if (logins.length === 0) return [...lines, `  Sign in   with a token of ${whose}`, "", ""].join("\n");
  const width = Math.max(...logins.map((login) => login.name.length));
  const people = logins.map((login) => `            ${login.name.padEnd(width)}  ${describeDemoIdentity(login.name)}`);
  return [...lines, "  Sign in   as one of these, no password needed:", ...people, "", ""].join("\n");
}

function placeOf({ name, summary }: WelcomeGarden): string {
  const words = summary === undefined ? "has not answered yet" : gardenLabels[summary.kind](summary.name);
  return name === undefined ? words : `${gardenPrefix(name)}   ${words}`;
}

const gardenLabels = {
  embedded: () => "embedded demo garden, made up",
  kubeconfig: (name: string) => `context ${name} of the kubeconfig`,
  "in-cluster": () => "the cluster that this process runs in",
} as const;

import "server-only";
import type { Almanac } from "../app/container.ts";

/** What a person reads after `npm start`: where, what, and how to get in. */
export function welcome(app: Pick<Almanac, "gardenSummary" | "demoLogins">, url: string): string {
  const { kind, name } = app.gardenSummary;
  const lines = [``, `  Almanac   ${url}`, `  Garden    ${gardenWords[kind](name)}`];
  if (app.demoLogins.length === 0) return [...lines, "  Sign in   with a token of this garden", "", ""].join("\n");
  const width = Math.max(...app.demoLogins.map((login) => login.name.length));
  const people = app.demoLogins.map((login) => `            ${login.name.padEnd(width)}  ${login.description}`);
  return [...lines, "  Sign in   as one of these, no password needed:", ...people, "", ""].join("\n");
}

const gardenWords = {
  embedded: () => "embedded demo garden, made up",
  kubeconfig: (name: string) => `context ${name} of the kubeconfig`,
  "in-cluster": () => "the cluster that this process runs in",
} as const;

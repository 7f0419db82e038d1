import "server-only";
import { isDns1123Label } from "#lib/kube/names.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { splitList } from "./config-variable.ts";

/** One entry of the GARDENS variable: a garden's name and where its kubeconfig is. */
export interface NamedSource {
  readonly name: string;
  readonly source:
    | { readonly kind: "embedded"; readonly shoots: number }
    | { readonly kind: "kubeconfig"; readonly file: string; readonly context?: string }
    | { readonly kind: "in-cluster" };
}

/** Limited because each garden has its own session cookies, and the size of a Cookie header is limited. */
const mostGardens = 16;
const mostShoots = 50_000;

/**
 * Parses `live=/etc/almanac/live.kubeconfig, canary=/etc/almanac/canary.kubeconfig#context, demo=demo:70`, or returns
 * all errors in it.
 */
export function parseGardens(text: string): Result<readonly NamedSource[], readonly string[]> {
  const entries = splitList(text);
  const read = entries.map(parseEntry);
  const names = entries.map(nameOf);
  const twice = new Set(names.filter((name, index) => name !== "" && names.indexOf(name) !== index));
  const faults = [
    ...read.flatMap((entry) => (entry.ok ? [] : [entry.error])),
    ...Array.from(twice, (name) => `${name} is named twice`),
    ...(entries.length > mostGardens ? [`names ${entries.length} gardens; ${mostGardens} is the most`] : []),
  ];
  return faults.length > 0 ? fail(faults) : ok(read.flatMap((entry) => (entry.ok ? [entry.value] : [])));
}

function nameOf(entry: string): string {
  return entry.split("=", 1)[0]?.trim() ?? "";
}

function parseEntry(entry: string): Result<NamedSource, string> {
  const name = nameOf(entry);
  const text = entry.slice(entry.indexOf("=") + 1).trim();
  if (!entry.includes("=")) return fail(`"${entry}" has no name; write it as name=kubeconfig`);
  if (!isDns1123Label(name))
    return fail(`"${name}" is no name for a garden: lower-case letters, digits and dashes only`);
  if (text === "") return fail(`${name} says nothing of where it is`);
  if (text === "in-cluster") return ok({ name, source: { kind: "in-cluster" } });
  if (/^demo(:|$)/.test(text)) return demoOf(name, text);
  const [file = "", context, ...more] = text.split("#");
  if (file === "" || context === "" || more.length > 0) return fail(`${name} must be a file, or file#context`);
  return ok({ name, source: { kind: "kubeconfig", file, ...(context === undefined ? {} : { context }) } });
}

function demoOf(name: string, text: string): Result<NamedSource, string> {
  const [, count = "0"] = /^demo(?::(\d{1,5}))?$/.exec(text) ?? [];
  const shoots = /^demo(:\d{1,5})?$/.test(text) ? Number(count) : Number.NaN;
  if (shoots <= mostShoots) return ok({ name, source: { kind: "embedded", shoots } });
  return fail(`${name} must be demo, or demo:N with up to ${mostShoots} generated Shoots`);
}

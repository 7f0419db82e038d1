import { text } from "#lib/language/text.ts";
import { nodeFilesYaml } from "./node-files.ts";

/** Form for a custom containerd configuration file. */
export interface ContainerdForm {
  /** Name of the configuration file without a path, such as `50-own.toml`. */
  readonly file: string;
  readonly toml: string;
}

export interface ContainerdValidation {
  readonly file?: string | undefined;
  readonly toml?: string | undefined;
  readonly hints: readonly string[];
  /** YAML of a ConfigMap and a DaemonSet; present only if there are no errors. */
  readonly daemonSet?: string;
}

const directory = "/etc/containerd/conf.d";
const fileName = /^[a-z0-9]([-a-z0-9_.]{0,50}[a-z0-9])?\.toml$/;
const key = /(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')/.source;
const keys = `${key}(?:\\s*\\.\\s*${key})*`;
const header = new RegExp(`^(?:\\[\\s*${keys}\\s*\\]|\\[\\[\\s*${keys}\\s*\\]\\])$`);
const assignment = new RegExp(`^${keys}\\s*=\\s*\\S`);

/**
 * Validates a containerd configuration file, and generates the objects that copy it to the nodes. Only the shape of
 * each line is checked, not the complete TOML; containerd makes the final decision.
 * @source Gardener docs, custom-containerd-config; containerd: docs/man/containerd-config.toml.5.md
 */
export function validateContainerd({ file, toml }: ContainerdForm): ContainerdValidation {
  const name = file.trim();
  const fileFault = fileName.test(name)
    ? undefined
    : text("The name has lower-case letters, digits, dots and dashes, and ends in .toml; containerd reads no other.");
  const lines = toml.replaceAll("\r", "");
  const tomlFault = contentError(lines);
  const hints = tomlFault === undefined ? contentHints(lines) : [];
  if (fileFault !== undefined || tomlFault !== undefined) return { file: fileFault, toml: tomlFault, hints };
  const own = `containerd-${name.replace(/\.toml$/, "").replace(/[^a-z0-9]+/g, "-")}`;
  const content = lines.endsWith("\n") ? lines : `${lines}\n`;
  return { hints, daemonSet: nodeFilesYaml({ name: own, directory, files: { [name]: content } }) };
}

function contentError(toml: string): string | undefined {
  if (toml.trim() === "") return text("Without content nothing changes.");
  if (toml.length > 100_000) return text("This is more than a ConfigMap should carry.");
  const lines = topLines(toml);
  const strange = lines.find(({ line }) => !header.test(line) && !assignment.test(line));
  if (strange)
    return text("Line {number} is neither a table, nor a key with its value, nor a comment.", {
      number: strange.number,
    });
  const texts = lines.map(({ line }) => line);
  if (texts.some((line) => /^imports\s*=/.test(line)))
    return text("Gardener manages imports: it is how this very file is found.");
  if (texts.some((line) => /^config_path\s*=/.test(line))) {
    return text("Gardener manages config_path of the registries: use the mirrors above instead.");
  }
  const version = texts.find((line) => /^version\s*=/.test(line));
  return version !== undefined && !/^version\s*=\s*[234]\s*(#.*)?$/.test(version)
    ? text("containerd knows version 2, 3 and 4 of its configuration.")
    : undefined;
}

function contentHints(toml: string): readonly string[] {
  const hasVersion = topLines(toml).some(({ line }) => /^version\s*=/.test(line));
  const tables = topLines(toml).filter(({ line }) => header.test(line));
  const says = (plugin: string) => tables.some(({ line }) => line.includes(plugin));
  return [
    ...(hasVersion ? [] : [text("Without version the file is read as version 1, whose tables have other names.")]),
    ...(says("io.containerd.grpc.v1.cri")
      ? [text("io.containerd.grpc.v1.cri is the table of versions 1 and 2; version 3 calls it io.containerd.cri.v1.")]
      : []),
    ...(tables.length > 0
      ? [text("containerd replaces whole tables, not single keys: what else stood in these tables is gone.")]
      : []),
  ];
}

interface Line {
  readonly number: number;
  readonly line: string;
}

/** Lines that begin a statement; lines inside an open list or multi-line string are left out. */
function topLines(text: string): readonly Line[] {
  const found: Line[] = [];
  let quote: string | undefined;
  let depth = 0;
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    const inside = quote !== undefined || depth > 0;
    if (!inside && line !== "" && !line.startsWith("#")) found.push({ number: index + 1, line: withoutComment(line) });
    const after = quote === undefined ? line : afterQuote(line, quote);
    if (quote !== undefined && after === undefined) continue;
    quote = openedQuote(after ?? "");
    if (!inside && header.test(withoutComment(line))) continue;
    depth = quote === undefined ? Math.max(0, depth + bracketsIn(after ?? "")) : depth;
  }
  return found;
}

function withoutComment(line: string): string {
  return line.startsWith("[") ? line.replace(/\s+#.*$/, "") : line;
}

function afterQuote(line: string, quote: string): string | undefined {
  const end = line.indexOf(quote);
  return end < 0 ? undefined : line.slice(end + quote.length);
}

/** Delimiter of the multi-line string that is open at the end of the line. */
function openedQuote(line: string): string | undefined {
  return ['"""', "'''"].find((quote) => line.split(quote).length % 2 === 0);
}

function bracketsIn(line: string): number {
  const bare = line.replace(/"(\\.|[^"\\])*"|'[^']*'/g, "").replace(/#.*$/, "");
  return [...bare].reduce((depth, each) => depth + (each === "[" ? 1 : each === "]" ? -1 : 0), 0);
}

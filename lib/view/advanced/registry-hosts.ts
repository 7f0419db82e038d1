import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { text } from "#lib/language/text.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { joinYamlDocuments, nodeFilesYaml } from "./node-files.ts";

/** Selectable capabilities of a registry mirror. `push` is not offered, because a node never pushes images. */
export const mirrorCapabilities = ["pull", "resolve"] as const;
const mostMirrors = 10;

/** Registry mirror as entered in the form. */
export interface MirrorForm {
  readonly url: string;
  readonly capabilities: readonly string[];
  /** Certificate authorities in PEM; empty if the nodes trust the mirror already. */
  readonly ca: string;
  /** Whether the path of the mirror's URL is the API root; `/v2` is then not appended. */
  readonly overridePath: boolean;
}

export interface RegistryForm {
  readonly upstream: string;
  /** URL of the server to use if no mirror answers; empty for the upstream registry itself. */
  readonly server: string;
  readonly mirrors: readonly MirrorForm[];
}

export interface MirrorValidation {
  readonly url?: string | undefined;
  readonly capabilities?: string | undefined;
  readonly ca?: string | undefined;
  readonly overridePath?: string | undefined;
  /** Hints about valid input of the mirror. */
  readonly hints: readonly string[];
}

export interface GeneratedRegistryFiles {
  /** Directory of the generated files on a node. */
  readonly directory: string;
  readonly hostsToml: string;
  readonly daemonSet: string;
  /** Part of a Shoot manifest for the extension registry-mirror, and the Secrets that it refers to. */
  readonly extension: string;
}

export interface RegistryValidation {
  readonly upstream?: string | undefined;
  readonly server?: string | undefined;
  readonly list?: string | undefined;
  readonly mirrors: readonly MirrorValidation[];
  /** Generated files; present only if there are no errors. */
  readonly output?: GeneratedRegistryFiles;
}

export const emptyMirror: MirrorForm = { url: "", capabilities: ["pull"], ca: "", overridePath: false };

/** Returns the server of an upstream registry. docker.io is only a name: its registry has a different host. */
function serverOf({ upstream, server }: RegistryForm): string {
  if (server.trim() !== "") return server.trim();
  return upstream.trim() === "docker.io" ? "https://registry-1.docker.io" : `https://${upstream.trim()}`;
}

/**
 * Validates the form, and generates its files if there are no errors.
 * @source containerd: docs/hosts.md; Gardener docs, containerd-registry-configuration; extension registry-mirror
 */
export function validateRegistry(form: RegistryForm): RegistryValidation {
  const upstream = upstreamError(form.upstream.trim());
  const server = registryUrl(serverOf(form));
  const serverFault = upstream === undefined && !server.ok ? server.error : undefined;
  const mirrors = form.mirrors.map((mirror, index) => mirrorStatus(mirror, form, index));
  const faults = { upstream, server: serverFault, list: listError(form.mirrors.length), mirrors };
  const faulty =
    [faults.upstream, faults.server, faults.list].some((fault) => fault !== undefined) ||
    mirrors.some(({ hints: _, ...each }) => Object.values(each).some((fault) => fault !== undefined));
  return faulty ? faults : { ...faults, output: generate(form) };
}

function listError(count: number): string | undefined {
  if (count === 0) return text("At least one mirror is needed.");
  return count > mostMirrors
    ? text("More than {most} mirrors make every pull of a missing image slow.", { most: mostMirrors })
    : undefined;
}

function mirrorStatus(mirror: MirrorForm, form: RegistryForm, index: number): MirrorValidation {
  const url = registryUrl(mirror.url.trim());
  if (!url.ok) return { ...judgedAlone(mirror), url: url.error, hints: [] };
  const address = urlText(url.value);
  const earlier = form.mirrors.slice(0, index).some((other) => sameAddress(other.url, address));
  const isServer = sameAddress(serverOf(form), address);
  const plain = url.value.protocol === "http:";
  const hasPath = url.value.pathname.replaceAll("/", "") !== "";
  return {
    ...judgedAlone(mirror),
    url: earlier
      ? text("This mirror is named already.")
      : isServer
        ? text("This is the upstream itself, which comes last anyway.")
        : undefined,
    ...(plain && mirror.ca.trim() !== "" && { ca: text("Without https there is no certificate to check.") }),
    overridePath:
      mirror.overridePath && !hasPath ? text("The address needs the path that is the root of the API.") : undefined,
    hints: [
      ...(plain ? [text("Images travel unencrypted, and nobody proves to be the mirror.")] : []),
      ...(hasPath && !mirror.overridePath ? [text("containerd appends /v2: it asks {address}/v2.", { address })] : []),
      ...(mirror.capabilities.includes("resolve")
        ? [text("With resolve this mirror decides which image a tag means: only for mirrors that you trust.")]
        : []),
    ],
  };
}

function judgedAlone({ capabilities, ca }: MirrorForm): Pick<MirrorValidation, "capabilities" | "ca"> {
  const unknown = capabilities.find((name) => !mirrorCapabilities.some((known) => known === name));
  const twice = new Set(capabilities).size < capabilities.length;
  return {
    capabilities:
      unknown !== undefined
        ? text("{capability} is nothing that a node asks of a mirror.", { capability: unknown })
        : twice
          ? text("Each capability is named once.")
          : capabilities.length === 0
            ? text("A mirror without a capability is never asked.")
            : undefined,
    ca: bundleError(ca),
  };
}

function sameAddress(text: string, address: string): boolean {
  const url = registryUrl(text.trim());
  return url.ok && urlText(url.value) === address;
}

interface ReadyMirror {
  readonly address: string;
  readonly capabilities: readonly string[];
  readonly bundle: string;
  readonly overridePath: boolean;
  /** Name of the bundle's file and Secret, without extension. */
  readonly bundleName: string;
}

function generate(form: RegistryForm): GeneratedRegistryFiles {
  const upstream = form.upstream.trim();
  const directory = `/etc/containerd/certs.d/${upstream}`;
  const name = `registry-${upstream
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/-+$/, "")}`;
  const mirrors = form.mirrors.map((mirror, index): ReadyMirror => {
    const url = registryUrl(mirror.url.trim());
    return {
      address: url.ok ? urlText(url.value) : "",
      capabilities: mirrorCapabilities.filter((each) => mirror.capabilities.includes(each)),
      bundle: bundleText(mirror.ca),
      overridePath: mirror.overridePath,
      bundleName: `mirror-${index + 1}`,
    };
  });
  const server = registryUrl(serverOf(form));
  const hostsToml = tomlOf(server.ok ? urlText(server.value) : "", mirrors, directory);
  const bundles = mirrors.filter(({ bundle }) => bundle !== "");
  const files = Object.fromEntries(bundles.map(({ bundleName, bundle }) => [`${bundleName}.crt`, bundle]));
  return {
    directory,
    hostsToml,
    daemonSet: nodeFilesYaml({ name, directory, files: { "hosts.toml": hostsToml, ...files } }),
    extension: extensionYaml(upstream, name, mirrors),
  };
}

/** Formats hosts.toml. JSON strings without control characters (URLs have none) are valid TOML basic strings. */
function tomlOf(server: string, mirrors: readonly ReadyMirror[], directory: string): string {
  const tables = mirrors.map(({ address, capabilities, bundle, bundleName, overridePath }) =>
    [
      `[host.${JSON.stringify(address)}]`,
      `  capabilities = [${capabilities.map((each) => JSON.stringify(each)).join(", ")}]`,
      ...(bundle === "" ? [] : [`  ca = ${JSON.stringify(`${directory}/${bundleName}.crt`)}`]),
      ...(overridePath ? ["  override_path = true"] : []),
    ].join("\n"),
  );
  return `${[`server = ${JSON.stringify(server)}`, ...tables].join("\n\n")}\n`;
}

function extensionYaml(upstream: string, name: string, mirrors: readonly ReadyMirror[]): string {
  const withBundle = mirrors.filter(({ bundle }) => bundle !== "");
  const hosts = mirrors.map(({ address, capabilities, bundle, bundleName, overridePath }) => ({
    host: address,
    capabilities,
    ...(bundle !== "" && { caBundleSecretReferenceName: `${name}-${bundleName}` }),
    ...(overridePath && { overridePath }),
  }));
  const providerConfig = {
    apiVersion: "mirror.extensions.gardener.cloud/v1alpha1",
    kind: "MirrorConfig",
    mirrors: [{ upstream, hosts }],
  };
  const resources = withBundle.map(({ bundleName }) => ({
    name: `${name}-${bundleName}`,
    resourceRef: { apiVersion: "v1", kind: "Secret", name: `${name}-${bundleName}` },
  }));
  const extensions = [{ type: "registry-mirror", providerConfig }];
  const secrets = withBundle.map(({ bundle, bundleName }) => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: `${name}-${bundleName}` },
    immutable: true,
    stringData: { "bundle.crt": bundle },
  }));
  return joinYamlDocuments({ spec: { extensions, ...(resources.length > 0 && { resources }) } }, ...secrets);
}

const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** Whether a text is a port number, 1 to 65535. */
function isPort(text: string): boolean {
  return /^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= 65_535;
}

/** Error in the host of an upstream registry, `host` or `host:port`; undefined if valid. */
function upstreamError(given: string): string | undefined {
  if (given === "") return text("The registry whose images are meant is needed, such as docker.io.");
  if (given.includes("://")) return text("Only the host is needed, without https:// in front.");
  if (given.includes("/")) return text("Only the host is needed: mirrors are chosen by host, never by path.");
  const [host = "", port, ...more] = given.split(":");
  if (!isDns1123Subdomain(host)) return text("This is no host name: lower-case letters, digits, dashes and dots.");
  return more.length > 0 || (port !== undefined && !isPort(port))
    ? text("The port is a number from 1 to 65535.")
    : undefined;
}

/**
 * Parses the URL of a registry server for hosts.toml, without a trailing slash, or returns its error. Backslashes,
 * spaces and control characters, which a browser's parser would silently correct, are refused.
 */
function registryUrl(address: string): Result<URL, string> {
  if (address === "") return fail(text("An address is needed, such as https://mirror.example.com."));
  if (!/^https?:\/\//.test(address)) return fail(text("The address begins with https:// or http://."));
  const hasControls = [...address].some((character) => character <= " " || character === "\u007f");
  if (hasControls || address.includes("\\"))
    return fail(text("The address has blanks or characters that no address has."));
  const url = URL.parse(address);
  if (url === null) return fail(text("This is no address: the host or the port is not valid."));
  if (url.username !== "" || url.password !== "") {
    return fail(text("An address carries no user and no password: everybody who sees a node would read them."));
  }
  if (!address.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`)) {
    return fail(
      text("A node would read the host as {hostname}: write it that way, if it is meant.", { hostname: url.hostname }),
    );
  }
  if (address.includes("?") || address.includes("#"))
    return fail(text("An address ends with its path, without ? and #."));
  return ok(url);
}

function urlText(url: URL): string {
  return url.href.replace(/\/+$/, "");
}

/** Error in a PEM bundle of certificate authorities; undefined if valid or empty. */
function bundleError(bundle: string): string | undefined {
  if (bundle.trim() === "") return undefined;
  if (bundle.includes("PRIVATE KEY"))
    return text("This holds a private key. Only certificates belong here; keep the key to yourself.");
  if (bundle.length > 100_000)
    return text("This is more than a ConfigMap should carry: only the authorities of the mirror are needed.");
  const found = bundle.match(certificate) ?? [];
  if (found.length === 0) return text("A certificate in PEM begins with -----BEGIN CERTIFICATE-----.");
  const rest = bundle.replace(certificate, "");
  return rest.includes("-----") ? text("Something beside whole certificates stands here.") : undefined;
}

/** Returns the concatenated certificates of a PEM bundle without the comments between them. */
function bundleText(text: string): string {
  return (text.match(certificate) ?? []).map((one) => `${one.replaceAll("\r", "")}\n`).join("");
}

import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { text } from "#lib/language/text.ts";
import { fail, ok, type Result } from "#lib/result.ts";

const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** A port from 1 to 65535, in digits. */
function isPort(text: string): boolean {
  return /^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= 65_535;
}

/** What is wrong with the host of an upstream registry, `host` or `host:port`; undefined when nothing is. */
export function upstreamFault(given: string): string | undefined {
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
 * The address of a registry server as it stands in hosts.toml, without a slash at its end; or what is wrong with it.
 * Backslashes, blanks and control characters, which a browser's parser would mend in silence, are refused.
 */
export function registryUrl(address: string): Result<URL, string> {
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

export function urlText(url: URL): string {
  return url.href.replace(/\/+$/, "");
}

/** What is wrong with a bundle of certificate authorities in PEM; undefined when nothing is, or when there is none. */
export function bundleFault(bundle: string): string | undefined {
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

/** The certificates alone, one after the other: comments between them are left out. */
export function bundleText(text: string): string {
  return (text.match(certificate) ?? []).map((one) => `${one.replaceAll("\r", "")}\n`).join("");
}

import "server-only";
import { createHash } from "node:crypto";
import { languageScriptOf } from "#lib/language/language-bundle.ts";
import { isLanguage, type Language } from "#lib/language/languages.ts";
import {
  acceptedEncodingHeader,
  bodyEncodingHeader,
  chooseEncoding,
  compressText,
  type Encoding,
} from "#server/boundary/compressed.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { loadLanguageBundle } from "./load-language-bundle.ts";

/** The script with all messages of a language: its URL, and its bytes, compressed once per encoding. */
interface LanguageScript {
  readonly address: string;
  readonly bytes: (encoding: Encoding) => Promise<Uint8Array>;
}

const scripts = new Map<Language, Promise<LanguageScript | undefined>>();

async function make(language: Language): Promise<LanguageScript | undefined> {
  const speech = await loadLanguageBundle(language);
  if (speech === undefined) return undefined;
  const script = languageScriptOf(speech);
  const version = createHash("sha256").update(script).digest("base64url").slice(0, 12);
  const made = new Map<Encoding, Promise<Uint8Array>>();
  return {
    address: `/api/languages/${language}?v=${version}`,
    bytes: async (encoding) => {
      const bytes = made.get(encoding) ?? compressText([script], encoding);
      made.set(encoding, bytes);
      return bytes;
    },
  };
}

async function scriptFor(language: Language): Promise<LanguageScript | undefined> {
  const script = scripts.get(language) ?? make(language);
  scripts.set(language, script);
  return script;
}

/** URL of the script with the messages of a language; undefined for the source language, which needs none. */
export async function languageScriptAddress(language: Language): Promise<string | undefined> {
  return (await scriptFor(language))?.address;
}

/** Serves a language's script, which browsers cache forever: its URL changes with its content. */
export async function serveLanguageScript(language: string, request: Request): Promise<Response> {
  const script = isLanguage(language) ? await scriptFor(language) : undefined;
  if (script === undefined) throw new ProblemError("not-found", { detail: "There is no such language." });
  const encoding = chooseEncoding(request.headers.get(acceptedEncodingHeader));
  const headers = new Headers({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  });
  if (encoding !== "identity") headers.set(bodyEncodingHeader, encoding);
  return new Response(new Uint8Array(await script.bytes(encoding)), { headers });
}

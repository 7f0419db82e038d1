import "server-only";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { createServerCertificate, type ServerCertificate } from "./certificates.ts";
import { writePrivateFile } from "./kubeconfig.ts";

/** Certificates and user tokens of a garden, which stay the same across restarts. */
export interface GardenIdentity {
  readonly certificate: ServerCertificate;
  /** Token of each user, by identity name. */
  readonly tokens: Readonly<Record<string, string>>;
}

export const gardenIdentitySchema = z.object({
  certificate: z.object({ caPem: z.string(), certificatePem: z.string(), keyPem: z.string() }),
  tokens: z.record(z.string(), z.string()),
});

/** Creates the certificates and tokens of a new garden. */
export async function newGardenIdentity(names: readonly string[], now: Date): Promise<GardenIdentity> {
  return { certificate: await createServerCertificate(now), tokens: withTokens({}, names) };
}

/** Keeps the certificates and tokens, and adds tokens for identity names that have none. */
export function withMissingTokens(identity: GardenIdentity, names: readonly string[]): GardenIdentity {
  return { ...identity, tokens: withTokens(identity.tokens, names) };
}

/**
 * Loads the certificates and tokens stored next to a kubeconfig, or creates the file if it is missing. Only the file's
 * owner can read it.
 * @throws Error if the file has other content; it is not overwritten
 */
export async function loadGardenIdentity(file: string, names: readonly string[], now: Date): Promise<GardenIdentity> {
  const kept = await readIdentity(file);
  const identity = kept === undefined ? await newGardenIdentity(names, now) : withMissingTokens(kept, names);
  await writePrivateFile(file, `${JSON.stringify(identity, null, 2)}\n`);
  return identity;
}

async function readIdentity(file: string): Promise<GardenIdentity | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return gardenIdentitySchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is no identity of an embedded garden; remove it to make a new one`, { cause });
  }
}

function withTokens(known: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, known[name] ?? randomBytes(32).toString("base64url")]));
}

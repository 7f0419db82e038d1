import "server-only";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { createServerCertificate, type ServerCertificate } from "./certificates.ts";
import { writePrivateFile } from "./kubeconfig.ts";

/** What makes a garden the same garden after a restart: its certificates and its people's tokens. */
export interface GardenIdentity {
  readonly certificate: ServerCertificate;
  /** Token by identity name. */
  readonly tokens: Readonly<Record<string, string>>;
}

export const gardenIdentitySchema = z.object({
  certificate: z.object({ caPem: z.string(), certificatePem: z.string(), keyPem: z.string() }),
  tokens: z.record(z.string(), z.string()),
});

/** Certificates and tokens that no other garden has. */
export async function newGardenIdentity(names: readonly string[], now: Date): Promise<GardenIdentity> {
  return { certificate: await createServerCertificate(now), tokens: withTokens({}, names) };
}

/** The same certificates, with tokens also for those who have none yet. */
export function knowing(identity: GardenIdentity, names: readonly string[]): GardenIdentity {
  return { ...identity, tokens: withTokens(identity.tokens, names) };
}

/**
 * Reads the identity beside a kubeconfig, so that clients of an earlier run still trust this one and are still known;
 * makes and keeps a new one where there is none. The file is readable by its owner only.
 * @throws Error for a file that holds something else: it is not overwritten
 */
export async function storedGardenIdentity(file: string, names: readonly string[], now: Date): Promise<GardenIdentity> {
  const kept = await readIdentity(file);
  const identity = kept === undefined ? await newGardenIdentity(names, now) : knowing(kept, names);
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

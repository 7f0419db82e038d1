import "server-only";
import { z } from "zod";

const requiredSchema = z.object({ config: z.looseObject({ output: z.string().optional() }) });

/**
 * The configuration that a standalone build was made with, handed to Next as the server does that Next makes for such a
 * build: what reads next.config.js is the compiler's, and no part of the image.
 */
export function standaloneConfig(requiredServerFiles: string): string | undefined {
  const { config } = requiredSchema.parse(JSON.parse(requiredServerFiles));
  return config.output === "standalone" ? JSON.stringify(config) : undefined;
}

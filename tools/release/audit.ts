import { execFile } from "node:child_process";
import { z } from "zod";

export type AuditResult =
  | { readonly kind: "clean" }
  | { readonly kind: "vulnerable"; readonly packages: readonly string[] }
  /** The registry has no audit, or none that can be reached. */
  | { readonly kind: "unanswered"; readonly why: string };

const answerSchema = z.union([
  z.object({ vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })) }),
  z.object({ message: z.string().optional(), error: z.object({ summary: z.string() }).partial().optional() }),
]);

/** Result of the npm registry's security audit of the lockfile. */
export function auditResult(answer: string): AuditResult {
  let said: unknown;
  try {
    said = JSON.parse(answer);
  } catch {
    return { kind: "unanswered", why: "npm audit gave no JSON" };
  }
  const parsed = answerSchema.safeParse(said);
  if (!parsed.success) return { kind: "unanswered", why: "npm audit gave what nobody knows" };
  if (!("vulnerabilities" in parsed.data)) {
    return { kind: "unanswered", why: parsed.data.error?.summary || parsed.data.message || "no reason given" };
  }
  const packages = Object.entries(parsed.data.vulnerabilities).map(([name, { severity }]) => `${name} (${severity})`);
  return packages.length === 0 ? { kind: "clean" } : { kind: "vulnerable", packages };
}

/** Runs `npm audit` with the configured registry. */
export function runNpmAudit(root: string): Promise<AuditResult> {
  return new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: 2 ** 26, timeout: 60_000 };
    // npm exits with 1 both for vulnerabilities and if the registry does not answer; the output tells which.
    execFile("npm", ["audit", "--json"], options, (_error, output) => resolve(auditResult(output)));
  });
}

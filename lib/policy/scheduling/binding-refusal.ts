import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { SeedExclusion } from "./seed-exclusion.ts";
import { rangesMissingOnSeed } from "./seed-networks.ts";

interface BindingRefusal {
  readonly exclusion: SeedExclusion;
  /** `status.lastOperation.description`, as the scheduler writes it after the API server's refusal. */
  readonly text: string;
}

/**
 * Why the API server refuses to bind a Shoot to a Seed that passes all filters of the scheduler; undefined if it does not.
 * The scheduler does not try another Seed then.
 * @param project name of the Shoot's Project
 * @source Gardener: plugin/pkg/shoot/dns, checkDefaultDomainFormat; plugin/pkg/shoot/validator, validateShootNetworks
 */
export function findBindingRefusal(shoot: Shoot, seed: Seed, project: string): BindingRefusal | undefined {
  return refusalOfDomain(shoot, seed, project) ?? refusalOfRanges(shoot, seed);
}

/** The first default domain of the Seed that the Shoot's domain is in decides, also where another one fits. */
function refusalOfDomain({ metadata: { name }, spec }: Shoot, seed: Seed, project: string): BindingRefusal | undefined {
  const domain = spec.dns?.domain;
  if (domain == null) return undefined;
  const defaults = listAt(seed.spec.dns, "defaults").map((entry) => stringAt(entry, "domain") ?? "");
  const first = defaults.find((each) => domain.endsWith(`.${each}`));
  const fitting = `${name}.${project}.${first}`;
  if (first === undefined || domain === fitting) return undefined;
  const scheme =
    "shoot uses a default domain but does not match expected scheme: <shoot-name>.<project-name>.<default-domain>";
  const error = `spec.dns.domain: Invalid value: ${JSON.stringify(domain)}: ${scheme} (expected '${fitting}', but got '${domain}')`;
  return {
    exclusion: { reason: "other-domain", domain },
    text: `Failed to schedule Shoot: Shoot.core.gardener.cloud ${JSON.stringify(name)} is invalid: ${error}`,
  };
}

function refusalOfRanges(shoot: Shoot, seed: Seed): BindingRefusal | undefined {
  const ranges = rangesMissingOnSeed(shoot, seed);
  if (ranges.length === 0) return undefined;
  const errors = ranges.map((name) => `spec.networking.${name}: Required value: ${name} is required`);
  const told = errors.length === 1 ? errors.join("") : `[${errors.join(", ")}]`;
  const name = JSON.stringify(shoot.metadata.name);
  return {
    exclusion: { reason: "ranges-missing", ranges },
    text: `Failed to schedule Shoot: shoots.core.gardener.cloud ${name} is forbidden: ${told}`,
  };
}

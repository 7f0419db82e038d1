import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";

/** What a control-plane migration changes for the people who use the cluster. */
export type MigrationEffect =
  /** From the start of Migrate to the end of Restore the API server may not answer, and the spec cannot change. */
  | { readonly effect: "api-down" }
  | { readonly effect: "spec-frozen" }
  /** The addresses under the Seed's ingress domain: Plutono, Prometheus, the API server's browser-trusted name. */
  | { readonly effect: "seed-addresses"; readonly from: string; readonly to: string }
  | { readonly effect: "gateway-addresses" }
  | { readonly effect: "egress-of-control-plane" }
  | { readonly effect: "backups-copied" }
  | { readonly effect: "nodes-stay" };

/**
 * What moving a Shoot between Seeds changes, most noticeable first.
 * @param source undefined when it is not readable
 * @source Gardener docs: operations/control_plane_migration.md, concepts/seed domains (`spec.ingress.domain`)
 */
export function migrationEffects(
  { spec }: Pick<Shoot, "spec">,
  source: Seed | undefined,
  destination: Seed,
): readonly MigrationEffect[] {
  const [from, to] = [ingressDomainOf(source), ingressDomainOf(destination)];
  const hasWorkers = (spec.provider.workers ?? []).length > 0;
  return [
    { effect: "api-down" },
    { effect: "spec-frozen" },
    ...(from !== undefined && to !== undefined && from !== to ? [{ effect: "seed-addresses", from, to } as const] : []),
    { effect: "gateway-addresses" },
    { effect: "egress-of-control-plane" },
    { effect: "backups-copied" },
    ...(hasWorkers ? [{ effect: "nodes-stay" } as const] : []),
  ];
}

function ingressDomainOf(seed: Seed | undefined): string | undefined {
  return stringAt(seed?.spec.ingress, "domain");
}

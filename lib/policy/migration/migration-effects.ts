import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { isSpecRolledOut } from "../next/deferred-spec-changes.ts";
import { callsMoveBack } from "../status/seed-move.ts";

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
  | { readonly effect: "nodes-stay" }
  /** Restore runs the whole flow, so that it also rolls out what the last operation has not. */
  | { readonly effect: "unfinished-changes" }
  /** The control plane stays where it is, and the spec can be changed again. */
  | { readonly effect: "move-called-back"; readonly seed: string };

/**
 * What moving a Shoot between Seeds changes, most noticeable first. A hibernated Shoot has no nodes, and an API server
 * that is down before and after.
 * @param source undefined when it is not readable
 * @source Gardener docs: operations/control_plane_migration.md, concepts/seed domains (`spec.ingress.domain`)
 */
export function migrationEffects(
  shoot: Shoot,
  source: Seed | undefined,
  destination: Seed,
): readonly MigrationEffect[] {
  const [from, to] = [ingressDomainOf(source), ingressDomainOf(destination)];
  const { spec, status } = shoot;
  // Without a Seed in the status nothing was created yet: the new Seed creates the cluster, and no migration takes place.
  if (!status?.seedName) return [];
  if (callsMoveBack(shoot, destination.metadata.name)) return [{ effect: "move-called-back", seed: status.seedName }];
  const isHibernated = spec.hibernation?.enabled === true;
  const hasNodes = (spec.provider.workers ?? []).length > 0 && !isHibernated;
  return [
    ...(isHibernated ? [] : [{ effect: "api-down" } as const]),
    { effect: "spec-frozen" },
    ...(from !== undefined && to !== undefined && from !== to ? [{ effect: "seed-addresses", from, to } as const] : []),
    { effect: "gateway-addresses" },
    { effect: "egress-of-control-plane" },
    { effect: "backups-copied" },
    ...(hasNodes ? [{ effect: isSpecRolledOut(shoot) ? "nodes-stay" : "unfinished-changes" } as const] : []),
  ];
}

function ingressDomainOf(seed: Seed | undefined): string | undefined {
  return stringAt(seed?.spec.ingress, "domain");
}

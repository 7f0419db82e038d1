import { deletionLeftoverLabels } from "#lib/act/preview/deletion-leftover-labels.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { forceDeletionLeftovers } from "#lib/policy/deletion/cleanup-plan.ts";
import { errorCodeRule, errorCodesOf, type RemedyRole } from "#lib/policy/status/error-codes.ts";
import { formatList, poolsLabel } from "#lib/words/format-list.ts";

/** Where to search for leftovers of a forced deletion, and for what, as far as the Shoot shows it. */
export interface LikelyDeletionLeftovers {
  readonly where: readonly { readonly term: string; readonly detail: string }[];
  readonly what: readonly string[];
}

const withoutPools: ReadonlySet<string> = new Set([
  "machines and their disks",
  "load balancers",
  "volumes and snapshots of PersistentVolumes",
  "networks, subnets, routers and security groups",
]);

/** Returns hints to possible leftovers of a forced deletion in the cloud account; the list may be incomplete. */
export function likelyDeletionLeftoversOf({ spec, status }: Shoot): LikelyDeletionLeftovers {
  const pools = spec.provider.workers ?? [];
  const zones = [...new Set(pools.flatMap(({ zones }) => zones ?? []))];
  const credentials = spec.credentialsBindingName ?? spec.secretBindingName;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [text("Cloud"), [spec.provider.type, spec.region].filter(Boolean).join(", ")],
    [text("Zones"), formatList(zones)],
    [text("Account"), credentials && text("that of the binding {credentials}", { credentials })],
    [text("Names begin with"), status?.technicalID],
    [text("Pools"), pools.length > 0 ? poolsLabel(pools.map(({ name }) => name)) : undefined],
  ];
  return {
    where: facts.flatMap(([term, detail]) => (detail ? [{ term, detail }] : [])),
    what: forceDeletionLeftovers
      .filter((entry) => pools.length > 0 || !withoutPools.has(entry))
      .map((entry) => text(deletionLeftoverLabels[entry])),
  };
}

/** Codes of the last errors that permit a forced deletion. */
export function codesThatAllowForceDeletion({ status }: Pick<Shoot, "status">): readonly string[] {
  return errorCodesOf(status?.lastErrors).filter((code) => errorCodeRule(code)?.allowsForceDeletion === true);
}

const turns: Readonly<Record<RemedyRole, Message>> = {
  user: message("What blocks it is yours to remove: {codes}."),
  provider: message("What blocks it lies with the cloud provider: {codes}."),
  operator: message("What blocks it is the operator's to remove: {codes}."),
  gardener: message("The blocker should resolve without action: {codes}."),
};

/** Describes who has to remove the cause that blocks a deletion, with its error codes. */
export function describeDeletionBlocker(fixer: RemedyRole | undefined, codes: readonly string[]): string {
  if (codes.length === 0) return text("Gardener names no code for what blocks it: read the message below.");
  return text(fixer === undefined ? message("What blocks it is said below: {codes}.") : turns[fixer], {
    codes: formatList(codes),
  });
}

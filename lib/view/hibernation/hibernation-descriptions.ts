import type { Shoot } from "#lib/garden/shoot.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { HibernationPhase } from "./next-events.ts";

/** Descriptions of each hibernation phase. */
export const hibernationDescriptions: Readonly<Record<HibernationPhase, Message>> = {
  awake: message("The control plane runs, and the pools have their nodes."),
  "falling-asleep": message("Hibernation is requested. Gardener has not reported it yet."),
  hibernated: message("There are no nodes, and the control plane is shut down. What was stored is kept."),
  "waking-up": message("It is to wake up. Until Gardener reports it awake, most rotations are not possible."),
};

/** Effects of hibernating or waking up this cluster, one sentence each. */
export function describeHibernationEffects({ spec, status }: Shoot, act: "hibernate" | "wake-up"): readonly string[] {
  const pools = (spec.provider.workers ?? []).length;
  const rotation = status?.credentials?.rotation;
  const waits = [rotation?.certificateAuthorities, rotation?.serviceAccountKey].some(
    (family) => family?.phase === "WaitingForWorkersRollout",
  );
  if (act === "wake-up") {
    return [
      text("The control plane is started, and its DNS records are made again."),
      ...(pools > 0 ? [text("Nodes are recreated with the versions the pools have by then.")] : []),
    ];
  }
  return [
    ...(pools > 0
      ? [
          text("All nodes of its {pools, plural, one {pool} other {{pools} pools}} are removed; every pod ends.", {
            pools,
          }),
        ]
      : []),
    text("The control plane is scaled down: the API server cannot be reached, and its DNS records are removed."),
    text("What is stored stays: etcd, its backups, and volumes. Volumes and load balancers go on costing money."),
    ...(waits
      ? [text("A rotation that waits for its pools counts them as rolled, because their nodes will be new.")]
      : []),
  ];
}

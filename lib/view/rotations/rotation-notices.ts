import type { Shoot } from "#lib/garden/shoot.ts";
import { annotationOf, annotations, parseOperations } from "#lib/policy/operations/annotations.ts";
import { isGoingAway } from "#lib/policy/rotations/families.ts";
import { listed, poolList } from "#lib/words/words.ts";
import type { RotationTrack } from "./track-step.ts";

/** What stands in a rotation's way, or has changed its course, in one sentence each. */
export interface RotationNotice {
  readonly id: string;
  readonly hue: "info" | "caution" | "negative";
  readonly title: string;
  readonly text: string;
}

function ofLife(shoot: Shoot, track: RotationTrack): readonly RotationNotice[] {
  if (isGoingAway(shoot)) {
    const text = "It stays unfinished. No action needed: the credentials are deleted with the cluster.";
    return [{ id: "deleting", hue: "caution", title: "The cluster is being deleted", text }];
  }
  const { spec, status } = shoot;
  const hibernated = spec.hibernation?.enabled === true;
  if (!hibernated && status?.hibernated !== true) return [];
  return [
    {
      id: hibernated ? "hibernated" : "waking-up",
      hue: "info",
      title: hibernated ? "The cluster is hibernated" : "The cluster is waking up",
      text: [
        "Only the certificate authorities, SSH and observability can be rotated until it is awake.",
        ...pausedWords(track),
        ...(track.pendingPools.length > 0
          ? ["Pools that wait to be rolled are forgotten: their nodes are new after waking up."]
          : []),
      ].join(" "),
    },
  ];
}

/** What sleep means for a rotation that people were in the middle of. */
function pausedWords({ current, families }: RotationTrack): readonly string[] {
  if (current !== "clients") return [];
  const sleeps = families.some(({ family }) => family !== "certificateAuthorities");
  return sleeps
    ? ["The rotation pauses here: old and new stay valid, and every tick is kept."]
    : ["You can still complete this one."];
}

const goneNotice: RotationNotice = {
  id: "gone",
  hue: "caution",
  title: "This is where the rotation stood when the cluster was last seen",
  text: "If the cluster was deleted, its credentials went with it. If only your access has ended, anyone who still has access can continue from here.",
};

function ofOperation({ status }: Shoot, { turn, current }: RotationTrack): readonly RotationNotice[] {
  const { state, description } = status?.lastOperation ?? {};
  const working = turn === "Gardener" || current === "roll";
  if (state === "Failed") {
    const text = "Gardener has stopped retrying. The rotation continues only after a retry.";
    return [{ id: "failed", hue: "negative", title: "The last operation has failed", text }];
  }
  if (state === "Error" && working) {
    const text = `Gardener retries automatically. The phase does not change meanwhile. ${description ?? ""}`.trim();
    return [{ id: "retrying", hue: "caution", title: "The last attempt failed", text }];
  }
  return [];
}

function ofPlans(shoot: Shoot): readonly RotationNotice[] {
  const planned = parseOperations(annotationOf(shoot, annotations.maintenanceOperation)).filter((operation) =>
    operation.startsWith("rotate-"),
  );
  if (planned.length === 0) return [];
  const text = `${listed(planned)} will be requested in the next maintenance windowunless you remove it.`;
  return [{ id: "planned", hue: "info", title: "Planned for the next window", text }];
}

/**
 * Everything of that kind, the gravest first as it concerns the rotation.
 *
 * @param gone the cluster has left what the person sees; the Shoot is the last that was known of it
 */
export function rotationNotices(shoot: Shoot, track: RotationTrack, gone = false): readonly RotationNotice[] {
  if (gone) return [goneNotice];
  const unknown = track.unknownPhases.map(
    (phase): RotationNotice => ({
      id: "unknown-phase",
      hue: "caution",
      title: `Gardener reports the phase "${phase}"`,
      text: "This version of Almanac does not know it. See Gardener's documentation.",
    }),
  );
  const manual: readonly RotationNotice[] =
    track.manualPools.length > 0
      ? [
          {
            id: "manual-pools",
            hue: "caution",
            title: "Waiting for you to select nodes",
            text: `The phase stays until every node of ${poolList(track.manualPools)} has been updated in place.`,
          },
        ]
      : [];
  const apart: readonly RotationNotice[] = track.apart
    ? [
        {
          id: "apart",
          hue: "info",
          title: "Not all parts are at the same step",
          text: `${track.families.map(({ family, phase }) => `${family}: ${phase || "not started"}`).join("; ")}.`,
        },
      ]
    : [];
  return [...unknown, ...ofLife(shoot, track), ...ofOperation(shoot, track), ...manual, ...apart, ...ofPlans(shoot)];
}

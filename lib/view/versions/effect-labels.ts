import type {
  ClusterEffect,
  ClusterEffectDeadEnd,
  ClusterEffectKind,
  ClusterEffectStep,
} from "#lib/contract/versions.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";

export const clusterEffectLabels: Readonly<Record<ClusterEffectKind, Message>> = {
  stuck: message("Newly stuck"),
  freed: message("Freed"),
  earlier: message("Moved earlier"),
  later: message("Moved later"),
  otherwise: message("Other target"),
};

/** Labels of effects for use in a list of several effects. */
export const inlineClusterEffectLabels: Readonly<Record<ClusterEffectKind, Message>> = {
  stuck: message("newly stuck"),
  freed: message("freed"),
  earlier: message("moved earlier"),
  later: message("moved later"),
  otherwise: message("other target"),
};

const componentLabels = ({ pool, what }: Pick<ClusterEffectDeadEnd, "pool" | "what">) => {
  if (pool === "") return what === "image" ? text("Image") : text("Control plane");
  return what === "image" ? text("Pool {pool}, image", { pool }) : text("Pool {pool}, Kubernetes", { pool });
};

function stepLabel(step: ClusterEffectStep, clock: DisplayClock): string {
  const { from, to, forced } = step;
  const named = { step: componentLabels(step), from, to };
  const what = forced ? text("{step} {from} to {to}, forced", named) : text("{step} {from} to {to}", named);
  const before = step.before === undefined ? "" : formatDate(step.before, clock);
  if (step.after === undefined) {
    return before === ""
      ? text("{what}: no longer expected", { what })
      : text("{what}: no longer expected (was {before})", { what, before });
  }
  const after = formatDate(step.after, clock);
  if (step.before === undefined) return text("{what}: {after}, was not expected", { what, after });
  if (step.before === step.after) return text("{what}: {after}, to another version than before", { what, after });
  return text("{what}: {after} instead of {before}", { what, after, before });
}

const deadEndLabels: Readonly<Record<string, Message>> = {
  "no-next-minor": message("the next minor is missing"),
  "preview-only": message("the next minor has previews only"),
  "highest-minor": message("nothing lies above"),
  "image-end-of-life": message("the image has reached its end of life"),
  "newest-image": message("no newer image version is listed"),
  "no-higher-image": message("the image has no next level"),
  "image-does-not-fit": message("no image version fits the pool"),
  "image-not-in-profile": message("the image is not in the profile"),
  "rejected-by-dry-run": message("the API server would refuse the whole run"),
};

/** Message values for a dead end: component, date and reason. */
function endValues(end: ClusterEffectDeadEnd, clock: DisplayClock) {
  const why = Object.hasOwn(deadEndLabels, end.code) ? deadEndLabels[end.code] : undefined;
  return {
    where: end.what === "run" ? text("Maintenance") : `${componentLabels(end)} ${end.version}`,
    from: formatDate(end.fromAt, clock),
    why: why === undefined ? end.code : text(why),
  };
}

/** Describes the effects of a profile change on a cluster, most severe first. */
export function describeClusterEffects(
  { stuck, freed, stuckOtherwise, step }: ClusterEffect,
  clock: DisplayClock,
): readonly string[] {
  return [
    ...(stuck ? [text("{where} gets stuck on {from}: {why}", endValues(stuck, clock))] : []),
    ...(freed ? [text("{where} is no longer stuck from {from}: {why}", endValues(freed, clock))] : []),
    ...(stuckOtherwise
      ? [
          text("{where} gets stuck on {from}: {why}, instead of {before}", {
            ...endValues(stuckOtherwise, clock),
            before: formatDate(stuckOtherwise.before, clock),
          }),
        ]
      : []),
    ...(step ? [stepLabel(step, clock)] : []),
  ];
}

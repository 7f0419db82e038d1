import { type Message, message, text } from "#lib/language/text.ts";
import type { MisleadingStepCause, StepCause, VersionReplacementReason } from "#lib/policy/forecast/cause.ts";
import type { ForecastStep, StepNodeEffect } from "#lib/policy/forecast/component-forecast.ts";
import { type VersionStepSize, versionStepSizeOf } from "#lib/policy/forecast/version-step-size.ts";
import type { Confidence, VersionedComponent } from "#lib/policy/forecast/versioned-component.ts";
import type { SpecCleanup } from "#lib/policy/maintenance/spec-cleanup.ts";
import type { ImageMismatch } from "#lib/policy/versions/filter-image.ts";
import type { DisplayClock } from "./clock.ts";
import { formatList, poolsLabel } from "./format-list.ts";
import { formatRelative } from "./format-time.ts";
import { formatVersionEndDate } from "./version-end.ts";
import { inlineStageLabel } from "./version-stage.ts";

/** Context of a text: the clock for dates, and the current time (epoch milliseconds), which decides tenses. */
export interface TimeContext {
  readonly clock: DisplayClock;
  readonly now: number;
}

/** Name of a component: `Control plane`, `Kubernetes of pool data`, `Image of pool data`. */
export function versionedComponentLabel(lane: VersionedComponent): string {
  switch (lane.kind) {
    case "control-plane":
      return text("Control plane");
    case "pool-kubernetes":
      return text("Kubernetes of pool {pool}", { pool: lane.pool });
    case "pool-image":
      return text("Image of pool {pool}", { pool: lane.pool });
  }
}

/** Returns the kind of a forecast step in two words: `auto patch`, `forced minor`, `auto image`. */
export function stepKindLabel(
  { kind, from, to }: Pick<ForecastStep, "kind" | "from" | "to">,
  lane: VersionedComponent,
): string {
  return text(kindLabels[kind][lane.kind === "pool-image" ? "image" : versionStepSizeOf(from, to)]);
}

const kindLabels: Readonly<Record<ForecastStep["kind"], Readonly<Record<VersionStepSize | "image", Message>>>> = {
  auto: {
    patch: message("auto patch"),
    minor: message("auto minor"),
    major: message("auto major"),
    image: message("auto image"),
  },
  forced: {
    patch: message("forced patch"),
    minor: message("forced minor"),
    major: message("forced major"),
    image: message("forced image"),
  },
};

const misfitLabels: Readonly<Record<ImageMismatch, Message>> = {
  architecture: message("it is not for the machines' architecture"),
  capabilities: message("the machines lack a capability that it needs"),
  "container-runtime": message("it lacks the pool's container runtime"),
  "kubelet-version": message("it does not support the pool's Kubernetes version"),
  "in-place-update": message("it cannot be reached by an update in place"),
};

/** Describes the expiry of a version, in the tense that fits the current time: `1.32.14 expires on 24 Nov 2026`. */
function expiryLabel(version: string, at: number, { now }: TimeContext): string {
  const date = formatVersionEndDate(at);
  return at < now
    ? text("{version} expired on {date}", { version, date })
    : text("{version} expires on {date}", { version, date });
}

function leaveLabel(from: string, leave: VersionReplacementReason, speech: TimeContext): string {
  switch (leave.code) {
    case "expired":
      return leave.expiredAt === undefined
        ? text("{version} is expired", { version: from })
        : expiryLabel(from, leave.expiredAt, speech);
    case "not-in-profile":
      return text("The profile does not list {version}, which counts like an expired version", { version: from });
    case "does-not-fit":
      return text("{version} does not fit the pool ({misfits}), which counts like a missing version", {
        version: from,
        misfits: formatList(leave.misfits.map((one) => text(misfitLabels[one]))),
      });
  }
}

/** Returns `newest supported`, or `newest usable` with the stage if the target version has another classification. */
function newestLabel(classification: string): string {
  return classification === "supported"
    ? text("newest supported")
    : text("newest usable ({stage})", { stage: inlineStageLabel(classification) });
}

const autoImageDescriptions: Readonly<Record<VersionStepSize, Message>> = {
  patch: message(
    'Automatic updates of images are on: by the strategy "{strategy}", {to} comes next, the {newest} patch of this minor.',
  ),
  minor: message(
    'Automatic updates of images are on: by the strategy "{strategy}", {to} comes next, the {newest} version of this major.',
  ),
  major: message(
    'Automatic updates of images are on: by the strategy "{strategy}", {to} comes next, the {newest} version.',
  ),
};

type CauseOf<Code extends StepCause["code"]> = Extract<StepCause, { readonly code: Code }>;

function forcedDescription(
  hop: ForecastStep,
  cause: CauseOf<"expired" | "not-in-profile">,
  speech: TimeContext,
): string {
  const why = leaveLabel(hop.from, cause.leave, speech);
  return text("{why}, and {to} is the {newest} version that can be reached from it.", {
    why,
    to: hop.to,
    newest: newestLabel(cause.targetClassification),
  });
}

function nextLevelDescription(hop: ForecastStep, cause: CauseOf<"forced-next-minor">, speech: TimeContext): string {
  const why = leaveLabel(hop.from, cause.leave, speech);
  const reached = text(
    "{why}, and nothing valid is left below the next {step, select, minor {minor} major {major} other {version}}: {to} is the best version there.",
    { why, step: cause.step, to: hop.to },
  );
  return cause.targetClassification === "expired"
    ? `${reached} ${text("{to} has expired by then too, so another step follows.", { to: hop.to })}`
    : reached;
}

/** Describes why a forecast step is taken. */
export function describeStepCause(hop: ForecastStep, speech: TimeContext): string {
  const { cause, to } = hop;
  switch (cause.code) {
    case "auto-newer-patch":
      return text("Automatic updates of Kubernetes are on, and {to} is the {newest} patch of its minor.", {
        to,
        newest: newestLabel(cause.targetClassification),
      });
    case "auto-image":
      return text(autoImageDescriptions[cause.step], {
        strategy: cause.strategy,
        to,
        newest: newestLabel(cause.targetClassification),
      });
    case "expired":
    case "not-in-profile":
      return forcedDescription(hop, cause, speech);
    case "forced-next-minor":
      return nextLevelDescription(hop, cause, speech);
    case "pool-follows-control-plane":
      return text("The pool has no Kubernetes version of its own, so it follows the control plane.");
    case "capped-by-control-plane": {
      const version = cause.controlPlane;
      if (!cause.leave) {
        return text("The pool's own step would go above the control plane, so it ends at {version}.", { version });
      }
      const why = leaveLabel(hop.from, cause.leave, speech);
      return text("{why}; the pool's own step would go above the control plane, so it ends at {version}.", {
        why,
        version,
      });
    }
  }
}

function descriptionOfNotCause(not: MisleadingStepCause, speech: TimeContext): string {
  switch (not.code) {
    case "expiry-of-current": {
      return text("Not because {version} expires: that is on {date} ({distance}).", {
        version: not.version,
        date: formatVersionEndDate(not.at),
        distance: formatRelative(not.at, speech.now),
      });
    }
    case "automatic-update":
      return not.enabled
        ? text("Automatic updates are not the cause: this happens without them, too.")
        : text("Turning off automatic updates does not prevent this.");
    case "deprecation":
      return text("Not because {version} is deprecated: deprecation alone changes nothing.", { version: not.version });
    case "kubernetes-expiry": {
      const facts = { version: not.version, date: formatVersionEndDate(not.at) };
      return not.at < speech.now
        ? text("Not because Kubernetes {version} expired on {date}: the image moves for its own reason.", facts)
        : text("Not because Kubernetes {version} expires on {date}: the image moves for its own reason.", facts);
    }
  }
}

/** Describes which causes of a step a reader could wrongly assume; empty if there are none. */
export function describeExcludedCauses({ cause }: Pick<ForecastStep, "cause">, speech: TimeContext): readonly string[] {
  return cause.notBecause.map((not) => descriptionOfNotCause(not, speech));
}

/** Describes the effect of a forecast step on nodes. */
export function describeStepNodeEffect({ kind, pools: names, maximumNodes: most }: StepNodeEffect): string {
  const pools = poolsLabel(names);
  switch (kind) {
    case "control-plane-only":
      return text("Only the control plane changes; no pool follows it.");
    case "kubelet-restart":
      return text("The kubelets restart in {pools}; no node is replaced.", { pools });
    case "node-roll":
      return most === undefined
        ? text("All nodes are replaced in {pools}.", { pools })
        : text("{most, plural, one {{most} node is} other {Up to {most} nodes are}} replaced in {pools}.", {
            most,
            pools,
          });
    case "in-place-update":
      return most === undefined
        ? text("All nodes are updated in place in {pools}.", { pools })
        : text("{most, plural, one {{most} node is} other {Up to {most} nodes are}} updated in place in {pools}.", {
            most,
            pools,
          });
  }
}

/** Effect of a step on nodes, as a label: `≤ 20 nodes replaced, kubelets restart`. */
export function stepNodeEffectsLabel(effects: readonly StepNodeEffect[]): string {
  return [...new Set(effects.map(shortLabelOf))].join(", ");
}

function shortLabelOf({ kind, maximumNodes: most }: StepNodeEffect): string {
  switch (kind) {
    case "control-plane-only":
      return text("control plane only");
    case "kubelet-restart":
      return text("kubelets restart");
    case "node-roll":
      return most === undefined
        ? text("all nodes replaced")
        : text("≤ {most, plural, one {# node} other {# nodes}} replaced", { most });
    case "in-place-update":
      return most === undefined
        ? text("all nodes updated in place")
        : text("≤ {most, plural, one {# node} other {# nodes}} updated in place", { most });
  }
}

/** Labels and meanings of how certain a prediction is. */
export const confidenceDescriptions = {
  dated: { label: message("Dated"), meaning: message("All dates are known.") },
  conditional: {
    label: message("Conditional"),
    meaning: message(
      "It depends on the moment of the run, on the Gardener release, on a version to come or on what somebody does.",
    ),
  },
  unknown: { label: message("Unknown"), meaning: message("A date that it depends on is missing or cannot be read.") },
} as const satisfies { readonly [Level in Confidence]: { readonly label: Message; readonly meaning: Message } };

/** Descriptions of when within their windows the maintenance runs must begin for a step to be taken. */
export const stepPathDescriptions = {
  both: undefined,
  early: message("Only if the runs fall near the end of their windows."),
  late: message("Only if the runs fall at the start of their windows."),
} as const satisfies { readonly [Path in ForecastStep["path"]]: Message | undefined };

const cleanupLabels = {
  removed: message("is removed"),
  replaced: message("is replaced by another field"),
  moved: message("moves to another field"),
  changed: message("gets a value that the new version allows"),
} as const satisfies { readonly [Effect in SpecCleanup["effect"]]: Message };

/** Describes the effect of a maintenance run on a field, for use after the field's path. */
export function specCleanupLabel({ effect }: Pick<SpecCleanup, "effect">): string {
  return text(cleanupLabels[effect]);
}

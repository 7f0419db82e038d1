import { dayMs } from "#lib/kube/time-units.ts";
import type { ApiServiceContents } from "./contents/cluster-contents.ts";
import type { NamedObject } from "./contents/contents-facts.ts";
import { type ContentsFindings, type ContentsLook, incompleteAmong, itemsOf, listObjects } from "./contents-look.ts";
import type { ReadinessSeverity } from "./readiness-finding.ts";
import { ownWebhooks, stopsRoll } from "./webhook-findings.ts";

/** Whoever renews certificates by himself usually has done so by then: cert-manager does after two thirds of their life. */
const soonMs = 14 * dayMs;

interface EndingAuthority {
  readonly at: number;
  readonly object: NamedObject;
  /** Whether the roll stops if the API server does not trust it. */
  readonly stops: boolean;
}

/** Certificate authorities that have ended, end soon, or end before the step. */
export function certificateFindings(look: ContentsLook): ContentsFindings {
  const { contents, step, now } = look;
  const authorities = authoritiesOf(look);
  const incomplete = incompleteAmong(contents, ["webhooks", "apiServices"]);
  const ended = authorities.filter(({ at }) => at <= now);
  const soon = authorities.filter(({ at }) => at > now && at <= now + soonMs);
  const later = authorities.filter(({ at }) => at > now + soonMs && at <= (step.at ?? now) + dayMs);
  const endedFindings = [true, false].flatMap((isStopping): ContentsFindings => {
    const found = ended.filter(({ stops }) => stops === isStopping);
    if (found.length === 0) return [];
    const severity = isStopping ? "blocks" : "risk";
    return [
      { id: "certificates-ended", severity, fixer: "user", certainty: "known", objects: objectsOf(found), incomplete },
    ];
  });
  const ending = (found: readonly EndingAuthority[], severity: ReadinessSeverity): ContentsFindings => {
    if (found.length === 0) return [];
    const at = Math.min(...found.map((it) => it.at));
    const objects = objectsOf(found);
    return [{ id: "certificates-ending", severity, fixer: "user", certainty: "assumed", at, objects, incomplete }];
  };
  return [...endedFindings, ...ending(soon, "risk"), ...ending(later, "note")];
}

function authoritiesOf(look: ContentsLook): readonly EndingAuthority[] {
  const stops = stopsRoll(look);
  const ofWebhooks = ownWebhooks(look).flatMap((webhook): readonly EndingAuthority[] => {
    const { caEndsAt, kind, configuration, failurePolicy } = webhook;
    if (caEndsAt === undefined) return [];
    const object = { kind, namespace: undefined, name: configuration };
    return [{ at: caEndsAt, object, stops: failurePolicy === "Fail" && stops(webhook) }];
  });
  const ofApis = ownApiServices(look).flatMap(({ name, caEndsAt }): readonly EndingAuthority[] =>
    caEndsAt === undefined ? [] : [{ at: caEndsAt, object: apiServiceObject(name), stops: false }],
  );
  return [...ofWebhooks, ...ofApis];
}

function objectsOf(found: readonly EndingAuthority[]) {
  return listObjects([...new Map(found.map(({ object }) => [`${object.kind} ${object.name}`, object])).values()]);
}

/** Gardener runs what answers for API services in kube-system, and renews its certificates. */
function ownApiServices({ contents }: ContentsLook): readonly ApiServiceContents[] {
  return itemsOf(contents.apiServices).filter(({ service }) => service?.namespace !== "kube-system");
}

/** API services for which nothing answers. */
export function apiServiceFindings({ contents }: ContentsLook): ContentsFindings {
  const away = itemsOf(contents.apiServices).filter(({ isAvailable }) => !isAvailable);
  const byFixer = Map.groupBy(away, ({ service }) => (service?.namespace === "kube-system" ? "operator" : "user"));
  return [...byFixer].map(([fixer, its]) => ({
    id: "api-service-unavailable",
    severity: "risk",
    fixer,
    certainty: "known",
    objects: listObjects(its.map(({ name }) => apiServiceObject(name))),
    incomplete: incompleteAmong(contents, ["apiServices"]),
  }));
}

function apiServiceObject(name: string): NamedObject {
  return { kind: "APIService", namespace: undefined, name };
}

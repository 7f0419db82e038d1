import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { type TimeAct, type TimeCase, type TimeMoment, withAnnotation, withOperation, withSpec } from "./time-case.ts";

/** How many days a cluster lives by each quota; undefined where the quota does not say. */
export const quotaDays: Readonly<Record<string, number | undefined>> = {
  "two-days": 2,
  "five-days": 5,
  endless: undefined,
  lost: 3,
};

/** These are of the project, the others of the account: a binding has at most one of each. */
export const projectQuotas: ReadonlySet<string> = new Set(["five-days", "lost"]);

/** The quota that is gone once the clusters are there. */
export const lostQuota = "lost";

/** The quotas of each binding. */
export const bindingQuotas: Readonly<Record<string, readonly string[]>> = {
  "two-days": ["two-days"],
  "secret-two-days": ["two-days"],
  several: ["five-days", "two-days"],
  endless: ["endless"],
  without: [],
  lost: ["two-days", lostQuota],
};

/** Whether a binding is a SecretBinding; the others are CredentialsBindings. */
export function isOfSecret(binding: string): boolean {
  return binding.startsWith("secret-");
}

function bound(shoot: Shoot, binding: string): Shoot {
  return isOfSecret(binding)
    ? withSpec(shoot, { secretBindingName: binding, credentialsBindingName: null })
    : withSpec(shoot, { secretBindingName: null, credentialsBindingName: binding });
}

function ending(shoot: Shoot, atMs: number, binding = "two-days"): Shoot {
  return withAnnotation(bound(shoot, binding), annotations.expiration, formatInstant(atMs));
}

function endingAs(text: string): TimeCase["shape"] {
  return (shoot) => withAnnotation(bound(shoot, "two-days"), annotations.expiration, text);
}

const soon = (shoot: Shoot, { dueAt }: TimeMoment) => ending(shoot, dueAt);
const over = (shoot: Shoot, { now }: TimeMoment) => ending(shoot, now - hourMs);

function endSetTo(end: (moment: TimeMoment) => string | null): TimeAct {
  const body = (moment: TimeMoment) => ({ metadata: { annotations: { [annotations.expiration]: end(moment) } } });
  return { when: "before", of: "object", body };
}

const byAnnotationAlone =
  "the sentence reads the annotation alone, and Gardener removes it where no quota gives a lifetime (pkg/controllermanager/controller/shoot/quota); only the cluster's page reads quotas";

/** Clusters that quotas end, or do not. */
export const lifeCases: readonly TimeCase[] = [
  { name: "has lived long enough", shape: over },
  {
    name: "has lived long enough by a SecretBinding",
    shape: (shoot, { now }) => ending(shoot, now - hourMs, "secret-two-days"),
  },
  { name: "comes to its end", shape: soon },
  {
    name: "comes to its end by the shorter of two quotas",
    shape: (shoot, { dueAt }) => ending(shoot, dueAt, "several"),
  },
  { name: "ends tomorrow", shape: (shoot, { now }) => ending(shoot, now + dayMs) },
  { name: "ends later than its quota allows", shape: (shoot, { now }) => ending(shoot, now + 30 * dayMs) },
  { name: "gets its end from its quota", shape: (shoot) => bound(shoot, "two-days") },
  { name: "gets its end from the shorter of two quotas", shape: (shoot) => bound(shoot, "several") },
  {
    name: "has an end, and a quota without a lifetime",
    shape: (shoot, { dueAt }) => ending(shoot, dueAt, "endless"),
    known: byAnnotationAlone,
  },
  {
    name: "has an end, and no quota",
    shape: (shoot, { dueAt }) => ending(shoot, dueAt, "without"),
    known: byAnnotationAlone,
  },
  {
    name: "has an end, and no binding",
    workerless: true,
    shape: (shoot, { dueAt }) => withAnnotation(shoot, annotations.expiration, formatInstant(dueAt)),
  },
  {
    name: "has an end that has passed, and a quota that is gone",
    shape: (shoot, { now }) => ending(shoot, now - hourMs, "lost"),
    known:
      "the sentence reads the annotation alone; nobody deletes while a quota of the binding cannot be found (pkg/controllermanager/controller/shoot/quota)",
  },
  { name: "has an end that is no time", shape: endingAs("soon") },
  { name: "has an end that is a day", shape: endingAs("2026-01-01") },
  { name: "has an end without an offset", shape: endingAs("2026-01-01T10:00:00") },
  { name: "has an end on a day that does not exist", shape: endingAs("2026-02-30T10:00:00Z") },
  { name: "has an empty end", shape: endingAs("") },
  { name: "has an end in small letters", shape: endingAs("2026-01-01t10:00:00z") },
  { name: "has an end with an offset and a fraction", shape: endingAs("2026-01-01T12:00:00.250+02:00") },
  {
    name: "sleeps at its end",
    shape: (shoot, moment) => withSpec(soon(shoot, moment), { hibernation: { enabled: true } }),
  },
  {
    name: "failed before its end",
    shape: (shoot, moment) => withOperation(soon(shoot, moment), "Reconcile", "Failed"),
  },
  {
    name: "is ignored at its end",
    shape: (shoot, moment) => withAnnotation(soon(shoot, moment), annotations.ignore, "true"),
  },
  {
    name: "is reconciled at its end",
    shape: (shoot, moment) => withOperation(soon(shoot, moment), "Reconcile", "Processing"),
  },
  {
    name: "is being moved when it has lived long enough",
    shape: (shoot, moment) => withOperation(over(shoot, moment), "Migrate", "Processing"),
  },
  {
    name: "comes to its end, and its owner moves it",
    shape: soon,
    act: endSetTo(({ now }) => formatInstant(now + dayMs)),
  },
  {
    name: "ends tomorrow, and its owner ends it at once",
    shape: (shoot, { now }) => ending(shoot, now + dayMs),
    act: endSetTo(({ now }) => formatInstant(now - minuteMs)),
  },
  {
    name: "ends tomorrow, and its owner removes the end",
    shape: (shoot, { now }) => ending(shoot, now + dayMs),
    act: endSetTo(() => null),
  },
];

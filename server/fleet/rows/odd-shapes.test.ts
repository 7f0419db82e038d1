import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import { fleetRowSchema } from "#lib/contract/fleet.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { emptyFleetQuery } from "#lib/fleet/fleet-query.ts";
import { sortFleet } from "#lib/fleet/fleet-sort.ts";
import { selectFleet } from "#lib/fleet/select-fleet.ts";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cloudProfiles, shoots } from "#lib/kube/resource.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { forecastShoot } from "#lib/policy/forecast/forecaster.ts";
import { diagnoseShoot } from "#lib/policy/next/diagnose-shoot.ts";
import { caseCount, triesAllCases } from "#lib/testing/case-count.fixture.ts";
import report from "#lib/testing/reports/profile-capabilities.json" with { type: "json" };
import schedules from "#lib/testing/reports/same-minute.json" with { type: "json" };
import { activityEntriesOf } from "#lib/view/activity/activity-entries.ts";
import { hibernationPhaseOf, nextHibernationEvents, scheduleHints } from "#lib/view/hibernation/next-events.ts";
import { scheduleFormsOf } from "#lib/view/hibernation/schedule-form.ts";
import { windowFormOf } from "#lib/view/maintenance/window-form.ts";
import { poolRows } from "#lib/view/nodes/pool-rows.ts";
import { decodeObject } from "#server/watch/decode.ts";
import { createObjectCache } from "#server/watch/object-cache.ts";
import type { WatchedObject } from "#server/watch/packed-object.ts";
import { toFleetRow } from "../fleet-row.ts";
import { ProfileIndex } from "../profile-index.ts";

const now = Date.parse("2026-11-27T06:00:00Z");
const silent = pino({ level: "silent" });
const metadata = { uid: "u1", resourceVersion: "7" };

const [reported] = report.shoots;
const wholeShoot = {
  ...reported,
  metadata: { ...reported?.metadata, ...metadata, creationTimestamp: "2026-10-18T06:00:00Z" },
  spec: { ...reported?.spec, hibernation: schedules.shoots[0]?.spec.hibernation },
};
const wholeProfile = { ...report.profiles[0], metadata: { ...report.profiles[0]?.metadata, ...metadata } };

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    pathsIn(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

const missing = Symbol("missing");
const others: readonly unknown[] = [missing, null, "odd", 7, true, [], [null], {}, { odd: [] }];

function withAt(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value)) {
    const changed = value.map((one, index) => (index === step ? withAt(one, rest, other) : one));
    return changed.filter((one) => one !== missing);
  }
  if (!isRecord(value)) return value;
  const changed = { ...value, [step]: withAt(value[step], rest, other) };
  return Object.fromEntries(Object.entries(changed).filter(([, one]) => one !== missing));
}

/** Variants of the object, each with one field missing or of another type; only its name stays. */
function oddShapesOf(whole: unknown) {
  return pathsIn(whole)
    .filter(
      ([first, second]) =>
        !["apiVersion", "kind"].includes(String(first)) && !(first === "metadata" && second === undefined),
    )
    .filter(
      (path) =>
        !["metadata.name", "metadata.namespace", "metadata.uid", "metadata.resourceVersion"].includes(path.join(".")),
    )
    .flatMap((path, index) =>
      others
        // `npm test` tries a third of the values for each field, others for the next one.
        .filter((_, turn) => triesAllCases || turn % 3 === index % 3)
        .map((other) => ({ at: path.join("."), object: withAt(whole, path, other) })),
    );
}

function indexOf(profile: unknown): ProfileIndex {
  const mirror = createObjectCache<CloudProfile>(silent);
  const decoded = decodeObject<CloudProfile>(profile, cloudProfiles);
  if (typeof decoded === "string") throw new Error(decoded);
  mirror.swap([decoded], "7");
  const none = createObjectCache<NamespacedCloudProfile>(silent);
  none.swap([], "7");
  return new ProfileIndex(mirror, none);
}

/** Everything that the cluster list and the cluster page compute from a Shoot. */
function readEverywhere(object: unknown, index: ProfileIndex): void {
  const held = decodeObject<Shoot>(object, shoots);
  if (typeof held === "string") throw new Error(held);
  const { reader, spec } = index.inputFor(held, now);
  const row = fleetRowSchema.parse(toFleetRow(held, { project: "sandbox", profile: reader, now }));
  selectFleet([row], { ...emptyFleetQuery, q: "shoot--sandbox--caps img:gardenlinux" }, createFleetContext(now));
  sortFleet([row], [{ key: "k8s", descending: false }], { windowBegin: () => undefined });
  forecastShoot(shootWithValidTypes(held), spec, { now, horizon: now + 90 * dayMs });
  const shoot = parseShoot({ ...held });
  if (shoot === undefined) throw new Error("not read");
  diagnoseShoot(shootWithValidTypes(shoot), {}, now);
  ofPage(shoot, row);
}

function ofPage(shoot: Shoot, row: Parameters<typeof poolRows>[1]): void {
  const forms = scheduleFormsOf(shoot);
  nextHibernationEvents(forms, now);
  scheduleHints(shoot, forms, now);
  hibernationPhaseOf(shoot);
  windowFormOf(shoot.spec.maintenance?.timeWindow);
  poolRows(shoot, row);
  activityEntriesOf({ shoot, activity: undefined, acts: [] });
}

/** Where computing fails, and with which error. */
function faultsOf<Odd extends { readonly at: string }>(shapes: readonly Odd[], read: (odd: Odd) => void) {
  return shapes.flatMap((odd) => {
    try {
      read(odd);
      return [];
    } catch (fault) {
      return [`${odd.at}: ${String(fault).slice(0, 120)}`];
    }
  });
}

describe("an object of a shape that no API server stores", () => {
  test("is read by list, forecast and page, whichever field of a Shoot is missing or of another type", () => {
    const shapes = oddShapesOf(wholeShoot);
    expect(shapes.length).toBeGreaterThan(caseCount(330, 1_000));
    const index = indexOf(wholeProfile);
    expect(new Set(faultsOf(shapes, ({ object }) => readEverywhere(object, index)))).toEqual(new Set());
  });

  test("takes no cluster with it, whichever field of a CloudProfile is missing or of another type", () => {
    const shapes = oddShapesOf(wholeProfile);
    expect(shapes.length).toBeGreaterThan(caseCount(250, 300));
    const faults = faultsOf(shapes, ({ object }) => {
      const index = indexOf(object);
      index.nextTransitionAfter(now);
      readEverywhere(wholeShoot, index);
    });
    expect(new Set(faults)).toEqual(new Set());
  });

  test("of a CloudProfile without spec leaves the clusters of others as they are", () => {
    const mirror = createObjectCache<CloudProfile>(silent);
    const bare = { metadata: { name: "no-spec", ...metadata } };
    const profiles = [wholeProfile, bare].map((one): WatchedObject<CloudProfile> => {
      const decoded = decodeObject<CloudProfile>(one, cloudProfiles);
      if (typeof decoded === "string") throw new Error(decoded);
      return { ...decoded, metadata: { ...decoded.metadata, uid: decoded.metadata.name } };
    });
    mirror.swap(profiles, "7");
    const none = createObjectCache<NamespacedCloudProfile>(silent);
    none.swap([], "7");
    const index = new ProfileIndex(mirror, none);
    const held = decodeObject<Shoot>(wholeShoot, shoots);
    if (typeof held === "string") throw new Error(held);
    expect(index.inputFor(held, now).reader.kubernetes("1.35.6").classification).toBe("unclassified");
  });
});

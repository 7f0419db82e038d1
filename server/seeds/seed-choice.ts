import type { SeedChoice } from "#lib/contract/seeds.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import { type LabelSelector, selectorMatches } from "#lib/kube/label-selector.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { seedUsability } from "#lib/policy/scheduling/seed-usability.ts";
import { refusedTolerations } from "#lib/policy/scheduling/tolerations.ts";
import { sentenceOfObstacle } from "#lib/words/place-sentences.ts";

type KeyValue = SeedChoice["tolerations"][number];
type SeedRow = SeedChoice["seeds"][number];

/** What is known of the choice: each part may be closed to whoever asks. */
export interface SeedGround {
  readonly shoot: Shoot;
  readonly seeds: readonly Seed[] | undefined;
  readonly project: Project | "forbidden" | "not-found";
  /** `spec` of the CloudProfile. */
  readonly profile: unknown;
  /** How many Shoots each Seed holds; undefined where not all of them are seen. */
  readonly counts: ReadonlyMap<string, number> | undefined;
}

/** Which Seeds could run the control plane, and every reason why not; first the one that does, then those that could. */
export function seedChoice(ground: SeedGround): SeedChoice {
  const { shoot, seeds, project, profile, counts } = ground;
  const read = typeof project === "string" ? undefined : project;
  const whitelist = keyValues(listAt(read, "spec", "tolerations", "whitelist"));
  return {
    seeds: (seeds ?? []).map((seed) => seedRow(ground, soundSeed(seed))).toSorted(byUse),
    ...(seeds === undefined && { unread: "forbidden" }),
    tolerations: tolerationsOf(shoot).map((each) =>
      read === undefined ? each : { ...each, listed: isListed(each, whitelist) },
    ),
    ...(read && { project: { defaults: keyValues(listAt(read, "spec", "tolerations", "defaults")), whitelist } }),
    ...(typeof project === "string" && { projectUnread: project }),
    profileRead: profile !== undefined,
    capacityKnown: counts !== undefined,
  };
}

function seedRow({ shoot, profile, counts }: SeedGround, seed: Seed): SeedRow {
  const { name, labels } = seed.metadata;
  const providerTypes = textsIn(listAt(profile, "seedSelector", "providerTypes"));
  const { obstacles } = seedUsability({ ...shoot, spec: { ...shoot.spec, tolerations: tolerationsOf(shoot) } }, seed, {
    ...(counts && { shootsOnSeed: counts.get(name) ?? 0 }),
    ...(providerTypes.length > 0 && { providerTypes }),
  });
  const selectors: readonly (readonly [selector: unknown, sentence: string, reason: string])[] = [
    [
      fieldAt(profile, "seedSelector"),
      text("The CloudProfile selects Seeds by labels that this one does not carry."),
      "profile-selector",
    ],
    [
      fieldAt(shoot.spec, "seedSelector"),
      text("The cluster selects Seeds by labels that this one does not carry."),
      "shoot-selector",
    ],
  ];
  const unselected = selectors.flatMap(([value, sentence, reason]) => {
    const selector = labelSelector(value);
    return selector === undefined || selectorMatches(selector, labels ?? {}) ? [] : [{ sentence, reason }];
  });
  const why = [
    ...obstacles.map((each) => ({ sentence: sentenceOfObstacle(each), reason: each.reason })),
    ...unselected,
  ];
  return {
    name,
    provider: seed.spec.provider.type,
    region: seed.spec.provider.region,
    taints: keyValues(seed.spec.taints ?? []),
    current: name === (shoot.status?.seedName ?? shoot.spec.seedName),
    usable: why.length === 0,
    obstacles: why.map(({ sentence }) => sentence),
    reasons: why.map(({ reason }) => reason),
  };
}

function byUse(a: SeedRow, b: SeedRow): number {
  const rank = ({ current, usable }: SeedRow) => (current ? 0 : usable ? 1 : 2);
  return rank(a) - rank(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

function isListed(toleration: KeyValue, projectWhitelist: readonly KeyValue[]): boolean {
  const asked = { operation: "create", tolerations: [toleration], projectWhitelist, globalWhitelist: [] } as const;
  return refusedTolerations(asked).length === 0;
}

function tolerationsOf({ spec }: Shoot): KeyValue[] {
  return keyValues(listAt(spec, "tolerations"));
}

function soundSeed(seed: Seed): Seed {
  const provider = { type: textAt(seed, "spec", "provider", "type") ?? "" };
  const region = textAt(seed, "spec", "provider", "region") ?? "";
  return {
    ...seed,
    spec: { ...seed.spec, provider: { ...provider, region }, taints: keyValues(listAt(seed, "spec", "taints")) },
  };
}

function keyValues(entries: readonly unknown[]): KeyValue[] {
  return entries.flatMap((entry) => {
    const key = textAt(entry, "key");
    const value = textAt(entry, "value");
    return key === undefined ? [] : [{ key, ...(value !== undefined && { value }) }];
  });
}

function textsIn(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string");
}

/** The selector as Kubernetes reads it; what is no selector selects nothing away. */
function labelSelector(value: unknown): LabelSelector | undefined {
  if (!isRecord(value)) return undefined;
  const labels = fieldAt(value, "matchLabels");
  const pairs = Object.entries(isRecord(labels) ? labels : {}).flatMap(([key, text]) =>
    typeof text === "string" ? [[key, text] as const] : [],
  );
  const matchExpressions = listAt(value, "matchExpressions").map((entry) => ({
    key: textAt(entry, "key") ?? "",
    operator: textAt(entry, "operator") ?? "",
    values: textsIn(listAt(entry, "values")),
  }));
  return { matchLabels: Object.fromEntries(pairs), matchExpressions };
}

import type { ShootSpec, Worker } from "../../../garden/shoot.ts";
import type { RuleValues } from "../../editions/rules.ts";
import type { Admission, VersionChange } from "../../maintenance/admission.ts";
import { limitedTo } from "../../maintenance/compose-run.ts";
import type { FieldLimit } from "../../maintenance/field-limits.ts";
import { keptLimits } from "../../maintenance/spec-clean-up.ts";
import type { MaintenanceOutcome } from "../../versions/decide.ts";
import { daysOfChange, followLane, type LanePath, versionAfter } from "./lane-path.ts";
import type { FittingVersions, PoolImages } from "./pool-images.ts";
import { dayThatSees, type RunDays, runAt } from "./run-days.ts";
import type { Timeline } from "./timeline.ts";
import { within } from "./within.ts";

/** The rules of a profile that paths rest on. */
export interface PathRules {
  readonly boundary: RuleValues["class.boundary"];
  /** Times of day, in milliseconds since midnight UTC, at which anything of the profile changes for anybody. */
  readonly timesOfChange: readonly number[];
  readonly admission: Admission;
  kubernetes(current: string, autoUpdate: boolean): Timeline<MaintenanceOutcome>;
  /** Whether an image version names the kubelets that it may run under. */
  namesKubelets(image: string, version: string): boolean;
  /** Whether the API server lets an image version, listed or not, run under a kubelet version. */
  admitsKubelet(image: string, version: string, kubelet: string): boolean;
}

/** The path of a control plane, or of a pool's own Kubernetes version. */
export interface KubernetesPath extends LanePath {
  /** Nothing is objected to on the way, whatever else the runs do; fields of a Shoot apart. */
  readonly isSound: boolean;
  /** What a Shoot must not set on the way. */
  readonly refusedFields: readonly FieldLimit[];
  /** By the own version of a pool. */
  readonly pools: Map<string, KubernetesPath>;
  /** Undefined for pools whose images have no path of their own. */
  readonly images: Map<PoolImages, ImageNode | undefined>;
}

/** The path of an image, which pools of several kinds may take under several kubelets. */
interface ImagePath extends LanePath {
  /** Any of its versions names the kubelets that it may run under. */
  readonly namesKubelets: boolean;
  /** Whether nothing is objected to in its steps, by the kind of pool that takes them. */
  readonly soundFor: Map<PoolImages, boolean>;
  /** Whether it goes together with the kubelets of a path all the way. */
  readonly admits: Map<LanePath, boolean>;
}

/** Images that fit alike in all runs: the paths from each version, and, by what fits later, those that differ then. */
interface ImageNode {
  readonly spans: readonly FittingSpan[];
  readonly paths: Map<string, ImagePath>;
  readonly later: Map<FittingVersions, Map<number, ImageNode>>;
}

/** An image version of a pool; `images` are those of all pools like it. */
interface PoolImage {
  readonly pool: Worker;
  readonly images: PoolImages;
  readonly version: string;
}

/** A kubelet version, and the first run that finds it. */
interface KubeletSpan {
  readonly kubelet: string;
  readonly day: number;
}

/** From a run on, the image's versions that fit. */
interface FittingSpan {
  readonly fitting: FittingVersions;
  readonly day: number;
}

/** Judgements of versions leave everything else of a Shoot out. */
const bareSpec: ShootSpec = { kubernetes: { version: "" }, provider: { type: "", workers: [] } };
const anyPool: Worker = { name: "", machine: { type: "" } };
const nonePending: ReadonlySet<string> = new Set();

/** The paths of all lanes whose runs lie alike. */
export class PathClass {
  readonly #rules: PathRules;
  readonly #days: RunDays;
  readonly #note: () => void;
  readonly #automatic = new Map<string, KubernetesPath>();
  readonly #onlyForced = new Map<string, KubernetesPath>();
  readonly #images: ImageNode = imageNode([]);

  constructor(rules: PathRules, days: RunDays, note: () => void) {
    this.#rules = rules;
    this.#days = days;
    this.#note = note;
  }

  controlPlane(version: string, autoUpdate: boolean): KubernetesPath {
    const paths = autoUpdate ? this.#automatic : this.#onlyForced;
    const known = paths.get(version);
    if (known !== undefined) return known;
    const path = followLane(version, this.#days, (current, day) => {
      return this.#answer(this.#rules.kubernetes(current, autoUpdate), day);
    });
    const made = this.#known(path, this.#isSoundKubernetes(path, undefined), this.#refusedFields(path));
    paths.set(version, made);
    return made;
  }

  /** The path of a pool's own version under a control plane's path. */
  pool(controlPlane: KubernetesPath, version: string, autoUpdate: boolean): KubernetesPath {
    const known = controlPlane.pools.get(version);
    if (known !== undefined) return known;
    const path = followLane(version, this.#days, (current, day) => {
      const { outcome, nextDay } = this.#answer(this.#rules.kubernetes(current, autoUpdate), day);
      const limit = versionAfter(controlPlane, day);
      const raised = controlPlane.moves.find((move) => move.day > day)?.day;
      return { outcome: limitedTo(limit, outcome), nextDay: earlier(nextDay, raised) };
    });
    const made = this.#known(path, this.#isSoundKubernetes(controlPlane, path), controlPlane.refusedFields);
    controlPlane.pools.set(version, made);
    return made;
  }

  /** The path of a pool's image under the path of its kubelets. Undefined where a run may be refused. */
  image(kubelets: KubernetesPath, { pool, images, version }: PoolImage): LanePath | undefined {
    const path =
      this.#nodeOf(kubelets, images)?.paths.get(version) ?? this.#imagePath(kubelets, { pool, images, version });
    if (path === undefined) return undefined;
    const isSound = path.moves.length === 0 || answered(path.soundFor, images, () => this.#isSoundImage(path, pool));
    if (!isSound) return undefined;
    const isAdmitted =
      !path.namesKubelets || answered(path.admits, kubelets, () => this.#isAdmitted(path, kubelets, pool));
    return isAdmitted ? path : undefined;
  }

  #nodeOf(kubelets: KubernetesPath, images: PoolImages): ImageNode | undefined {
    const known = kubelets.images.get(images);
    if (known !== undefined || kubelets.images.has(images)) return known;
    const spans = fittingSpans(kubeletSpans(kubelets), images);
    const node = spans && nodeUnder(this.#images, spans);
    kubelets.images.set(images, node);
    return node;
  }

  #imagePath(kubelets: KubernetesPath, { pool, images, version }: PoolImage): ImagePath | undefined {
    const node = this.#nodeOf(kubelets, images);
    if (node === undefined) return undefined;
    const { spans } = node;
    const path = followLane(version, this.#days, (current, day) => {
      const place = spans.findLastIndex((span) => span.day <= day);
      const timeline = spans[place]?.fitting(current);
      if (timeline === undefined) throw new Error("a pool's image has no versions on its first day");
      const { outcome, nextDay } = this.#answer(timeline, day);
      return { outcome, nextDay: earlier(nextDay, spans[place + 1]?.day) };
    });
    const image = pool.machine.image?.name ?? "";
    const namesKubelets = [version, ...path.moves.map(({ to }) => to)].some((one) =>
      this.#rules.namesKubelets(image, one),
    );
    const made = { ...path, namesKubelets, soundFor: new Map(), admits: new Map() };
    node.paths.set(version, made);
    this.#note();
    return made;
  }

  #known(path: LanePath, isSound: boolean, refusedFields: readonly FieldLimit[]): KubernetesPath {
    this.#note();
    return { ...path, isSound, refusedFields, pools: new Map(), images: new Map() };
  }

  #refusedFields({ moves }: LanePath): readonly FieldLimit[] {
    return moves.flatMap(({ from, to }) => keptLimits(this.#rules.admission.limits(from, to)));
  }

  #answer(timeline: Timeline<MaintenanceOutcome>, day: number) {
    const now = runAt(this.#days, day);
    const change = timeline.nextChange(now, this.#days.until);
    return { outcome: timeline.at(now), nextDay: change === undefined ? undefined : dayThatSees(this.#days, change) };
  }

  /** Judges the Kubernetes versions after each run that changes one, and after the first. */
  #isSoundKubernetes(controlPlane: LanePath, own: LanePath | undefined): boolean {
    const state = (day: number) => ({
      kubernetes: versionAfter(controlPlane, day),
      pools: [{ name: "", kubernetes: own && versionAfter(own, day), image: "" }],
    });
    return daysOfChange(controlPlane, own ?? controlPlane).every((day) =>
      this.#isAccepted(anyPool, { before: state(day - 1), after: state(day) }, day),
    );
  }

  /** Judges the steps of an image, under no kubelet. */
  #isSoundImage({ moves }: LanePath, pool: Worker): boolean {
    const state = (image: string) => ({ kubernetes: "", pools: [{ name: pool.name, kubernetes: undefined, image }] });
    return moves.every(({ from, to, day }) => this.#isAccepted(pool, { before: state(from), after: state(to) }, day));
  }

  /** Whether image and kubelet go together after every run. */
  #isAdmitted(path: LanePath, kubelets: LanePath, pool: Worker): boolean {
    const image = pool.machine.image?.name ?? "";
    return daysOfChange(path, kubelets).every((day) =>
      this.#rules.admitsKubelet(image, versionAfter(path, day), versionAfter(kubelets, day)),
    );
  }

  #isAccepted(pool: Worker, change: VersionChange, day: number): boolean {
    const judge = this.#rules.admission.judge({ spec: bareSpec, pools: [pool], pendingInPlace: nonePending });
    return judge(change, runAt(this.#days, day)).length === 0;
  }
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function answered<Key>(answers: Map<Key, boolean>, key: Key, ask: () => boolean): boolean {
  const answer = answers.get(key) ?? ask();
  answers.set(key, answer);
  return answer;
}

function imageNode(spans: readonly FittingSpan[]): ImageNode {
  return { spans, paths: new Map(), later: new Map() };
}

function kubeletSpans(path: LanePath): readonly KubeletSpan[] {
  // A run looks at the kubelet from before it.
  return [
    { kubelet: versionAfter(path, -1), day: 0 },
    ...path.moves.map(({ to, day }) => ({ kubelet: to, day: day + 1 })),
  ];
}

function fittingSpans(kubelets: readonly KubeletSpan[], images: PoolImages): readonly FittingSpan[] | undefined {
  const spans: FittingSpan[] = [];
  for (const { kubelet, day } of kubelets) {
    const fitting = images.fitting(kubelet);
    if (fitting === undefined) return undefined;
    if (spans.at(-1)?.fitting !== fitting) spans.push({ fitting, day });
  }
  return spans;
}

function nodeUnder(root: ImageNode, spans: readonly FittingSpan[]): ImageNode {
  let node = root;
  for (const { fitting, day } of spans) {
    const byDay = within(node.later, fitting);
    const next = byDay.get(day) ?? imageNode([...node.spans, { fitting, day }]);
    byDay.set(day, next);
    node = next;
  }
  return node;
}

import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import type { RuleValues } from "../../editions/rules.ts";
import type { Admission, VersionChange } from "../../maintenance/admission.ts";
import { limitedTo } from "../../maintenance/compose-run.ts";
import type { FieldLimit } from "../../maintenance/field-limits.ts";
import { pairwise } from "../../maintenance/pairwise.ts";
import { keptLimits } from "../../maintenance/spec-clean-up.ts";
import type { MaintenanceOutcome } from "../../versions/decide.ts";
import {
  type AskRun,
  daysOfChange,
  type LanePath,
  LaneWays,
  type LaterWays,
  type PathMove,
  versionAfter,
} from "./lane-path.ts";
import type { FittingVersions, PoolFitting, PoolImages } from "./pool-images.ts";
import { dayThatSees, lastDay, type RunDays, runAt } from "./run-days.ts";
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
  /** Of a control plane below which pools have versions of their own: by their setting. */
  pools: { readonly automatic: PoolWays; readonly onlyForced: PoolWays } | undefined;
  /** What fits under the kubelets of the path. Undefined where nothing can be told of some of them. */
  readonly images: Map<PoolFitting, FittingSpan | undefined>;
}

/** The path of an image, which pools of several kinds may take under several kubelets. */
export interface ImagePath extends LanePath {
  /** Any of its versions names the kubelets that it may run under. */
  readonly namesKubelets: boolean;
  /** Whether nothing is objected to in its steps, by the kind of pool that takes them. */
  readonly soundFor: Map<PoolImages, boolean>;
  /** Whether it goes together with the kubelets of a path all the way. */
  readonly admits: Map<LanePath, boolean>;
}

/** An image's versions that fit, until from a run on others do. One object for all to which the same will fit. */
interface FittingSpan {
  readonly ways: LaneWays;
  /** By version and first run. */
  readonly paths: Map<string, Map<number, ImagePath>>;
  /** The spans that end where this one begins. */
  readonly before: Map<FittingVersions, Map<number, FittingSpan>>;
}

/** An image version of a pool; `images` are those of all pools like it. */
interface PoolImage {
  readonly pool: Worker;
  readonly images: PoolImages;
  readonly version: string;
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
  readonly #automatic: KubernetesWays;
  readonly #onlyForced: KubernetesWays;
  /** The last spans. */
  readonly #spans = new Map<FittingVersions, FittingSpan>();
  readonly #images = new Map<LanePath, ImagePath>();
  /** Whether steps of a control plane that all pools follow are accepted. */
  readonly #steps = pairwise<boolean>();
  /** Whether steps of images are accepted, by the kind of pool: paths that meet go on with the same steps. */
  readonly #imageSteps = new Map<PoolImages, Map<PathMove, boolean>>();

  constructor(rules: PathRules, days: RunDays, note: () => void) {
    this.#rules = rules;
    this.#days = days;
    this.#note = note;
    this.#automatic = this.#kubernetesWays(true);
    this.#onlyForced = this.#kubernetesWays(false);
  }

  /** The run of number 0 of all days that are told here: epoch milliseconds. */
  get zeroAt(): number {
    return this.#days.zeroAt;
  }

  controlPlane(version: string, autoUpdate: boolean, firstDay: number): KubernetesPath {
    const { ways, byStart, known } = autoUpdate ? this.#automatic : this.#onlyForced;
    return at(within(byStart, version), firstDay, () => {
      const path = ways.from(version, firstDay);
      return at(known, path, () =>
        this.#known(path, this.#isSoundKubernetes(path, undefined, firstDay), this.#refusedFields(path)),
      );
    });
  }

  /** The path of a pool's own version under a control plane's path. */
  pool(controlPlane: KubernetesPath, version: string, { autoUpdate, firstDay }: PoolStart): KubernetesPath {
    controlPlane.pools ??= {
      automatic: this.#poolWays(controlPlane, true),
      onlyForced: this.#poolWays(controlPlane, false),
    };
    const { ways, byStart } = autoUpdate ? controlPlane.pools.automatic : controlPlane.pools.onlyForced;
    return at(within(byStart, version), firstDay, () => {
      const path = ways.from(version, firstDay);
      const isSound = this.#isSoundKubernetes(controlPlane, path, firstDay);
      return this.#known(path, isSound, controlPlane.refusedFields);
    });
  }

  /** The path of a pool's image under the path of its kubelets. Undefined where a run may be refused. */
  image(kubelets: KubernetesPath, { pool, images, version }: PoolImage, firstDay: number): ImagePath | undefined {
    const { fitting } = images;
    const span = fitting && this.#spanOf(kubelets, fitting);
    if (span === undefined) return undefined;
    const path = at(within(span.paths, version), firstDay, () => this.#imagePath(span.ways, pool, version, firstDay));
    const isSound = path.moves.length === 0 || at(path.soundFor, images, () => this.#isSoundImage(path, pool, images));
    if (!isSound) return undefined;
    const isAdmitted =
      !path.namesKubelets || at(path.admits, kubelets, () => this.#isAdmitted(path, kubelets, { pool, firstDay }));
    return isAdmitted ? path : undefined;
  }

  #kubernetesWays(autoUpdate: boolean): KubernetesWays {
    const ways = new LaneWays(lastDay(this.#days), (current, day) =>
      this.#answer(this.#rules.kubernetes(current, autoUpdate), day),
    );
    return { ways, byStart: new Map(), known: new Map() };
  }

  #poolWays(controlPlane: LanePath, autoUpdate: boolean): PoolWays {
    const ways = new LaneWays(lastDay(this.#days), (current, day) => {
      const { outcome, nextDay } = this.#answer(this.#rules.kubernetes(current, autoUpdate), day);
      const limit = versionAfter(controlPlane, day);
      const raised = controlPlane.moves.find((move) => move.day > day)?.day;
      return { outcome: limitedTo(limit, outcome), nextDay: earlier(nextDay, raised) };
    });
    return { ways, byStart: new Map() };
  }

  #spanOf(kubelets: KubernetesPath, fitting: PoolFitting): FittingSpan | undefined {
    const known = kubelets.images.get(fitting);
    if (known !== undefined || kubelets.images.has(fitting)) return known;
    const made = this.#spanUnder(kubelets, fitting);
    kubelets.images.set(fitting, made);
    return made;
  }

  /** The spans of a path of kubelets, made from the last to the first: a run looks at the kubelet from before it. */
  #spanUnder({ moves, final }: LanePath, fitting: PoolFitting): FittingSpan | undefined {
    let last = fitting.under(final);
    if (last === undefined) return undefined;
    let span = at(this.#spans, last, () => this.#fittingSpan(last, undefined));
    for (const { from, day } of moves.toReversed()) {
      const before = fitting.under(from);
      if (before === undefined) return undefined;
      if (before === last) continue;
      const later = { day: day + 1, ways: span.ways };
      span = at(within(span.before, before), later.day, () => this.#fittingSpan(before, later));
      last = before;
    }
    return span;
  }

  #fittingSpan(fitting: FittingVersions | undefined, later: LaterWays | undefined): FittingSpan {
    const ask: AskRun = (current, day) => {
      const timeline = fitting?.(current);
      if (timeline === undefined) throw new Error("a pool's image has no versions that fit");
      return this.#answer(timeline, day);
    };
    return { ways: new LaneWays(lastDay(this.#days), ask, later), paths: new Map(), before: new Map() };
  }

  #imagePath(ways: LaneWays, pool: Worker, version: string, firstDay: number): ImagePath {
    const path = ways.from(version, firstDay);
    return at(this.#images, path, () => {
      const image = pool.machine.image?.name ?? "";
      const versions = [version, ...path.moves.map(({ to }) => to)];
      const namesKubelets = versions.some((one) => this.#rules.namesKubelets(image, one));
      this.#note();
      const { moves, blocks, final } = path;
      return { moves, blocks, final, namesKubelets, soundFor: new Map(), admits: new Map() };
    });
  }

  #known(path: LanePath, isSound: boolean, refusedFields: readonly FieldLimit[]): KubernetesPath {
    this.#note();
    const { moves, blocks, final } = path;
    return { moves, blocks, final, isSound, refusedFields, pools: undefined, images: new Map() };
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
  #isSoundKubernetes(controlPlane: LanePath, own: LanePath | undefined, firstDay: number): boolean {
    const state = (day: number) => ({
      kubernetes: versionAfter(controlPlane, day),
      pools: [{ name: "", kubernetes: own && versionAfter(own, day), image: "" }],
    });
    return daysOfChange(firstDay, controlPlane, own ?? controlPlane).every((day) => {
      const [before, after] = [state(day - 1), state(day)];
      const judge = () => this.#isAccepted(anyPool, { before, after }, day);
      // Where no pool has a version of its own, it does not matter when a step is taken.
      return own === undefined ? this.#steps(before.kubernetes, after.kubernetes, judge) : judge();
    });
  }

  /** Judges the steps of an image, under no kubelet. */
  #isSoundImage({ moves }: LanePath, pool: Worker, images: PoolImages): boolean {
    const steps = at(this.#imageSteps, images, () => new Map<PathMove, boolean>());
    return moves.every((move) => at(steps, move, () => this.#isAcceptedImage(pool, move)));
  }

  #isAcceptedImage(pool: Worker, { from, to, day }: PathMove): boolean {
    const state = (image: string) => ({ kubernetes: "", pools: [{ name: pool.name, kubernetes: undefined, image }] });
    return this.#isAccepted(pool, { before: state(from), after: state(to) }, day);
  }

  /** Whether image and kubelet go together after every run. */
  #isAdmitted(path: LanePath, kubelets: LanePath, { pool, firstDay }: Admitted): boolean {
    const image = pool.machine.image?.name ?? "";
    return daysOfChange(firstDay, path, kubelets).every((day) =>
      this.#rules.admitsKubelet(image, versionAfter(path, day), versionAfter(kubelets, day)),
    );
  }

  #isAccepted(pool: Worker, change: VersionChange, day: number): boolean {
    const judge = this.#rules.admission.judge({ spec: bareSpec, pools: [pool], pendingInPlace: nonePending });
    return judge(change, runAt(this.#days, day)).length === 0;
  }
}

/** The ways of pools with versions of their own under one setting, and their paths. */
interface PoolWays {
  readonly ways: LaneWays;
  /** By version and first run. */
  readonly byStart: Map<string, Map<number, KubernetesPath>>;
}

/** The same of control planes. */
interface KubernetesWays extends PoolWays {
  readonly known: Map<LanePath, KubernetesPath>;
}

interface PoolStart {
  readonly autoUpdate: boolean;
  readonly firstDay: number;
}

interface Admitted {
  readonly pool: Worker;
  readonly firstDay: number;
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/** The value under a key, made when it is new. */
function at<Key, Value extends NonNullable<unknown>>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}

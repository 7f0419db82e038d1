import { type GardenerRelease, parseGardenerRelease } from "../editions/gardener-release.ts";
import { evaluateUnderReleases, type GardenerRules } from "../editions/gardener-rules.ts";
import type { GardenerReleaseContext } from "../editions/resolve.ts";
import type { RuleId } from "../editions/rules.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { createProfileTimelines, type ProfileTimelines } from "./profile-timelines.ts";

/** Results shared by the Shoots of one gardenlet release under a profile. */
export interface ReleaseTimelines {
  /** Release of the gardenlet, else of the garden; undefined when neither is known. */
  readonly edition: GardenerRelease | undefined;
  /** Results of the profile under the rules that most probably apply. */
  readonly likely: ProfileTimelines;
  /** Results of the profile under other rules that may apply. */
  readonly others: readonly ProfileTimelines[];
}

interface ComponentsOfRelease {
  readonly rules: GardenerRules;
  readonly lanes: ProfileTimelines;
}

/**
 * Shared results of a profile under the rules of each release. Releases share results as long as every rule read so far
 * for any Shoot of the profile has the same value in them.
 */
export class TimelinesByRelease {
  readonly #profile: PreparedProfile;
  readonly #landscape: GardenerReleaseContext;
  readonly #create: typeof createProfileTimelines;
  readonly #read = new Set<RuleId>();
  /** Number of rules by whose values releases are currently grouped to share results. */
  #sharedBy = 0;
  /** Results of the profile, by the values of the rules that were read. */
  #byValues = new Map<string, ComponentsOfRelease>();
  readonly #byRelease = new Map<string, ReleaseTimelines>();

  /** @param landscape known facts besides the release of a Shoot's gardenlet */
  constructor(profile: PreparedProfile, landscape: GardenerReleaseContext, create = createProfileTimelines) {
    this.#profile = profile;
    this.#landscape = landscape;
    this.#create = create;
  }

  /**
   * Evaluates a function for a Shoot. When it reads a rule not read before, the releases are regrouped and the function
   * is called again.
   *
   * @param release of the Shoot's gardenlet, from its status
   * @param question a pure function of the shared results
   */
  ask<Answer>(release: string, question: (shared: ReleaseTimelines) => Answer): Answer {
    for (;;) {
      // Regroups the releases also after a call that read a new rule and then threw.
      if (this.#read.size !== this.#sharedBy) this.#shareAnew();
      const answer = question(this.#lanesOf(release));
      if (this.#read.size === this.#sharedBy) return answer;
    }
  }

  #shareAnew(): void {
    this.#byValues = new Map([...this.#byValues.values()].map((ruled) => [this.#valuesOf(ruled.rules), ruled]));
    this.#byRelease.clear();
    this.#sharedBy = this.#read.size;
  }

  #lanesOf(release: string): ReleaseTimelines {
    const known = this.#byRelease.get(release);
    if (known !== undefined) return known;
    const gardenlet = parseGardenerRelease(release) ?? this.#landscape.gardenlet;
    const context: GardenerReleaseContext = { ...this.#landscape, gardenlet };
    const { answer, alternatives } = evaluateUnderReleases(context, (rules) => ({
      rules,
      values: this.#valuesOf(rules),
    }));
    const made = {
      edition: gardenlet ?? context.apiServer,
      likely: this.#lanesUnder(answer.rules),
      others: alternatives.map(({ rules }) => this.#lanesUnder(rules)),
    };
    this.#byRelease.set(release, made);
    return made;
  }

  #lanesUnder(rules: GardenerRules): ProfileTimelines {
    const values = this.#valuesOf(rules);
    const known = this.#byValues.get(values);
    if (known !== undefined) return known.lanes;
    const recording: GardenerRules = (id) => {
      this.#read.add(id);
      return rules(id);
    };
    const lanes = this.#create(this.#profile, recording);
    this.#byValues.set(values, { rules, lanes });
    return lanes;
  }

  #valuesOf(rules: GardenerRules): string {
    return [...this.#read].map((id) => String(rules(id))).join(",");
  }
}

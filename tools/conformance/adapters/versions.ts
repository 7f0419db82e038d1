import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { classifyVersion } from "#lib/policy/versions/classify.ts";
import { compareVersions } from "#lib/policy/versions/compare.ts";
import {
  compareVersionTexts,
  isMinorUpdate,
  type Operator,
  parseConstraint,
  rangeContains,
  satisfies,
} from "#lib/policy/versions/constraint.ts";
import { listVersions } from "#lib/policy/versions/listed-version.ts";
import { normaliseVersion, parseVersion } from "#lib/policy/versions/parse.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { nowOfVector } from "../vector/now-of-vector.ts";
import { rulesOfVector } from "../vector/release-of-vector.ts";

const invalid = { error: "INVALID_VERSION" };

const classification = createVectorAdapter<{ version: ExpirableVersion; now?: string }>((input, vector) => {
  const reading = classificationContextAt(nowOfVector(input, vector), rulesOfVector(vector));
  return { classification: listVersions([input.version]).map((listed) => classifyVersion(listed, reading))[0] };
});

export const versionAdapters: VectorAdapters = {
  "semver.parse": createVectorAdapter<{ version: string }>(({ version }) => {
    const parsed = parseVersion(version);
    if (!parsed.ok) return invalid;
    const { text: string, ...parts } = parsed.value;
    return { ...parts, string };
  }),
  "semver.compare": createVectorAdapter<{ a: string; b: string }>(({ a, b }) => {
    const [left, right] = [parseVersion(a), parseVersion(b)];
    return left.ok && right.ok ? { cmp: Math.sign(compareVersions(left.value, right.value)) } : invalid;
  }),
  "semver.constraint": createVectorAdapter<{ constraint: string; version: string }>(({ constraint, version }) => {
    const [range, candidate] = [parseConstraint(constraint), parseVersion(version)];
    return range.ok && candidate.ok ? { satisfied: satisfies(candidate.value, range.value) } : invalid;
  }),
  "version.normalize": createVectorAdapter<{ version: string }>(({ version }) => ({
    normalized: normaliseVersion(version),
  })),
  "version.compare": createVectorAdapter<{ a: string; op: Operator; b: string }>(({ a, op, b }) => {
    const compared = compareVersionTexts(a, op, b);
    return compared.ok ? { result: compared.value } : invalid;
  }),
  "version.isMinorUpdate": createVectorAdapter<{ from: string; to: string }>(({ from, to }) => {
    const update = isMinorUpdate(from, to);
    return update.ok ? { minorUpdate: update.value } : invalid;
  }),
  "version.range": createVectorAdapter<{ addedIn?: string; removedIn?: string; version: string }>(
    ({ version, ...range }) => {
      const contained = rangeContains(range, version);
      return contained.ok ? { contains: contained.value } : invalid;
    },
  ),
  classification: classification,
  "edition.class.model": classification,
};

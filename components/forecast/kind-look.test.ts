import { describe, expect, test } from "vitest";
import { legendSymbolsOfKind } from "#components/data/fleet-parts/kind-look.ts";
import type { ForcedTimeBucket } from "#lib/forecast/force-range.ts";
import type { ForcedEventKind } from "#lib/forecast/forced-events.ts";

const none = { patch: 0, image: 0, minor: 0, blocked: 0, gap: 0, "no-later-version": 0 };
const bar = (bucket: ForcedTimeBucket, kind: ForcedEventKind) => ({ bucket, counts: { ...none, [kind]: 1 } });
const hues = (kind: ForcedEventKind, bars: readonly ReturnType<typeof bar>[]) =>
  legendSymbolsOfKind(kind, bars).map(({ look }) => /-(negative|caution|neutral)-/.exec(look)?.[1]);

describe("the legend shows a dead end as it is drawn", () => {
  test.each<readonly [string, ForcedEventKind, readonly ForcedTimeBucket[], readonly string[]]>([
    ["red within 90 days", "no-later-version", ["31d..90d", "0d..7d"], ["negative"]],
    ["amber and red when both are drawn", "no-later-version", ["0d..7d", "91d..180d"], ["negative", "caution"]],
    ["a gap that comes later in amber", "gap", ["91d..180d"], ["caution"]],
    ["an open end in grey while none is drawn", "no-later-version", [], ["neutral"]],
    ["a gap in red while none is drawn", "gap", [], ["negative"]],
  ])("%s", (_rule, kind, buckets, expected) => {
    expect(
      hues(
        kind,
        buckets.map((bucket) => bar(bucket, kind)),
      ),
    ).toEqual(expected);
  });

  test("dashed where only time is missing, and a change is a fill", () => {
    expect(legendSymbolsOfKind("no-later-version", [])[0]?.look).toContain("border-dashed");
    expect(legendSymbolsOfKind("gap", [])[0]?.look).not.toContain("border-dashed");
    expect(legendSymbolsOfKind("minor", [bar("0d..7d", "minor")])).toEqual([{ look: "bg-caution-solid" }]);
  });
});

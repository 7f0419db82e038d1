import { expect, test } from "vitest";
import { isTestFile, readSourceFiles } from "./source-files.ts";

const product = readSourceFiles().filter(
  ({ path }) => /^(app|components|lib|server|garden)\//.test(path) && !isTestFile(path),
);

interface OnePlace {
  readonly what: string;
  readonly pattern: RegExp;
  readonly at: readonly string[];
}

/** Concepts that are defined in one file only, and a pattern by which a second definition is recognized. */
const places: readonly OnePlace[] = [
  { what: "numbers in words", pattern: /\.toLocale(String|DateString|TimeString)\(/, at: [] },
  {
    what: "the locale",
    pattern: /"[a-z]{2}-[A-Z]{2}"/,
    at: ["lib/language/languages.ts", "lib/policy/hibernation/zone-offsets.ts"],
  },
  { what: "plurals", pattern: /=== 1 \? "(\w+)" : "\1s"|\$\{\w+(\.length)? === 1 \? "" : "s"\}/, at: [] },
  {
    what: "lengths of time",
    pattern: /\bconst (second|minute|hour|day)Ms = |\b86_400_000\b|24 \* 60 \* 60 \* 1000/,
    at: ["lib/kube/time-units.ts"],
  },
  {
    what: "OpenTelemetry's SDK, which is loaded only where somebody collects traces",
    pattern: /@opentelemetry\/|^import (?!type ).*otlp-tracing\.ts/m,
    at: ["server/tracing/otlp-tracing.ts"],
  },
  { what: "tables", pattern: /<table\b/, at: ["components/ui/table.tsx"] },
];

/** Code that parses the output of a locale-dependent formatter. */
const readsPrint = [
  /\.(format|toLocale\w*String)\([^;]*?\)\s*\??\.\s*(split|slice|substring|substr|match|matchAll|replace|replaceAll|search|at|indexOf)\(/,
  /\b(Number|parseInt|parseFloat|Date\.parse|new Date)\([^;()]*\.(format|toLocale\w*String)\(/,
];

test("what a locale prints is for people: no format is taken apart again, for engines print the same locale otherwise", () => {
  const bad = readSourceFiles().filter(
    ({ path, text }) => /\.tsx?$/.test(path) && readsPrint.some((read) => read.test(text)),
  );
  expect(bad.map(({ path }) => path)).toEqual([]);
});

test.each(places)("$what: one place", ({ pattern, at }) => {
  const found = product.filter(({ path, text }) => pattern.test(text) && !at.includes(path)).map(({ path }) => path);
  expect(found).toEqual([]);
});

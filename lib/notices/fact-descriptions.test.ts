import { afterEach, expect, test } from "vitest";
import { compileLanguageBundle } from "#lib/language/catalogue.ts";
import { setLanguageProvider } from "#lib/language/language-bundle.ts";
import { describeNoticeCluster } from "./fact-descriptions.ts";

const german = compileLanguageBundle("de", {
  "Forced change: {step}": "Erzwungene Änderung: {step}",
  "{what} {from} to {to}": "{what} von {from} auf {to}",
});
const before = globalThis.almanacSpeech;
afterEach(() => {
  globalThis.almanacSpeech = before;
});

test("what was told in one language is said in that of whoever reads it", () => {
  const line = {
    what: "Forced change: Kubernetes 1.33.4 to 1.34.1",
    fact: { kind: "forced", from: "1.33.4", to: "1.34.1" },
  } as const;
  setLanguageProvider(() => undefined);
  expect(describeNoticeCluster(line)).toBe(line.what);
  setLanguageProvider(() => german);
  expect(describeNoticeCluster(line)).toBe("Erzwungene Änderung: Kubernetes von 1.33.4 auf 1.34.1");
});

test("what an older build told is said as it was told", () => {
  setLanguageProvider(() => german);
  expect(describeNoticeCluster({ what: "Dead end: Next minor missing (1.34.1)" })).toBe(
    "Dead end: Next minor missing (1.34.1)",
  );
});

import { expect, test } from "vitest";
import { describeKubernetesSupport, kubernetesSupportLabel } from "./kubernetes-support-descriptions.ts";

const now = Date.parse("2026-11-30T12:00:00Z");

test("a confirmed end is told as past, and an announced one as a plan", () => {
  expect(describeKubernetesSupport("1.33", now)).toBe("The Kubernetes project ended support of 1.33 on 28 Jun 2026.");
  expect(describeKubernetesSupport("1.36", now)).toBe(
    "The Kubernetes project plans to end support of 1.36 on 28 Jun 2027.",
  );
});

test("an announced day that has passed stays a plan, because no source confirms it", () => {
  expect(describeKubernetesSupport("1.34", now)).toBe(
    "The Kubernetes project planned to end support of 1.34 on 27 Oct 2026.",
  );
  expect(describeKubernetesSupport("1.34", Date.parse("2026-10-27T23:59:59Z"))).toContain("plans to end");
});

test("a minor without a date says so", () => {
  expect(describeKubernetesSupport("1.60", now)).toBe("No date of the Kubernetes project for 1.60 is known here.");
  expect(kubernetesSupportLabel("1.60", now)).toBe("no date known here");
});

test("a table tells a plan from an end, and a plan whose day has passed", () => {
  expect(kubernetesSupportLabel("1.33", now)).toBe("ended 28 Jun 2026");
  expect(kubernetesSupportLabel("1.36", now)).toBe("planned for 28 Jun 2027");
  expect(kubernetesSupportLabel("1.34", now)).toBe("was planned for 27 Oct 2026");
  expect(kubernetesSupportLabel("1.34", Date.parse("2026-10-27T23:59:59Z"))).toBe("planned for 27 Oct 2026");
});

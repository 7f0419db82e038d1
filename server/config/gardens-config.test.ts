import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { parseGardens } from "./gardens-config.ts";

test("a list names gardens by a file, a file and its context, the pod's own cluster, or a demo", () => {
  const list =
    "live=/etc/live.kubeconfig, canary=/etc/both.kubeconfig#canary,own=in-cluster, small=demo, large=demo:500,";
  expect(parseGardens(list)).toEqual({
    ok: true,
    value: [
      { name: "live", source: { kind: "kubeconfig", file: "/etc/live.kubeconfig" } },
      { name: "canary", source: { kind: "kubeconfig", file: "/etc/both.kubeconfig", context: "canary" } },
      { name: "own", source: { kind: "in-cluster" } },
      { name: "small", source: { kind: "embedded", shoots: 0 } },
      { name: "large", source: { kind: "embedded", shoots: 500 } },
    ],
  });
});

test("nothing, or blanks and commas, is no list", () => {
  expect(parseGardens("")).toEqual({ ok: true, value: [] });
  expect(parseGardens(" , ,")).toEqual({ ok: true, value: [] });
});

describe("is refused, with the garden that is wrong", () => {
  test.each<[string, string, readonly string[]]>([
    ["no name", "/etc/live.kubeconfig", ['"/etc/live.kubeconfig" has no name; write it as name=kubeconfig']],
    [
      "a name that no address can have",
      "Live_1=/a",
      ['"Live_1" is no name for a garden: lower-case letters, digits and dashes only'],
    ],
    ["an empty name", "=/a", ['"" is no name for a garden: lower-case letters, digits and dashes only']],
    ["no place", "live=", ["live says nothing of where it is"]],
    ["an empty context", "live=/a#", ["live must be a file, or file#context"]],
    ["two contexts", "live=/a#b#c", ["live must be a file, or file#context"]],
    ["a context of no file", "live=#b", ["live must be a file, or file#context"]],
    ["a name twice", "live=/a,live=/b,live=/c", ["live is named twice"]],
    ["a demo of no number", "small=demo:many", ["small must be demo, or demo:N with up to 50000 generated Shoots"]],
    [
      "a demo that is too large",
      "large=demo:50001",
      ["large must be demo, or demo:N with up to 50000 generated Shoots"],
    ],
    [
      "several faults at once",
      "a=, B=/b",
      ["a says nothing of where it is", '"B" is no name for a garden: lower-case letters, digits and dashes only'],
    ],
  ])("%s", (_name, list, error) => {
    expect(parseGardens(list)).toEqual({ ok: false, error });
  });

  test("more gardens than a browser has cookies for", () => {
    const list = Array.from({ length: 17 }, (_, index) => `g${index}=/a`).join();
    expect(parseGardens(list)).toEqual({ ok: false, error: ["names 17 gardens; 16 is the most"] });
  });
});

test.each([
  ["KUBECONFIG", { KUBECONFIG: "/g.yaml" }],
  ["DEMO", { DEMO: "true" }],
])("a list and %s together are refused", (_name, environment) => {
  const config = readConfig({ GARDENS: "live=/a,canary=/b", ...environment });
  expect(config.ok ? [] : config.error).toContainEqual(expect.stringMatching(/^GARDENS: .* set too/));
});

test("each garden is configured as if it were the only one, in the order of the list", () => {
  const config = readConfig({ GARDENS: "live=/a#x,small=demo:70" });
  expect(config.ok && config.value.gardens).toMatchObject([
    { name: "live", garden: { kind: "kubeconfig", file: "/a", context: "x" } },
    { name: "small", garden: { kind: "embedded", shoots: 70 } },
  ]);
});

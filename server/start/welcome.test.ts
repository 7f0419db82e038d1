import { expect, test } from "vitest";
import { formatWelcomeText } from "./welcome.ts";

const login = { name: "operator", displayName: "Olga", token: "demo-token-canary" };

test("the demo says where it is, what it shows and who one can be, but no token", () => {
  const text = formatWelcomeText(
    [{ name: undefined, summary: { kind: "embedded", name: "demo" }, demoLogins: [login] }],
    "http://127.0.0.1:3000",
  );
  expect(text).toContain("http://127.0.0.1:3000");
  expect(text).toContain("demo garden");
  expect(text).toContain("operator  Landscape operator: sees and changes everything");
  expect(text).not.toContain("canary");
});

test("a real garden asks for a token of its own", () => {
  const text = formatWelcomeText(
    [{ name: undefined, summary: { kind: "kubeconfig", name: "live" }, demoLogins: [] }],
    "http://127.0.0.1:3000",
  );
  expect(text).toContain("context live of the kubeconfig");
  expect(text).toContain("with a token of this garden");
});

test("of several gardens each says where it is, also the one that has not answered", () => {
  const text = formatWelcomeText(
    [
      { name: "live", summary: { kind: "in-cluster", name: "live" }, demoLogins: [] },
      { name: "canary", summary: undefined, demoLogins: [] },
    ],
    "http://127.0.0.1:3000",
  );
  expect(text).toContain("/g/live   the cluster that this process runs in");
  expect(text).toContain("/g/canary   has not answered yet");
});

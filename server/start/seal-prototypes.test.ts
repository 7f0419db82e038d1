import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { sealPrototypes } from "./seal-prototypes.ts";

/** The result of `code` in a separate realm whose prototypes are frozen. */
function sealed(code: string): unknown {
  const world = createContext({});
  sealPrototypes(runInContext("globalThis", world));
  return runInContext(code, world);
}

test.each([
  "Object.prototype.polluted = 1",
  "({}).__proto__.polluted = 1",
  "({}).constructor.prototype.polluted = 1",
  "const target = {}; target['__proto__']['polluted'] = 1",
  "Reflect.set(Object.prototype, 'polluted', 1)",
  "[].__proto__.polluted = 1",
  "Function.prototype.polluted = 1",
  "''.__proto__.polluted = 1",
  "Promise.prototype.polluted = 1",
])("S23: once the process serves, nothing is added to all objects: %s", (code) => {
  expect(sealed(`${code}; String([({}).polluted, [].polluted, (() => 0).polluted, ''.polluted])`)).toBe(",,,");
});

test("S23: in strict mode the attempt is an error, and nothing that all have can be redefined as a trap", () => {
  expect(() => sealed("'use strict'; Object.prototype.polluted = 1")).toThrow(/not extensible/);
  expect(() => sealed("Object.defineProperty(Object.prototype, 'toString', { get() { return 1 } })")).toThrow();
});

test("ordinary objects may still have what their prototypes have", () => {
  const code = "const one = {}; one.toString = () => 'own'; one.constructor = 1; class E extends Error {}";
  expect(sealed(`'use strict'; ${code}; const e = new E('m'); e.name = 'E'; one + e.name`)).toBe("ownE");
});

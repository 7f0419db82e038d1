import { expect, test } from "vitest";
import { cidrsIntersect, parseCidr } from "./cidr.ts";

test.each([
  ["10.250.0.0/16", "IPv4", "10.250.0.0/16"],
  ["10.250.3.4/16", "IPv4", "10.250.0.0/16"],
  ["0.0.0.0/0", "IPv4", "0.0.0.0/0"],
  ["fd00:10:2::/48", "IPv6", "fd00:10:2::/48"],
  ["FD00:0010:2:0:0:0:0:1/48", "IPv6", "fd00:10:2::/48"],
  ["2001:db8:0:0:1:0:0:1/128", "IPv6", "2001:db8::1:0:0:1/128"],
  ["::/0", "IPv6", "::/0"],
])("%s is a range of %s, written %s", (text, family, canonical) => {
  expect(parseCidr(text)).toMatchObject({ family, canonical });
});

test.each([
  "",
  "10.0.0.0",
  "10.0.0/8",
  "10.0.0.0/33",
  "10.0.0.0/08",
  "256.0.0.0/8",
  "010.0.0.0/8",
  ":::/8",
  "fd00::1::/8",
])("%j is no range", (text) => {
  expect(parseCidr(text)).toBeUndefined();
});

test.each([
  ["10.0.0.0/8", "10.250.0.0/16", true],
  ["10.250.0.0/16", "10.0.0.0/8", true],
  ["10.0.0.0/16", "10.1.0.0/16", false],
  ["0.0.0.0/0", "::/0", false],
  ["fd00::/48", "fd00:0:0:1::/64", true],
  ["fd00::/48", "fd00:1::/48", false],
])("%s and %s have an address in common: %s", (one, other, expected) => {
  const [left, right] = [parseCidr(one), parseCidr(other)];
  if (left === undefined || right === undefined) throw new Error("both are ranges");
  expect(cidrsIntersect(left, right)).toBe(expected);
});

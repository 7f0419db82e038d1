import { expect, test } from "vitest";
import { AddressGuard } from "./address-guard.ts";

const strict = new AddressGuard({ names: [], ranges: [] });

test.each([
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254", "169.254.169.254"],
  ...["172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.7"],
  ...["203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "168.63.129.16"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:a9fe:a9fe", "::127.0.0.1", "64:ff9b::7f00:1"],
  ...["64:ff9b:1::1", "100::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "2001::1", "2001:db8::1"],
  ...["2002:7f00:1::", "3fff::1", "5f00::1", "not an address", ""],
])("S08: nothing is sent to %s", (address) => {
  expect(strict.admits("receiver.example", address)).toBe(false);
});

test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::200e"])(
  "what is public may be reached: %s",
  (address) => {
    expect(strict.admits("receiver.example", address)).toBe(true);
  },
);

test("an operator opens ranges for every name, and names for every address, and nothing beside them", () => {
  const guard = new AddressGuard({ names: ["hooks.internal"], ranges: ["10.4.0.0/16", "fd12::/32"] });
  expect(guard.admits("any.example", "10.4.9.9")).toBe(true);
  expect(guard.admits("any.example", "fd12::9")).toBe(true);
  expect(guard.admits("any.example", "10.5.0.1")).toBe(false);
  expect(guard.admits("hooks.internal", "192.168.0.9")).toBe(true);
  expect(guard.admits("HOOKS.internal.", "192.168.0.9")).toBe(true);
  expect(guard.admits("hooks.internal.evil.example", "192.168.0.9")).toBe(false);
  expect(guard.admits("hooks.internal", "not an address")).toBe(false);
});

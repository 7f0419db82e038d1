import { describe, expect, test } from "vitest";
import { findClientAddress, networkOfAddress } from "./find-client-address.ts";

const socket = "10.0.0.7";

describe("S22: whom a request comes from", () => {
  test.each<[string, number, string | undefined, string]>([
    ["without a proxy the socket, whatever a header claims", 0, "1.1.1.1", socket],
    ["behind one proxy, what that one wrote", 1, "203.0.113.9", "203.0.113.9"],
    ["behind one proxy, never what the client wrote before", 1, "6.6.6.6, 203.0.113.9", "203.0.113.9"],
    ["behind one proxy, however much the client wrote", 1, "6.6.6.6, 7.7.7.7,8.8.8.8 ,203.0.113.9", "203.0.113.9"],
    ["behind two proxies, what the outer one wrote", 2, "6.6.6.6, 203.0.113.9, 10.0.0.3", "203.0.113.9"],
    ["a chain shorter than the trusted one is not believed", 2, "6.6.6.6", socket],
    ["a header that is not there", 1, undefined, socket],
    ["an empty header", 1, "", socket],
    ["a proxy that hides its caller", 1, "6.6.6.6, unknown", socket],
    ["a name in place of an address", 1, "evil.example", socket],
    ["an address that is none", 1, "999.1.1.1", socket],
    ["markup in place of an address", 1, "<script>1</script>", socket],
    ["with the port that some proxies add", 1, "203.0.113.9:51234", "203.0.113.9"],
    ["IPv6", 1, "2001:DB8::1", "2001:db8::1"],
    ["IPv6 with a port", 1, '"[2001:db8::1]:443"', "2001:db8::1"],
    ["IPv4 written as IPv6 is the same caller", 1, "::ffff:203.0.113.9", "203.0.113.9"],
  ])("%s", (_name, trustedHops, forwardedFor, expected) => {
    expect(findClientAddress({ socket, forwardedFor, trustedHops })).toBe(expected);
  });

  test("a socket that is gone already is nobody in particular", () => {
    expect(findClientAddress({ socket: undefined, forwardedFor: undefined, trustedHops: 0 })).toBe("unknown");
  });

  test("a socket that listens for both families is the same caller as one for IPv4", () => {
    expect(findClientAddress({ socket: "::ffff:10.0.0.7", forwardedFor: undefined, trustedHops: 0 })).toBe(socket);
  });
});

test.each<[string, string]>([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::ffff", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
])("S22: limits count %s as %s", (address, network) => {
  expect(networkOfAddress(address)).toBe(network);
});

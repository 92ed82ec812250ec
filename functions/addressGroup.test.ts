import { expect, test } from "vitest";
import { addressGroup } from "#contracts/text/addressGroup.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["2001:0DB8:0001:0002::", "2001:db8:1:2::"],
  ["2001:db8::1", "2001:db8:0:0::"],
  ["::1", "0:0:0:0::"],
  ["fe80::1%eth0", "fe80:0:0:0::"],
  ["64:ff9b::192.0.2.33", "64:ff9b:0:0::"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["not:an:address", "not:an:address"],
  ["", ""],
])("%j counts as %j", (address, group) => expect(addressGroup(address)).toBe(group));

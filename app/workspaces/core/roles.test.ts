import { expect, test } from "vitest";
import { isAdmin, rolesToGive } from "./roles.ts";

test("owners change everybody, admins members, members nobody", () => {
  expect(rolesToGive("owner", "owner")).toEqual(["member", "admin", "owner"]);
  expect(rolesToGive("admin", "member")).toEqual(["member", "admin"]);
  expect(rolesToGive("admin", "admin")).toEqual([]);
  expect(rolesToGive("member", "member")).toEqual([]);
  expect((["owner", "admin", "member"] as const).map(isAdmin)).toEqual([true, true, false]);
});

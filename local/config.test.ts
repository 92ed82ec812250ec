import { resolve } from "node:path";
import { expect, test } from "vitest";
import { parseToml, readConfig } from "./config.ts";

test("tables, values on one line, comments", () => {
  expect(
    parseToml(`
      top = "a # b" # c
      [auth.email] # mails
      max_frequency = "60s"
      otp_length = 6
      [functions."my-own"]
      verify_jwt = false
      list = ["a", "b",] # d
      # verify_jwt = true
      many = [
        "not read"
      ]
      [__proto__]
      polluted = true`),
  ).toEqual({
    top: "a # b",
    auth: { email: { max_frequency: "60s", otp_length: 6 } },
    functions: { "my-own": { verify_jwt: false, list: ["a", "b"] } },
    ["__proto__"]: { polluted: true },
  });
  expect("polluted" in {}).toBe(false);
});

test("the project's own file is understood", async () => {
  const config = await readConfig(resolve(import.meta.dirname, ".."));
  expect(config.api.schemas).toEqual(["public"]);
  expect(config.auth.enable_anonymous_sign_ins).toBe(true);
});

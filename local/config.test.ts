import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig, readToml } from "./config.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "parley-config-"));
  await mkdir(join(root, "supabase"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const write = (toml: string) => writeFile(join(root, "supabase/config.toml"), toml);

describe("config.toml", () => {
  test("reads tables, values and comments", async () => {
    await write(`
      top = "a # b" # c
      [auth.email] # emails
      max_frequency = "60s"
      otp_length = 6
      [functions."my-own"]
      verify_jwt = false
      list = ["a", "b",] # d
      # verify_jwt = true
      many = [
        "on a line of its own"
      ]
      [__proto__]
      polluted = true`);
    expect(await readToml(root)).toEqual({
      top: "a # b",
      auth: { email: { max_frequency: "60s", otp_length: 6 } },
      functions: { "my-own": { verify_jwt: false, list: ["a", "b"], many: ["on a line of its own"] } },
      ["__proto__"]: { polluted: true },
    });
    expect("polluted" in {}).toBe(false);
  });

  test("names the line of a syntax error", async () => {
    await write("[auth]\njwt_expiry = \n");
    await expect(readConfig(root)).rejects.toThrow(/^supabase\/config\.toml:2: .+$/u);
  });

  test("names the key of an invalid value", async () => {
    await write('[auth]\njwt_expiry = "long"\n');
    await expect(readConfig(root)).rejects.toThrow(/^supabase\/config\.toml: auth\.jwt_expiry: /u);
  });

  test("allows no passwords of less than six bytes", async () => {
    await write("[auth]\nminimum_password_length = 4\n");
    expect((await readConfig(root)).auth.minimum_password_length).toBe(6);
    await write('[auth]\npassword_requirements = "strong"\n');
    await expect(readConfig(root)).rejects.toThrow(/auth\.password_requirements: /u);
  });

  test("is valid in this project", async () => {
    const config = await readConfig(resolve(import.meta.dirname, ".."));
    expect(config.api.schemas).toEqual(["public"]);
    expect(config.auth.enable_anonymous_sign_ins).toBe(true);
  });
});

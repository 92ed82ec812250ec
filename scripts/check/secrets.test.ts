import { describe, expect, test } from "vitest";
import { secretFaults } from "./secrets.ts";

const forged = (...parts: string[]) => parts.join("");

describe("secretFaults", () => {
  test.each([
    ["a Supabase secret key", forged("sb_secret_", "N7UND0UgjKTVK-Uodkm0Hg")],
    ["a signed token", forged("eyJhbGciOiJFUzI1NiJ9", ".eyJzdWIiOiIxMjM0In0", ".c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw")],
    ["a private key", forged("-----BEGIN EC ", "PRIVATE KEY-----\nMHcCAQEEIAbcdefghijklmnop")],
    ["a private JWK", forged('{"kty":"EC","d":', '"', "a".repeat(43), '"}')],
    ["a password in an address", forged("postgres://postgres:", "hunter2@db.example.org:5432/postgres")],
    ["a provider's key", forged("sk-", "a1".repeat(16))],
  ])("finds %s in any file", (name, text) => {
    expect(secretFaults("docs/notes.md", `before ${text} after`)).toEqual([`docs/notes.md holds ${name}.`]);
  });

  test("allows the embedded keys and loopback addresses", () => {
    expect(secretFaults("local/keys.ts", 'const KEY = "sb_secret_local_parley_development"')).toEqual([]);
    expect(secretFaults("README.md", "postgres://postgres:postgres@127.0.0.1:54322/postgres")).toEqual([]);
  });

  test("allows the secret key's name only in listed shipped files", () => {
    expect(secretFaults("functions/auth-fetch.ts", "env.secretKey")).toEqual([]);
    expect(secretFaults("functions/auth-fetch.test.ts", "secretKey")).toEqual([]);
    for (const path of ["app/root.tsx", "functions/worker.ts", "supabase/functions/translate/index.ts"])
      expect(secretFaults(path, "env.SUPABASE_SECRET_KEY")).toHaveLength(1);
  });
});

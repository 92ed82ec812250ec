import { expect, test } from "vitest";
import { postSignInPath } from "./postSignInPath.ts";

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/home",
  "/\t/evil.example",
  "",
  "/",
  "/?x=1",
  "/sign-in?next=/sign-in",
  "/sign-in/code",
  "/sign-out",
  "/auth/confirm?token_hash=x",
  `/m/${"x".repeat(600)}`,
])("%j redirects to /home", (next) => expect(postSignInPath(next)).toBe("/home"));

test.each(["/m/k3f9-2mxa-7qpd", "/settings/profile?x=1", "/sign-inside"])("%j is kept", (next) =>
  expect(postSignInPath(next)).toBe(next),
);

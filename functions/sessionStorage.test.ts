/** The cookies of a session: parts, replaced and removed items, what a visitor can send. */
import { describe, expect, test } from "vitest";
import { cookieJar } from "./cookieJar.ts";
import { readItem, sessionStorage } from "./sessionStorage.ts";

const KEY = "__Host-parley";
const LONG = "é".repeat(4_000);

/** A visit with the cookies that the former one left in the browser. */
function visit(cookies: readonly string[] = []) {
  const kept = cookies.filter((cookie) => !cookie.includes("Max-Age=0;"));
  const header = kept.map((cookie) => cookie.split(";")[0]).join("; ");
  const jar = cookieJar(new Request("https://parley.example/", { headers: { Cookie: header } }));
  const verifiers = new Map<string, string>();
  return { storage: sessionStorage(jar, KEY, verifiers), verifiers, cookies: jar.headers };
}

async function stored(value: string): Promise<string[]> {
  const { storage, cookies } = visit();
  await storage.setItem(KEY, value);
  return cookies();
}

describe("an item", () => {
  test.each(["", "{}", LONG])("is read in the next request: %#", async (value) => {
    const next = visit(await stored(value));
    expect(await next.storage.getItem(KEY)).toBe(value);
    expect(next.cookies()).toEqual([]);
  });

  test("is in parts of a cookie's size, for scripts unreadable", async () => {
    const cookies = await stored(LONG);
    expect(cookies.length).toBeGreaterThan(2);
    for (const cookie of cookies) {
      expect(cookie.length).toBeLessThan(4_096);
      expect(cookie).toMatch(/HttpOnly; Secure; SameSite=Lax/u);
    }
  });

  test("that gets shorter leaves no parts behind", async () => {
    const next = visit(await stored(LONG));
    await next.storage.setItem(KEY, "short");
    expect(await next.storage.getItem(KEY)).toBe("short");
    const removed = next.cookies().filter((cookie) => cookie.includes("Max-Age=0;"));
    expect(removed.map((cookie) => cookie.split("=")[0])).toEqual(
      (await stored(LONG)).map((cookie) => cookie.split("=")[0]),
    );
  });

  test("that is stored twice is the last one", async () => {
    const { storage, cookies } = visit();
    await storage.setItem(KEY, LONG);
    await storage.setItem(KEY, "short");
    expect(await visit(cookies()).storage.getItem(KEY)).toBe("short");
  });

  test("that was removed is gone at once", async () => {
    const next = visit(await stored(LONG));
    await next.storage.removeItem(KEY);
    expect(await next.storage.getItem(KEY)).toBeNull();
    expect(await visit(next.cookies()).storage.getItem(KEY)).toBeNull();
  });
});

test("leaves the cookie of a verifier to its flow", async () => {
  const { storage, verifiers, cookies } = visit();
  const key = `${KEY}-flow-1-code-verifier`;
  await storage.setItem(key, "secret");
  await storage.setItem(`${KEY}-flows`, "1");
  expect(await storage.getItem(key)).toBe("secret");
  expect(cookies()).toEqual([]);
  const next = visit([`${key}=${verifiers.get(key)}`]);
  expect(await next.storage.getItem(key)).toBe("secret");
});

test.each(["", "base64-", "base64-%%%", "base64-4pyT4pyT/", "garbage"])(
  "a forged cookie is harmless: %s",
  async (value) => {
    const item = await readItem([{ name: KEY, value }], KEY);
    expect(item === null || typeof item === "string").toBe(true);
  },
);

test("thousands of forged parts are not joined", async () => {
  const header = Array.from({ length: 5_000 }, (_, part) => `${KEY}.${part}=a`).join("; ");
  const jar = cookieJar(new Request("https://parley.example/", { headers: { Cookie: header } }));
  expect(jar.sent).toHaveLength(16);
  await sessionStorage(jar, KEY, new Map()).removeItem(KEY);
  expect(jar.headers()).toHaveLength(16);
});

/** A guest keeps their data when the account that they sign in to has a second factor. */
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { CLAIM, createSigningKey, GUEST, guestCookies, signedIn, TOM, visit } from "../tests/fakes/signInVisit.ts";

beforeAll(createSigningKey);
afterEach(() => vi.unstubAllGlobals());

const MAIL = "tom@example.org";
const MEETING = "/m/k3f9-2mxa-7qpd";
const MERGED = { redeem_merge_token: ok({ meetings: 1, more: false }) };
const redeemed = `redeem_merge_token {"p_token":"${CLAIM}"}`;

/** Returns the cookies of a guest who signed in by password, and has not entered the second factor yet. */
async function beforeFactor(): Promise<string[]> {
  const factors = [{ id: "f", status: "verified", factor_type: "totp" }];
  const withFactor = async () => {
    const tom = await signedIn(TOM, MAIL);
    return Response.json({ ...tom, user: { ...tom.user, factors } });
  };
  const guest = await guestCookies();
  const { signIn, called, cookies } = visit({
    auth: { "/token": withFactor },
    rpc: { create_merge_token: ok({ token: CLAIM }) },
    cookies: guest,
  });
  const path = await signIn.enterPassword(MAIL, "four random words", MEETING, "human");
  expect(path).toEqual(ok(`/sign-in/verify?${new URLSearchParams({ next: MEETING })}`));
  // The database would reject the merge before the factor.
  expect(called).toEqual([`as ${GUEST}`, "create_merge_token {}"]);
  return browser([], cookies());
}

const nameOf = (cookie: string) => cookie.split("=")[0];
/** Returns the cookies of a browser with `had` after it stored `set`. */
function browser(had: readonly string[], set: readonly string[]): string[] {
  const replaced = new Set(set.map(nameOf));
  return [
    ...had.filter((cookie) => !replaced.has(nameOf(cookie))),
    ...set.filter((cookie) => !cookie.includes("Max-Age=0")),
  ];
}

test("moves the data of a guest after the factor, once", async () => {
  const cookies = await beforeFactor();
  const { signIn, called, cookies: after } = visit({ rpc: MERGED, cookies });
  expect(await signIn.completeFactor(MEETING)).toBe(MEETING);
  expect(called).toEqual([redeemed]);
  const again = visit({ rpc: MERGED, cookies: browser(cookies, after()) });
  expect([await again.signIn.completeFactor(MEETING), again.called]).toEqual([MEETING, []]);
});

test("moves nothing by the pending sign-in of another account", async () => {
  const foreign = (await beforeFactor()).map((cookie) =>
    cookie.replaceAll(encodeURIComponent(MAIL), "ana%40a.example"),
  );
  const { signIn, called } = visit({ rpc: MERGED, cookies: foreign });
  expect([await signIn.completeFactor(MEETING), called]).toEqual([MEETING, []]);
});

test("reports a guest's data that stayed behind", async () => {
  const cookies = await beforeFactor();
  const { signIn, cookies: after } = visit({ rpc: { redeem_merge_token: fail("account/claim-refused") }, cookies });
  expect(await signIn.completeFactor(MEETING)).toBe("/sign-in/code");
  const { signIn: next } = visit({ cookies: browser(cookies, after()) });
  expect(next.pending()).toMatchObject({ mergeFailed: true, next: MEETING });
});

test("opens no other site", async () => {
  const { signIn } = visit({ rpc: MERGED, cookies: await beforeFactor() });
  expect(await signIn.completeFactor("https://evil.example/")).toBe("/home");
});

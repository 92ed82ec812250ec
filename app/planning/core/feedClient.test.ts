import { expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { createFeedClient, subscriptionAddress } from "./feedClient.ts";

const ORIGIN = "https://parley.example";
const TOKEN = "0".repeat(64);

test("states when the address was made", async () => {
  const answers = [ok({ created_at: null }), ok({ created_at: "2026-04-23T10:00:00+00:00" }), fail("network/offline")];
  const rpc = fakeRpc({ my_calendar_feed: () => answers.shift() ?? fail("bug/unexpected") });
  const client = createFeedClient(rpc, ORIGIN);
  expect(await client.madeAt()).toEqual(ok(null));
  expect(await client.madeAt()).toEqual(ok(Date.parse("2026-04-23T10:00:00Z")));
  expect(await client.madeAt()).toEqual(fail("network/offline"));
});

test("returns the new address", async () => {
  const client = createFeedClient(fakeRpc({ renew_calendar_feed: () => ok({ token: TOKEN }) }), ORIGIN);
  const address = `${ORIGIN}/calendar/feed/${TOKEN}.ics`;
  expect(await client.renew()).toEqual(ok(address));
  expect(subscriptionAddress(address)).toBe(`webcal://parley.example/calendar/feed/${TOKEN}.ics`);
  const limited = createFeedClient(fakeRpc({ renew_calendar_feed: () => fail("request/rate-limited") }), ORIGIN);
  expect(await limited.renew()).toEqual(fail("request/rate-limited"));
});

test("revokes the address", async () => {
  const revoke_calendar_feed = vi.fn(() => ok(null));
  expect(await createFeedClient(fakeRpc({ revoke_calendar_feed }), ORIGIN).revoke()).toEqual(ok(null));
  expect(revoke_calendar_feed).toHaveBeenCalledTimes(1);
});

/** What people are told of the day's translation. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { LIMITS } from "#contracts/limits.ts";
import { translationQuota } from "#contracts/translate.ts";
import { houseForFile, refusal, service } from "./support/house.ts";
import { join, person, post, type Room, room } from "./support/scenes.ts";

const house = houseForFile();
const quotaOf = (who: Awaited<ReturnType<typeof person>>, meeting: Room) =>
  house.rpc(who, "translation_quota", { meeting_id: meeting.id }, translationQuota);

test("one's own and the meeting's are counted apart, and what others spent elsewhere is not told", async () => {
  const meeting = await room(house);
  const ana = await join(house, meeting, { speaks: "es" });
  const bob = await join(house, meeting, { speaks: "en" });
  const text = "hola";
  const line = await post(house, ana, ana.call, { text });
  await house.rpc(service, "claim_translations", { line_ids: [line.id], user_id: ana.id }, z.unknown());
  const elsewhere = await room(house);
  const cy = await join(house, elsewhere, { speaks: "es" });
  await join(house, elsewhere, { speaks: "en" });
  const other = await post(house, cy, cy.call, { text: "mucho más" });
  await house.rpc(service, "claim_translations", { line_ids: [other.id], user_id: cy.id }, z.unknown());

  const { user, meeting: limit } = LIMITS.translateQuota;
  expect(await quotaOf(ana, meeting)).toMatchObject({
    user: { used: text.length, limit: user },
    meeting: { used: text.length, limit },
  });
  expect(await quotaOf(bob, meeting)).toMatchObject({
    user: { used: 0, limit: user },
    meeting: { used: text.length, limit },
  });
});

test("it begins anew at the next midnight, UTC, and what yesterday took counts no more", async () => {
  const meeting = await room(house);
  const ana = await join(house, meeting, { speaks: "es" });
  await house.admin`
    insert into public.translation_usage (day, scope, subject, characters)
    values ((now() at time zone 'utc')::date - 1, 'user', ${ana.id}, 99)`;
  const { user, resets_at } = await quotaOf(ana, meeting);
  expect(user.used).toBe(0);
  const [row] = await house.admin<{ wait: number; midnight: boolean }[]>`
    select
      extract(epoch from ${resets_at}::timestamptz - now())::float8 as wait,
      to_char(${resets_at}::timestamptz at time zone 'utc', 'HH24:MI:SS') = '00:00:00' as midnight`;
  expect(row?.midnight).toBe(true);
  expect(row?.wait).toBeGreaterThan(0);
  expect(row?.wait).toBeLessThanOrEqual(86_400);
});

test("who does not take part is told nothing", async () => {
  const meeting = await room(house);
  const stranger = await person(house);
  expect(await refusal(quotaOf(stranger, meeting))).toBe("meeting/not-entered");
});

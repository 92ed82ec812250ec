/** Profiles: what a person sets, and the checks of it. */
import { describe, expect, test } from "vitest";
import { profile } from "#contracts/account.ts";
import { LIMITS } from "#contracts/limits.ts";
import { account, knock, person, room } from "./support/fixtures.ts";
import {
  type Argument,
  type DatabaseCaller,
  rejectionCode,
  testDatabaseForFile,
  toParameters,
} from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const update = (who: DatabaseCaller, change: Record<string, Argument>) =>
  db.rpc(who, "update_profile", toParameters(change), profile);

describe("update_profile", () => {
  const filled = { display_name: "Inés", speaks: "es", reads: "en", ui_locale: "es-MX", time_zone: "Europe/Madrid" };
  const stored = { ...filled, confirmation_emails: true, delete_at: null, factor_reset: false, avatar: null };

  test("keeps omitted fields and cleans names", async () => {
    const ana = await account(db);
    expect(await update(ana, { ...filled, display_name: "  In\u202Eés \n" })).toEqual(stored);
    expect(await update(ana, { reads: "ar", display_name: null })).toEqual({ ...stored, reads: "ar" });
    expect(await update(ana, {})).toEqual({ ...stored, reads: "ar" });
    expect(await db.rpc(ana, "read_profile", {}, profile)).toEqual({ ...stored, reads: "ar" });
  });

  test("applies to the next meeting, not to joined ones", async () => {
    const ana = await account(db);
    const meeting = await room(db);
    await knock(db, ana, meeting.code, { name: "Ana" });
    await update(ana, { display_name: "Inés" });
    const [place] = await db.admin`select display_name from public.participants where user_id = ${ana.id}`;
    expect(place?.display_name).toBe("Ana");
  });

  test.each<[Record<string, string>, string]>([
    [{ display_name: "" }, "name/empty"],
    [{ display_name: " \u200B " }, "name/empty"],
    [{ display_name: "x".repeat(LIMITS.displayName.max + 1) }, "name/too-long"],
    [{ speaks: "tlh" }, "language/unknown"],
    [{ reads: "" }, "language/unknown"],
    [{ ui_locale: "" }, "locale/unknown"],
    [{ ui_locale: "english" }, "locale/unknown"],
    [{ ui_locale: `en${"-abcd".repeat(5)}` }, "locale/unknown"],
    [{ time_zone: "" }, "time-zone/unknown"],
    [{ time_zone: "Mars/Olympus_Mons" }, "time-zone/unknown"],
    [{ time_zone: "Europe/madrid" }, "time-zone/unknown"],
    [{ time_zone: "Abc/De+5" }, "time-zone/unknown"],
    [{ time_zone: "CEST" }, "time-zone/unknown"],
    [{ time_zone: "../../etc/passwd" }, "time-zone/unknown"],
    [{ time_zone: "x".repeat(10_000) }, "time-zone/unknown"],
  ])("rejects %j and stores nothing", async (change, code) => {
    const ana = await account(db);
    expect(await rejectionCode(update(ana, { display_name: "Ana", speaks: "es", ...change }))).toBe(code);
    expect(await db.rpc(ana, "read_profile", {}, profile)).toMatchObject({ display_name: null, speaks: null });
  });

  test.each(["UTC", "Asia/Tokyo", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "America/Port-au-Prince"])(
    "accepts the zone %s",
    async (zone) => {
      expect((await update(await person(db), { time_zone: zone })).time_zone).toBe(zone);
    },
  );
});

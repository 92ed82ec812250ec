/** The door before and after its scripts are there. */
import { enter, fillDoor, openMeeting } from "../support/steps.ts";
import { expect, test } from "../support/test.ts";

test("what is typed while the page comes alive stays, and breaks nothing", async ({ person }) => {
  const tom = await person({ locale: "en" });
  const link = await openMeeting(tom);
  // A key every few milliseconds from the moment that the field is there, through all of hydration.
  await tom.page.addInitScript(() => {
    const typing = setInterval(() => {
      const name = document.querySelector<HTMLInputElement>('input[name="display_name"]');
      if (!name) return;
      if (name.value === "") name.value = "Tom";
      for (const event of ["keydown", "input", "keyup", "click"])
        name.dispatchEvent(new Event(event, { bubbles: true }));
      if (performance.now() > 3_000) clearInterval(typing);
    }, 2);
  });
  for (let load = 0; load < 3; load += 1) {
    await tom.page.goto(link);
    await expect(tom.page.getByRole("meter")).toBeVisible();
    await expect(tom.page.getByLabel("Your name", { exact: true })).toHaveValue("Tom");
  }
  await enter(tom);
  await expect(tom.page.getByText("Tom (you)")).toBeVisible();
});

test("without camera and microphone one is told why, and enters all the same", async ({ person }) => {
  const tom = await person({ locale: "en" });
  await tom.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await openMeeting(tom);
  await expect(tom.page.getByText("Your browser does not let Parley use the camera or microphone.")).toBeVisible();
  await expect(tom.page.getByText("You can enter without them")).toBeVisible();
  await fillDoor(tom, { name: "Tom", speaks: "en", reads: "en" });
  await enter(tom);
  await expect(tom.page.getByText("Tom (you)")).toBeVisible();
});

test("a page that nobody pressed makes no user, and sets no cookie", async ({ app, person }) => {
  const host = await person({ locale: "en" });
  const link = await openMeeting(host);
  const preview = await fetch(link, { headers: { "User-Agent": "link-preview" } });
  expect(preview.status).toBe(200);
  expect(preview.headers.getSetCookie()).toEqual([]);
  expect(preview.headers.get("Cache-Control")).toBe("private, no-store");
  const forged = await fetch(link, {
    method: "POST",
    headers: { Origin: "https://evil.example", "Content-Type": "application/x-www-form-urlencoded" },
    body: "display_name=Eve&speaks=en&reads=en",
  });
  expect(forged.status).toBe(403);
  expect(forged.headers.getSetCookie()).toEqual([]);
  const away = await fetch(`${app.url}/locale`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: app.url, "Content-Type": "application/x-www-form-urlencoded" },
    body: "locale=es&to=//evil.example",
  });
  expect(away.headers.get("Location")).toBe("/");
});

test("the session's cookies are out of reach of scripts, and each changes with the answer that made it", async ({
  person,
}) => {
  const tom = await person({ locale: "en" });
  await openMeeting(tom);
  const cookies = (await tom.context.cookies()).filter(({ name }) => name.startsWith("__Host-parley"));
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
  expect(await tom.page.evaluate(() => document.cookie)).toBe("");
});

/** The pre-join page before and after hydration. */
import type { Page } from "@playwright/test";
import { joinAsAccount, openAccount, signIn } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { checkedVariants, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { expect, test } from "../support/test.ts";
import { expectJoined, fillPreJoin, joinCall, openMeeting } from "../support/userActions.ts";

test("input typed before hydration stays", async ({ person }) => {
  const tom = await person({ locale: "en" });
  const link = await openMeeting(tom);
  // Types a key every few milliseconds from the field's first render through hydration.
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
  await joinCall(tom);
  await expect(tom.page.getByText("Tom (you)")).toBeVisible();
});

test("joins without devices and explains why", async ({ person }) => {
  const tom = await person({ locale: "en" });
  await tom.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await openMeeting(tom);
  await expect(tom.page.getByText("Your browser blocks the camera or microphone.")).toBeVisible();
  await expect(tom.page.getByText("You can join without them")).toBeVisible();
  await fillPreJoin(tom, { name: "Tom", speaks: "en", reads: "en" });
  await joinCall(tom);
  await expect(tom.page.getByText("Tom (you)")).toBeVisible();
});

test("explains this browser's permission prompt", ONLY_IN_LONG_RUN, async ({ person }) => {
  const tom = await person({ locale: "en" });
  await tom.page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = (constraints) =>
      "allowed" in window ? ask(constraints) : Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await openMeeting(tom);
  await expect(tom.page.getByText("Click the icon at the start of the address bar")).toBeVisible();
  await tom.page.evaluate(() => Object.assign(window, { allowed: true }));
  await tom.page.getByRole("button", { name: "Try again" }).click();
  await expect(tom.page.locator("video")).toBeVisible();
  await expect(tom.page.getByRole("alert")).toHaveCount(0);
});

test.describe("one unavailable device leaves the other", () => {
  for (const [name, message] of checkedVariants([
    ["NotReadableError", "Another app is using your camera or microphone."],
    ["NotFoundError", "No camera or microphone found."],
  ] as const))
    test(name, async ({ person }) => {
      const tom = await person({ locale: "en" });
      await tom.page.addInitScript((refusal) => {
        const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        navigator.mediaDevices.getUserMedia = (constraints) =>
          constraints?.video ? Promise.reject(new DOMException("", refusal)) : ask(constraints);
      }, name);
      await openMeeting(tom);
      await expect(tom.page.getByText(message)).toBeVisible();
      await expect(tom.page.getByText("Your microphone works. You can join without a camera.")).toBeVisible();
      await expect(tom.page.getByRole("button", { name: "Microphone" })).toHaveAttribute("aria-pressed", "true");
      await fillPreJoin(tom, { name: "Tom", speaks: "en", reads: "en" });
      await joinCall(tom);
    });
});

test("reports a silent microphone", ONLY_IN_LONG_RUN, async ({ person }) => {
  const tom = await person({ locale: "en" });
  await tom.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => {
      const context = new AudioContext();
      return Promise.resolve(context.createMediaStreamDestination().stream);
    };
  });
  await openMeeting(tom);
  await expect(tom.page.getByText("No sound from your microphone")).toBeVisible({ timeout: 30_000 });
});

/** Opens the device lists, the sound test and the connection test. */
async function openDevices(page: Page) {
  await page.getByRole("button", { name: "Devices and connection" }).click();
  const dialog = page.getByRole("dialog", { name: "Devices and connection" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("devices are chosen, tested and remembered", async ({ person }) => {
  // A light browser gives its devices new names at each visit.
  const tom = await person({ locale: "en", ownBrowser: true });
  const link = await openMeeting(tom);
  await expect(tom.page.locator("video")).toBeVisible();
  const dialog = await openDevices(tom.page);
  await dialog.getByRole("combobox", { name: "Microphone" }).click();
  await tom.page.getByRole("option", { name: "Fake Audio Input 2" }).click();
  await expect(dialog.getByRole("combobox", { name: "Microphone" })).toHaveText("Fake Audio Input 2");
  await dialog.getByRole("combobox", { name: "Speaker" }).click();
  await tom.page.getByRole("option", { name: "Fake Audio Output 1" }).click();
  await dialog.getByRole("button", { name: "Play a test sound" }).click();
  await expect(dialog.getByText("Do you hear it?")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Play a test sound" })).toBeVisible();
  await expect(dialog.getByText("Do you hear it?")).toBeVisible();
  await tom.page.keyboard.press("Escape");
  await expect(tom.page.getByRole("button", { name: "Devices and connection" })).toBeFocused();

  await tom.page.goto(link);
  await expect(tom.page.locator("video")).toBeVisible();
  const again = await openDevices(tom.page);
  await expect(again.getByRole("combobox", { name: "Microphone" })).toHaveText("Fake Audio Input 2");
  await expect(again.getByRole("combobox", { name: "Speaker" })).toHaveText("Fake Audio Output 1");
});

test("plays the test sound without speaker selection", ONLY_IN_LONG_RUN, async ({ person }) => {
  const tom = await person({ locale: "en" });
  await tom.page.addInitScript(() => {
    Reflect.deleteProperty(HTMLMediaElement.prototype, "setSinkId");
  });
  await openMeeting(tom);
  const dialog = await openDevices(tom.page);
  await expect(dialog.getByText("This browser cannot choose another.")).toBeVisible();
  await expect(dialog.getByRole("combobox", { name: "Speaker" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Play a test sound" }).click();
  await expect(dialog.getByText("Do you hear it?")).toBeVisible();
});

test("tests the connection and explains the result", ONLY_IN_LONG_RUN, async ({ person }) => {
  const tom = await person({ locale: "en" });
  const link = await openMeeting(tom);
  const dialog = await openDevices(tom.page);
  await dialog.getByRole("button", { name: "Test the connection" }).click();
  await expect(dialog.getByText(/Video, audio and chat will work|Everything will work/u)).toBeVisible();
  await expectAccessible(tom.page, "devices");

  tom.allowConsoleError(/ERR_FAILED|WebSocket/u);
  const cut: [how: () => void, message: string][] = [
    [
      // No candidate reaches the other side.
      () => {
        RTCPeerConnection.prototype.addIceCandidate = () => Promise.reject(new Error("blocked"));
      },
      "Video and audio may not work from here. Chat will.",
    ],
    [
      () => {
        class Blocked extends EventTarget {
          constructor() {
            super();
            queueMicrotask(() => this.dispatchEvent(new Event("error")));
          }
          close() {}
        }
        Reflect.set(window, "WebSocket", Blocked);
      },
      "Your network blocks live connections to Parley.",
    ],
  ];
  for (const [how, message] of cut) {
    await tom.page.goto(link);
    await expect(tom.page.locator("video")).toBeVisible();
    const there = await openDevices(tom.page);
    await tom.page.evaluate(how);
    await there.getByRole("button", { name: "Test the connection" }).click();
    await expect(there.getByText(message)).toBeVisible({ timeout: 30_000 });
  }
  await tom.page.route("**/favicon.svg", (route) => route.abort());
  await tom.page.goto(link);
  await expect(tom.page.locator("video")).toBeVisible();
  const there = await openDevices(tom.page);
  await there.getByRole("button", { name: "Test the connection" }).click();
  await expect(there.getByText("Parley cannot be reached.")).toBeVisible({ timeout: 30_000 });
});

test("joins with two clicks from the link", async ({ app, person }) => {
  const ana = await openAccount(app, "ana");
  const made = await ana.client.rpc("create_meeting", { p_meeting_id: crypto.randomUUID() });
  const tom = await person({ locale: "en" });
  const link = await openMeeting(tom);
  await fillPreJoin(tom, { name: "Tom", speaks: "en", reads: "fr" });
  await tom.page.getByRole("button", { name: "Camera" }).click();
  await joinCall(tom);

  // On this pre-join page again, and on another one for the first time.
  for (const path of [link, `${app.url}/m/${made.data.code}`]) {
    await tom.page.goto(path);
    await expect(tom.page.getByLabel("I read", { exact: true })).toHaveValue("fr");
    await expect(tom.page.getByText("Your camera is off")).toBeVisible();
    await joinCall(tom);
    await expect(tom.page.getByText("Tom (you)")).toBeVisible();
    await expect(tom.page.getByRole("button", { name: "Camera" })).toHaveAttribute("aria-pressed", "false");
    await expect(tom.page.getByRole("button", { name: "Microphone" })).toHaveAttribute("aria-pressed", "true");
  }
});

test("the root reloads only when a visitor becomes a user", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ines = await person({ locale: "es" });
  const link = await openMeeting(ines);
  const tom = await person({ locale: "en" });
  const requests: string[] = [];
  tom.page.on("request", (request) => {
    const { searchParams } = new URL(request.url());
    if (searchParams.has("_routes")) requests.push(searchParams.get("_routes") ?? "");
  });
  await tom.page.goto(link);
  await fillPreJoin(tom, { name: "Tom", speaks: "en", reads: "fr" });
  await joinCall(tom);
  await expectJoined(tom);
  // The call does not wait for it.
  await expect.poll(() => requests).toEqual(["root"]);
  await tom.page.goto(link);
  await joinCall(tom);
  await expectJoined(tom);
  expect(requests).toEqual(["root"]);
});

test("fills the form from the profile", async ({ app, person }) => {
  const account = await openAccount(app, "ines");
  const ines = await person({ locale: "en" });
  const link = await openMeeting(ines);
  const { error } = await account.client.rpc("update_profile", {
    p_display_name: "Inés Vidal",
    p_speaks: "es",
    p_reads: "ca",
  });
  expect(error).toBeNull();
  await signIn(ines.page, account);
  await ines.page.goto(link);
  await expect(ines.page.getByLabel("Your name", { exact: true })).toHaveValue("Inés Vidal");
  await expect(ines.page.getByLabel("I speak", { exact: true })).toHaveValue("es");
  await expect(ines.page.getByLabel("I read", { exact: true })).toHaveValue("ca");
});

test("offers a numbered name without its number", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const other = await openAccount(app, "tom");
  const tom = await person({ locale: "en" });
  const link = await openMeeting(tom);
  const leave = await joinAsAccount(other, link.split("/").at(-1) ?? "", { name: "Tom", speaks: "de", reads: "de" });
  await fillPreJoin(tom, { name: "Tom", speaks: "en", reads: "en" });
  await joinCall(tom);
  await expect(tom.page.getByText("Tom 2 (you)")).toBeVisible();
  await leave();
  await tom.page.goto(link);
  await expect(tom.page.getByLabel("Your name", { exact: true })).toHaveValue("Tom");
});

test("opening a link creates no user and no cookie", async ({ app, person }) => {
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

test("session cookies are HTTP-only and rotate", async ({ person }) => {
  const tom = await person({ locale: "en" });
  await openMeeting(tom);
  const cookies = (await tom.context.cookies()).filter(({ name }) => name.startsWith("__Host-parley"));
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
  expect(await tom.page.evaluate(() => document.cookie)).toBe("");
});

test("follows who is inside until the meeting ends", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const host = await openAccount(app, "ines");
  const ines = await person({ locale: "en" });
  await signIn(ines.page, host);
  const link = await openMeeting(ines);
  const { page } = await person({ locale: "en" });
  await page.goto(link);
  await expect(page.getByText("Nobody else is here yet")).toBeVisible();
  await fillPreJoin(ines, { name: "Ana", speaks: "en", reads: "en" });
  await joinCall(ines);
  await expect(page.getByText("Ana is in the meeting")).toBeVisible();
  await page.getByLabel("Your name").fill("Tom");
  await ines.page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page.getByText("Nobody else is here yet")).toBeVisible();
  const { data } = await host.client.rpc("home", {});
  await host.client.rpc("end_meeting", { p_meeting_id: data.meetings[0].meeting_id });
  await expect(page.getByText("This meeting has ended.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Join now" })).toBeDisabled();
  await expect(page.getByLabel("Your name")).toHaveValue("Tom");
});

/** Access modes: meetings that admit nobody, meetings closed to one person, and access chosen on the home page. */
import { joinAsAccount, openAccount, signIn } from "../support/accounts.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { heading } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { openWaitingRoom } from "../support/waitingRoom.ts";

test("closed meetings explain why and offer a way forward", async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app);
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/status of 4(?:03|10|23)/u);
  await waitingRoom.call("set_meeting_locked", { p_meeting_id: waitingRoom.id, p_locked: true });
  await tom.page.goto(waitingRoom.link);
  await expect(heading(tom, "This meeting is locked.")).toBeVisible();
  await waitingRoom.call("set_meeting_locked", { p_meeting_id: waitingRoom.id, p_locked: false });
  await tom.page.getByRole("link", { name: "Try again" }).click();
  await expect(tom.page.getByRole("button", { name: "Ask to join" })).toBeVisible();

  // The meeting was locked after the page loaded. The button shows the error, and the form keeps its values.
  await tom.page.getByLabel("Your name", { exact: true }).fill("Tom");
  await waitingRoom.call("update_meeting", { p_meeting_id: waitingRoom.id, p_access: "members" });
  await tom.page.getByRole("button", { name: "Ask to join" }).click();
  const refusal = tom.page.getByRole("alert").filter({ hasText: "This meeting is for members of its workspace." });
  await expect(refusal.getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(tom.page.getByLabel("Your name", { exact: true })).toHaveValue("Tom");

  await tom.page.reload();
  await expect(heading(tom, "This meeting is for members of its workspace.")).toBeVisible();
  await tom.page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await tom.page.waitForURL((url) => url.searchParams.get("next") === new URL(waitingRoom.link).pathname);
  await signIn(tom.page, waitingRoom.host);
  await tom.page.goto(waitingRoom.link);
  await expect(tom.page.getByRole("button", { name: "Join now" })).toBeVisible();
  await waitingRoom.call("end_meeting", { p_meeting_id: waitingRoom.id });
  await tom.page.reload();
  await expect(heading(tom, "This meeting has ended.")).toBeVisible();
});

test("a removed participant stays out, even under another name", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app, { access: "open" });
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/status of 403/u);
  await tom.page.goto(waitingRoom.link);
  await tom.page.getByLabel("Your name", { exact: true }).fill("Tom");
  await tom.page.getByRole("button", { name: "Join now" }).click();
  await expect(tom.page.getByRole("button", { name: "Leave" })).toBeVisible();
  await joinAsAccount(waitingRoom.host, waitingRoom.link.split("/").at(-1) ?? "", {
    name: "Inés",
    speaks: "es",
    reads: "es",
  });
  const { participants } = await waitingRoom.call<{ participants: { user_id: string; display_name: string }[] }>(
    "changes_since",
    {
      p_meeting_id: waitingRoom.id,
      p_after_seq: 0,
    },
  );
  const user_id = participants.find(({ display_name }) => display_name === "Tom")?.user_id;
  await waitingRoom.call("remove_participant", { p_meeting_id: waitingRoom.id, p_user_id: user_id });
  await tom.page.goto(waitingRoom.link);
  await expect(heading(tom, "You were removed from this meeting.")).toBeVisible();
});

test("a new meeting takes its options; ended meetings stay closed", async ({ app, person }) => {
  const host = await openAccount(app, "ines");
  const ines = await person({ locale: "en" });
  ines.allowConsoleError(/status of 400/u);
  await signIn(ines.page, host);
  await ines.page.goto("/home");
  await ines.page.getByText("Access, storage").click();
  const title = ines.page.getByLabel("Title", { exact: true });
  await title.evaluate((field) => field.removeAttribute("maxlength"));
  await title.fill("t".repeat(121));
  await ines.page.getByLabel("Who can join with the link?").selectOption("knock");
  await ines.page.getByLabel("Store nothing").check();
  await ines.page.getByRole("button", { name: "Start a meeting" }).click();
  await expect(ines.page.getByText("This title is too long.")).toBeVisible();
  await title.fill(" Spring\u202e trip ");
  await ines.page.getByRole("button", { name: "Start a meeting" }).click();
  await expect(heading(ines, "Spring trip")).toBeVisible();
  await expect(ines.page.getByText("Messages are deleted after a minute.")).toBeVisible();

  const tom = await person({ locale: "en" });
  await tom.page.goto(ines.page.url());
  await expect(tom.page.getByRole("button", { name: "Ask to join" })).toBeVisible();

  await ines.page.goto("/home");
  const ready = ines.page.getByRole("region", { name: "Ready to enter" });
  await expect(ready.getByRole("link", { name: "Spring trip", exact: true })).toBeVisible();
  await expect(ready.getByRole("link", { name: "Enter Spring trip" })).toBeVisible();
  const { data } = await host.client.rpc("home", {});
  const leave = await joinAsAccount(host, data.meetings[0].code, { name: "Inés", speaks: "es", reads: "es" });
  await leave();
  const { error } = await host.client.rpc("end_meeting", { p_meeting_id: data.meetings[0].meeting_id });
  expect(error).toBeNull();
  await ines.page.reload();
  const past = ines.page.getByRole("region", { name: "Past" });
  await expect(past.getByRole("heading", { name: "Spring trip" })).toBeVisible();
  await expect(past.getByText("Ended")).toBeVisible();
  await expect(ines.page.getByRole("link", { name: "Enter Spring trip" })).toHaveCount(0);
});

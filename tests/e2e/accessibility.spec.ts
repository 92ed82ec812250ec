/** Checks every page with axe, in both themes. */
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/test.ts";
import { fillPreJoin, joinCall, lineWithText, openChat, openMeeting, sendMessage } from "../support/userActions.ts";

test("main screens pass axe", async ({ person }) => {
  const ines = await person({ locale: "es" });
  await ines.page.goto("/");
  await expectAccessible(ines.page, "start");
  const link = await openMeeting(ines);
  await expect(ines.page.getByRole("meter")).toBeVisible();
  await expectAccessible(ines.page, "pre-join");
  await fillPreJoin(ines, { name: "Inés", speaks: "es", reads: "es" });
  await joinCall(ines);
  await expectAccessible(ines.page, "alone");
  await openChat(ines);
  await sendMessage(ines, "La casa es grande.");

  const tom = await person({ locale: "en" });
  await tom.page.goto(link);
  await fillPreJoin(tom, { name: "Tom", speaks: "en", reads: "en" });
  await joinCall(tom);
  // He joined after the line was written, but in the same call, so he can read it.
  await openChat(tom);
  await expect(lineWithText(tom, "The house is big.")).toHaveCount(1);
  await tom.page.getByRole("button", { name: "from Spanish" }).click();
  await expectAccessible(tom.page, "call");
  await tom.page.getByRole("button", { name: "Leave" }).click();
  await expect(tom.page.getByRole("button", { name: "Rejoin" })).toBeVisible();
  await expectAccessible(tom.page, "left");
  tom.allowConsoleError(/status of 404/u);
  await tom.page.goto("/m/k3f9-2mxa-7qpd");
  await expectAccessible(tom.page, "error");
});

/** A person with an account who is in a call in one tab and waits for another meeting in a second tab. */

import type { App } from "./app.ts";
import { newEmailAddress, signInByCode } from "./emails.ts";
import { expect } from "./expect.ts";
import type { Person } from "./people.ts";
import { button, heading } from "./screens.ts";
import {
  fillPreJoin,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  type ParticipantChoices,
  sendMessage,
} from "./userActions.ts";
import { openWaitingRoom, type WaitingRoomFixture } from "./waitingRoom.ts";

/** Opens both tabs with an English UI. `person` is the tab in the call, `waiting` the other tab. */
export async function joinAndWaitElsewhere(
  app: App,
  person: Person,
  choices: ParticipantChoices,
): Promise<{ readonly waitingRoom: WaitingRoomFixture; readonly waiting: Person }> {
  await signInByCode(person.page, app.stack, newEmailAddress("tom"));
  await openMeeting(person);
  await fillPreJoin(person, choices);
  await joinCall(person);
  const waitingRoom = await openWaitingRoom(app);
  const waiting = await person.openTab();
  await waiting.page.goto(waitingRoom.link);
  await button(waiting.page, "Ask to join").click();
  await expect(heading(waiting, "Waiting to be let in")).toBeVisible();
  return { waitingRoom, waiting };
}

/** Expects the tab to be in the call, shown by a round trip through the database. */
export async function expectCallAlive(inCall: Person): Promise<void> {
  await expect(button(inCall.page, "Leave")).toBeVisible();
  await openChat(inCall);
  await sendMessage(inCall, "Still here");
  await expect(lineWithText(inCall, "Still here")).toBeVisible();
}

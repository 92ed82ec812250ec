/** Somebody with an account who is in a call in one tab and waits at another meeting's door in another. */

import type { App } from "./app.ts";
import { expect } from "./expect.ts";
import { type Lobby, openLobby } from "./lobby.ts";
import { newAddress, signInByCode } from "./mails.ts";
import type { Person } from "./people.ts";
import { button, heading } from "./screens.ts";
import { type Choices, enter, fillDoor, lineShowing, openChat, openMeeting, write } from "./steps.ts";

/** English buttons. `person` is the tab in the call, `waiting` the other one. */
export async function callAndWait(
  app: App,
  person: Person,
  said: Choices,
): Promise<{ readonly lobby: Lobby; readonly waiting: Person }> {
  await signInByCode(person.page, app.stack, newAddress("tom"));
  await openMeeting(person);
  await fillDoor(person, said);
  await enter(person);
  const lobby = await openLobby(app);
  const waiting = await person.inAnotherTab();
  await waiting.page.goto(lobby.link);
  await button(waiting.page, "Ask to come in").click();
  await expect(heading(waiting, "Waiting to be let in")).toBeVisible();
  return { lobby, waiting };
}

/** In the call, as a round through the database and back shows. */
export async function goesOn(inCall: Person): Promise<void> {
  await expect(button(inCall.page, "Leave")).toBeVisible();
  await openChat(inCall);
  await write(inCall, "Still here");
  await expect(lineShowing(inCall, "Still here")).toBeVisible();
}

/** Two people with two languages in a call, each with the chat open. */
import type { Person } from "./people.ts";
import { expectJoined, fillPreJoin, joinCall, openChat, openMeeting, type ParticipantChoices } from "./userActions.ts";

export const INES = { name: "Inés", speaks: "es", reads: "es" };
export const TOM = { name: "Tom Whitaker", speaks: "en", reads: "en" };
/** A viewport too narrow for chat beside the videos, so the chat opens on click. */
export const NARROW = { width: 700, height: 800 };

export type MakePerson = (options: {
  locale: "en" | "es";
  viewport?: typeof NARROW;
  colorScheme?: "dark";
}) => Promise<Person>;

export async function joinWithChat(someone: Person, link: string, choices: ParticipantChoices): Promise<void> {
  if (someone.page.url() !== link) await someone.page.goto(link);
  await fillPreJoin(someone, choices);
  await joinCall(someone);
  await openChat(someone);
}

export async function joinInesAndTom(person: MakePerson) {
  const ines = await person({ locale: "es" });
  const link = await openMeeting(ines);
  await joinWithChat(ines, link, INES);
  const tom = await person({ locale: "en" });
  await joinWithChat(tom, link, TOM);
  await expectJoined(tom);
  await openChat(ines);
  await openChat(tom);
  return { ines, tom, link };
}

/** The text field of the composer. */
export const composerField = ({ page }: Person) => page.locator("textarea");

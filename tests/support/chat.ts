/** Two people of two languages in a call, each with the chat open. */
import type { Person } from "./people.ts";
import { type Choices, enter, fillDoor, isInside, openChat, openMeeting } from "./steps.ts";

export const INES = { name: "Inés", speaks: "es", reads: "es" };
export const TOM = { name: "Tom Whitaker", speaks: "en", reads: "en" };
/** Too narrow for a chat beside the faces: it opens by a press. */
export const NARROW = { width: 700, height: 800 };

export type MakePerson = (options: {
  locale: "en" | "es";
  viewport?: typeof NARROW;
  colorScheme?: "dark";
}) => Promise<Person>;

export async function comeIn(someone: Person, link: string, choices: Choices): Promise<void> {
  if (someone.page.url() !== link) await someone.page.goto(link);
  await fillDoor(someone, choices);
  await enter(someone);
}

export async function inesAndTom(person: MakePerson) {
  const ines = await person({ locale: "es" });
  const link = await openMeeting(ines);
  await comeIn(ines, link, INES);
  const tom = await person({ locale: "en" });
  await comeIn(tom, link, TOM);
  await isInside(tom);
  await openChat(ines);
  await openChat(tom);
  return { ines, tom, link };
}

/** Where one writes. */
export const field = ({ page }: Person) => page.locator("textarea");

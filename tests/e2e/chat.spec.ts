/** The chat between people of two languages: what each does with a line, and what the others have of it. */
import { randomUUID } from "node:crypto";
import { LIMITS } from "../../supabase/functions/_shared/contracts/limits.ts";
import { openAccount } from "../support/accounts.ts";
import { isClean } from "../support/axe.ts";
import { Person } from "../support/people.ts";
import {
  type Choices,
  doWith,
  enter,
  fillDoor,
  lineShowing,
  openChat,
  openMeeting,
  text,
  write,
} from "../support/steps.ts";
import { expect, test } from "../support/test.ts";

const INES = { name: "Inés", speaks: "es", reads: "es" };
const TOM = { name: "Tom Whitaker", speaks: "en", reads: "en" };
/** Too narrow for a chat beside the faces: it opens by a press. */
const NARROW = { width: 700, height: 800 };

type MakePerson = (options: { locale: "en" | "es"; viewport?: typeof NARROW; colorScheme?: "dark" }) => Promise<Person>;

async function comeIn(someone: Person, link: string, choices: Choices): Promise<void> {
  if (someone.page.url() !== link) await someone.page.goto(link);
  await fillDoor(someone, choices);
  await enter(someone);
}

async function inesAndTom(person: MakePerson) {
  const ines = await person({ locale: "es" });
  const link = await openMeeting(ines);
  await comeIn(ines, link, INES);
  const tom = await person({ locale: "en" });
  await comeIn(tom, link, TOM);
  await openChat(ines);
  await openChat(tom);
  return { ines, tom, link };
}

const field = ({ page }: Person) => page.locator("textarea");

test("answered, marked, changed, deleted: each has it in their own language", async ({ person }) => {
  const { ines, tom } = await inesAndTom(person);
  await write(ines, "La casa es grande.");
  await expect(lineShowing(tom, "The house is big.")).toHaveCount(1);

  await test.step("an answer quotes the line as each reads it, and leads there", async () => {
    await doWith(tom, "The house is big.", "chat.reply");
    await expect(tom.page.getByText("Reply to Inés")).toBeVisible();
    await expect(field(tom)).toBeFocused();
    await tom.page.keyboard.type("I have the map.");
    await tom.page.keyboard.press("Enter");
    const answer = lineShowing(ines, "Tengo el mapa.");
    await expect(answer.getByRole("button", { name: "La casa es grande." })).toBeVisible();
    await lineShowing(tom, "I have the map.").getByRole("button", { name: "The house is big." }).click();
    await expect(lineShowing(tom, "The house is big.").first()).toBeFocused();
  });

  await test.step("a mark shows who gave it, and is taken back by a press", async () => {
    await doWith(tom, /^(?!.*map).*The house is big\./u, "chat.react");
    await tom.page.getByRole("button", { name: "👏" }).press("Enter");
    await expect(ines.page.getByRole("button", { name: "👏 de Tom Whitaker" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    const own = tom.page.getByRole("button", { name: "👏 from You" });
    await expect(own).toHaveAttribute("aria-pressed", "true");
    await isClean(tom.page, "marks");
    await ines.page.getByRole("button", { name: "👏 de Tom Whitaker" }).click();
    await expect(tom.page.getByRole("button", { name: "👏 from You and Inés" })).toHaveText(/2/u);
    await tom.page.getByRole("button", { name: "👏 from You and Inés" }).click();
    await expect(ines.page.getByRole("button", { name: "👏 de Tú" })).toHaveText(/1/u);
  });

  await test.step("other words are translated anew; too many are not sent, and stay", async () => {
    await doWith(tom, "I have the map.", "lines.edit");
    await expect(field(tom)).toHaveValue("I have the map.");
    const long = "x".repeat(LIMITS.message.max + 1);
    await field(tom).fill(long);
    await field(tom).press("Enter");
    await expect(tom.page.getByText("1 character too many.")).toBeVisible();
    await expect(field(tom)).toHaveValue(long);
    await field(tom).fill("I have the new map.");
    await field(tom).press("Enter");
    await expect(lineShowing(ines, "Tengo el mapa nuevo.")).toContainText("editada");
    await expect(lineShowing(ines, "Tengo el mapa.")).toHaveCount(0);
    await expect(lineShowing(tom, "I have the new map.")).toContainText("edited");
  });

  await test.step("a deleted line is gone for both, after one question", async () => {
    await doWith(tom, "I have the new map.", "lines.delete");
    const question = tom.page.getByRole("alertdialog");
    await expect(question.getByRole("button", { name: "Keep it" })).toBeFocused();
    await tom.page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(lineShowing(tom, "I have the new map.")).toHaveCount(1);
    await doWith(tom, "I have the new map.", "lines.delete");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(lineShowing(ines, await text(ines.page, "chat.deleted"))).toHaveCount(1);
    await expect(lineShowing(ines, "mapa")).toHaveCount(0);
    await expect(lineShowing(tom, "map")).toHaveCount(0);
  });

  await test.step("what is not one's own cannot be changed", async () => {
    await lineShowing(tom, "The house is big.").getByRole("button", { name: "More" }).press("Enter");
    await expect(tom.page.getByRole("menuitem", { name: "Reply" })).toBeVisible();
    await expect(tom.page.getByRole("menuitem", { name: "Edit" })).toHaveCount(0);
    await expect(tom.page.getByRole("menuitem", { name: "Delete" })).toHaveCount(0);
    await isClean(tom.page, "menu of a line");
    await tom.page.keyboard.press("Escape");
    await expect(lineShowing(tom, "The house is big.").getByRole("button", { name: "More" })).toBeFocused();
  });
});

test("somebody is mentioned by name while the chat is closed: typing, the number, the mark, what is new", async ({
  person,
}) => {
  const ines = await person({ locale: "es", colorScheme: "dark" });
  const link = await openMeeting(ines);
  await comeIn(ines, link, INES);
  const tom = await person({ locale: "en", viewport: NARROW });
  await comeIn(tom, link, TOM);
  await openChat(ines);
  await openChat(tom);
  await write(ines, "El perro blanco come.");
  await expect(lineShowing(tom, "The white dog eats.")).toHaveCount(1);

  await field(ines).pressSequentially("Hola @to");
  await expect(tom.page.getByText("Inés is writing")).toBeVisible();
  await expect(ines.page.getByRole("option", { name: "Tom Whitaker" })).toBeVisible();
  await isClean(ines.page, "people to mention");
  await tom.page.getByRole("button", { name: "Close" }).click();
  await field(ines).press("Enter");
  await expect(field(ines)).toHaveValue("Hola @Tom ");
  await field(ines).press("Enter");

  const chat = tom.page.getByRole("button", { name: /^Chat/u });
  await expect(chat).toHaveAccessibleName(/1/u);
  await openChat(tom);
  const line = lineShowing(tom, "@Tom");
  await expect(line).toContainText("Mentions you");
  await expect(line.getByText("New", { exact: true })).toBeVisible();
  await expect(tom.page.getByText("New", { exact: true })).toHaveCount(1);
  await expect(tom.page.getByText("Inés is writing")).toBeHidden();

  await test.step("muted: no number, and it stays muted after a reload", async () => {
    await tom.page.getByRole("button", { name: "Chat settings" }).click();
    await tom.page.getByRole("menuitemcheckbox", { name: /^Mute this chat/u }).click();
    await tom.page.keyboard.press("Escape");
    await expect(tom.page.getByText("Muted", { exact: true })).toBeVisible();
    await tom.page.getByRole("button", { name: "Close" }).click();
    await write(ines, "La casa es grande.");
    // It is here, unread, and not counted.
    await expect(tom.page.getByRole("log", { includeHidden: true })).toContainText("The house is big.");
    await expect(chat).not.toHaveAccessibleName(/\d/u);
    await tom.page.reload();
    await enter(tom);
    await openChat(tom);
    await expect(tom.page.getByText("Muted", { exact: true })).toBeVisible();
  });
});

test("a translation is called wrong, made again, and all originals are shown by one switch", async ({
  app,
  person,
}) => {
  const { ines, tom } = await inesAndTom(person);
  await write(ines, "La casa es grande.");
  await write(ines, "El perro blanco come.");
  await expect(lineShowing(tom, "The white dog eats.")).toHaveCount(1);
  await doWith(tom, "The house is big.", "lines.wrong");
  await expect(lineShowing(tom, "You said that this translation is wrong.")).toHaveCount(1);
  const before = app.engine.asked;
  await doWith(tom, "The house is big.", "lines.again");
  await expect(lineShowing(tom, "Translated again.")).toHaveCount(1);
  await expect.poll(() => app.engine.asked).toBe(before + 1);

  await tom.page.getByRole("button", { name: "Chat settings" }).click();
  await tom.page.getByRole("menuitemcheckbox", { name: /^Show originals/u }).click();
  await tom.page.keyboard.press("Escape");
  await expect(lineShowing(tom, "The house is big.")).toContainText("La casa es grande.");
  await expect(lineShowing(tom, "The white dog eats.")).toContainText("El perro blanco come.");
  await lineShowing(tom, "The house is big.")
    .getByRole("button", { name: /Hide original/u })
    .click();
  await expect(lineShowing(tom, "The house is big.")).not.toContainText("La casa es grande.");
  await expect(lineShowing(tom, "The white dog eats.")).toContainText("El perro blanco come.");
});

test("a line goes on to another meeting, once, and arrives there as forwarded", async ({ person }) => {
  const tom = await person({ locale: "en" });
  const first = await openMeeting(tom);
  await comeIn(tom, first, TOM);
  await tom.page.getByRole("button", { name: "Leave" }).click();
  await openMeeting(tom);
  await enter(tom);
  await openChat(tom);
  await write(tom, "I have the map.");
  await doWith(tom, "I have the map.", "lines.forward");
  const dialog = tom.page.getByRole("dialog", { name: "Forward to a meeting" });
  await dialog.getByRole("button", { name: /^Forward: / }).click();
  await expect(dialog.getByText(/^Forwarded to /u)).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Forward: / })).toHaveCount(0);
  await tom.page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(field(tom)).toBeVisible();
  await tom.page.goto(first);
  await enter(tom);
  await openChat(tom);
  await expect(lineShowing(tom, "I have the map.")).toHaveCount(1);
  await expect(lineShowing(tom, "I have the map.")).toContainText("Forwarded");
});

test("what is being written outlasts a reload: the line, what it answers, and other words for a sent one", async ({
  person,
}) => {
  const { ines, tom } = await inesAndTom(person);
  await write(ines, "La casa es grande.");
  await doWith(tom, "The house is big.", "chat.reply");
  await field(tom).fill("I have");
  await tom.page.reload();
  await enter(tom);
  await openChat(tom);
  await expect(field(tom)).toHaveValue("I have");
  await expect(tom.page.getByText("Reply to Inés")).toBeVisible();
  await field(tom).fill("I have the map.");
  await field(tom).press("Enter");
  await expect(lineShowing(ines, "Tengo el mapa.").getByRole("button", { name: "La casa es grande." })).toBeVisible();

  await field(tom).press("ArrowUp");
  await expect(tom.page.getByText("Change your line")).toBeVisible();
  await field(tom).fill("I have the new map.");
  await tom.page.reload();
  await enter(tom);
  await openChat(tom);
  await expect(field(tom)).toHaveValue("I have the new map.");
  await expect(tom.page.getByText("Change your line")).toBeVisible();
  await field(tom).press("Escape");
  await expect(field(tom)).toHaveValue("");
  await expect(tom.page.getByText("Change your line")).toBeHidden();
  await expect(field(tom)).toBeVisible();
});

test("who comes late has all that was written, in their own language, as it stands now", async ({ person }) => {
  const { ines, tom, link } = await inesAndTom(person);
  await write(ines, "La casa es grande.");
  await write(ines, "El perro blanco come.");
  await expect(lineShowing(tom, "The white dog eats.")).toHaveCount(1);
  await doWith(ines, "El perro blanco come.", "lines.delete");
  await ines.page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
  await doWith(tom, "The house is big.", "chat.react");
  await tom.page.getByRole("button", { name: "🎉" }).click();

  const late = await person({ locale: "en" });
  await comeIn(late, link, { name: "Dora", speaks: "en", reads: "en" });
  await openChat(late);
  await expect(lineShowing(late, "The house is big.")).toHaveCount(1);
  await expect(lineShowing(late, "This line was deleted.")).toHaveCount(1);
  await expect(late.page.getByRole("button", { name: "🎉 from Tom Whitaker" })).toBeVisible();
});

test("a flood of 500 lines meets a clear limit, and the others write as before", async ({ app, person }) => {
  const ines = await person({ locale: "es" });
  const link = await openMeeting(ines);
  await comeIn(ines, link, INES);
  await openChat(ines);

  const { client } = await openAccount(app, "flood");
  const call = async (name: string, args: object) => {
    const { data, error } = await client.rpc(name, args);
    if (error) throw error;
    return data;
  };
  const code = link.split("/").at(-1) ?? "";
  const { meeting_id } = await call("knock", { code, display_name: "Flood", speaks: "es", reads: "es" });
  const entered = await call("enter_call", { meeting_id, peer_id: randomUUID() });
  const call_id = entered.call.id;
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      client.rpc("post_line", { id: randomUUID(), call_id, language: "es", text: `flood ${index}` }),
    ),
  );
  const refusals = new Set(answers.flatMap(({ error }) => (error ? [error.message] : [])));
  expect([...refusals]).toEqual(["request/rate-limited"]);
  const taken = answers.filter(({ error }) => error === null).length;
  expect(taken).toBeGreaterThanOrEqual(LIMITS.linesPerTenSeconds);
  expect(taken).toBeLessThan(250);

  await write(ines, "La casa es grande.");
  await expect(lineShowing(ines, "La casa es grande.")).toHaveCount(1);
  await expect(lineShowing(ines, "La casa es grande.")).not.toContainText("Enviando");
  await expect(lineShowing(ines, /flood \d/u)).toHaveCount(taken);
});

test("somebody writes faster than the limit: said once, and everything arrives in its order", async ({ person }) => {
  test.setTimeout(120_000);
  const { ines, tom } = await inesAndTom(person);
  tom.expects(/status of 429/u);
  const count = LIMITS.linesPerTenSeconds + 5;
  for (let number = 1; number <= count; number += 1) await write(tom, `${number}`);
  await expect(tom.page.getByText("That was too much in a short time.").first()).toBeVisible();
  await expect(tom.page.getByRole("log").getByText("That was too much")).toHaveCount(0);
  await expect(tom.page.getByRole("log").getByRole("alert")).toHaveCount(0);
  const numbers = ({ page }: Person) => page.getByRole("log").locator("p[lang]").allTextContents();
  const all = Array.from({ length: count }, (_, index) => `${index + 1}`);
  await expect.poll(() => numbers(ines), { timeout: 60_000 }).toEqual(all);
  await expect(tom.page.getByText("That was too much in a short time.")).toHaveCount(0);
});

test("a finger that rests on a line opens its menu", async ({ app, person }) => {
  const { ines, tom, link } = await inesAndTom(person);
  await tom.page.getByRole("button", { name: "Leave" }).click();
  await write(ines, "La casa es grande.");
  const browser = tom.context.browser();
  if (browser === null) throw new Error("this person has no browser");
  const context = await browser.newContext({
    ...{ baseURL: app.url, locale: "en", viewport: { width: 360, height: 780 }, reducedMotion: "reduce" },
    ...{ hasTouch: true, isMobile: true, permissions: ["camera", "microphone"] },
  });
  const dora = new Person(browser, context, await context.newPage());
  await comeIn(dora, link, { name: "Dora", speaks: "en", reads: "en" });
  await openChat(dora);
  const line = lineShowing(dora, "The house is big.");
  await expect(line).toHaveCount(1);
  await expect(line.getByRole("button", { name: "Reply" })).toBeHidden();
  await expect(line.getByRole("button", { name: "More" })).toBeVisible();
  const words = await line.getByText("The house is big.").boundingBox();
  if (words === null) throw new Error("the words are not shown");
  const point = { x: words.x + 10, y: words.y + 10 };
  const devtools = await context.newCDPSession(dora.page);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await expect(dora.page.getByRole("menuitem", { name: "Reply" })).toBeVisible();
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(dora.page.getByRole("menuitem", { name: "Reply" })).toBeVisible();
  await dora.page.getByRole("menuitem", { name: "React" }).tap();
  await dora.page.getByRole("button", { name: "👍" }).tap();
  await expect(ines.page.getByRole("button", { name: "👍 de Dora" })).toBeVisible();
  expect(dora.complaints()).toEqual([]);
});

test("a meeting that keeps nothing: lines arrive, can be answered, and are gone after a reload", async ({
  app,
  person,
}) => {
  const { client } = await openAccount(app, "nothing");
  const { data, error } = await client.rpc("create_meeting", { id: randomUUID(), keep: "nothing" });
  if (error) throw error;
  const link = `${app.url}/m/${data.code}`;
  const [tom, dora] = [await person({ locale: "en" }), await person({ locale: "en" })];
  await comeIn(tom, link, TOM);
  await comeIn(dora, link, { name: "Dora", speaks: "en", reads: "en" });
  await openChat(tom);
  await openChat(dora);
  await write(tom, "I have the map.");
  await expect(lineShowing(dora, "I have the map.")).toHaveCount(1);
  await lineShowing(dora, "I have the map.").getByRole("button", { name: "More" }).press("Enter");
  await expect(dora.page.getByRole("menuitem")).toHaveText(["Reply", "Copy"]);
  await dora.page.getByRole("menuitem", { name: "Reply" }).click();
  await field(dora).fill("Good.");
  await field(dora).press("Enter");
  await expect(lineShowing(tom, "Good.").getByRole("button", { name: "I have the map." })).toBeVisible();
  await dora.page.reload();
  await enter(dora);
  await openChat(dora);
  await expect(dora.page.getByText("Nothing is written yet")).toBeVisible();
});

test("without a network a menu that was never open does not come, and the call goes on; later it does", async ({
  person,
}) => {
  const tom = await person({ locale: "en" });
  tom.expects(/ERR_INTERNET_DISCONNECTED|Failed to fetch/u);
  await comeIn(tom, await openMeeting(tom), TOM);
  await openChat(tom);
  await write(tom, "I have the map.");
  await expect(lineShowing(tom, "I have the map.")).not.toContainText("Sending");
  await tom.context.setOffline(true);
  const more = lineShowing(tom, "I have the map.").getByRole("button", { name: "More" });
  await more.press("Enter");
  await expect(tom.page.getByText("You are offline.").first()).toBeVisible();
  await write(tom, "Kept.");
  await expect(lineShowing(tom, "Kept.")).toHaveCount(1);
  await tom.context.setOffline(false);
  await more.press("Enter");
  await expect(tom.page.getByRole("menuitem", { name: "Reply" })).toBeVisible();
  await tom.page.keyboard.press("Escape");
  await expect(lineShowing(tom, "Kept.")).not.toContainText("Not sent yet");
});

/** The chat between people with two languages: the actions on a line, and their effect for the others. */
import { LIMITS } from "../../supabase/functions/_shared/contracts/limits.ts";
import { expectAccessible } from "../support/axe.ts";
import { composerField, INES, joinInesAndTom, joinWithChat, NARROW, TOM } from "../support/chat.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { expect, test } from "../support/test.ts";
import {
  chooseLineAction,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  sendMessage,
  text,
} from "../support/userActions.ts";

test("replies, reactions, edits and deletions are translated", async ({ person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  await sendMessage(ines, "La casa es grande.");
  await expect(lineWithText(tom, "The house is big.")).toHaveCount(1);

  await test.step("a reply quotes the translated line and links to it", async () => {
    await chooseLineAction(tom, "The house is big.", "chat.reply");
    await expect(tom.page.getByText("Reply to Inés")).toBeVisible();
    await expect(composerField(tom)).toBeFocused();
    await tom.page.keyboard.type("I have the map.");
    await tom.page.keyboard.press("Enter");
    const reply = lineWithText(ines, "Tengo el mapa.");
    await expect(reply.getByRole("button", { name: "La casa es grande." })).toBeVisible();
    await lineWithText(tom, "I have the map.").getByRole("button", { name: "The house is big." }).click();
    await expect(lineWithText(tom, "The house is big.").first()).toBeFocused();
  });

  await test.step("a reaction names its people and toggles off", async () => {
    await chooseLineAction(tom, /^(?!.*map).*The house is big\./u, "chat.react");
    await tom.page.getByRole("button", { name: "👏" }).press("Enter");
    await expect(ines.page.getByRole("button", { name: "👏 de Tom Whitaker" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    const own = tom.page.getByRole("button", { name: "👏 from You" });
    await expect(own).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(tom.page, "marks");
    await ines.page.getByRole("button", { name: "👏 de Tom Whitaker" }).click();
    await expect(tom.page.getByRole("button", { name: "👏 from You and Inés" })).toHaveText(/2/u);
    await tom.page.getByRole("button", { name: "👏 from You and Inés" }).click();
    await expect(ines.page.getByRole("button", { name: "👏 de Tú" })).toHaveText(/1/u);
  });

  await test.step("an edit is retranslated; a too long edit stays unsent", async () => {
    await chooseLineAction(tom, "I have the map.", "lines.edit");
    await expect(composerField(tom)).toHaveValue("I have the map.");
    const long = "x".repeat(LIMITS.message.max + 1);
    await composerField(tom).fill(long);
    await composerField(tom).press("Enter");
    await expect(tom.page.getByText("1 character too many.")).toBeVisible();
    await expect(composerField(tom)).toHaveValue(long);
    await composerField(tom).fill("I have the new map.");
    await composerField(tom).press("Enter");
    await expect(lineWithText(ines, "Tengo el mapa nuevo.")).toContainText("editada");
    await expect(lineWithText(ines, "Tengo el mapa.")).toHaveCount(0);
    await expect(lineWithText(tom, "I have the new map.")).toContainText("edited");
  });

  await test.step("a confirmed delete removes the line for both", async () => {
    await chooseLineAction(tom, "I have the new map.", "lines.delete");
    const question = tom.page.getByRole("alertdialog");
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await tom.page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(lineWithText(tom, "I have the new map.")).toHaveCount(1);
    await chooseLineAction(tom, "I have the new map.", "lines.delete");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(lineWithText(ines, await text(ines.page, "chat.deleted"))).toHaveCount(1);
    await expect(lineWithText(ines, "mapa")).toHaveCount(0);
    await expect(lineWithText(tom, "map")).toHaveCount(0);
  });

  await test.step("lines of others cannot be changed", async () => {
    await lineWithText(tom, "The house is big.").getByRole("button", { name: "More" }).press("Enter");
    await expect(tom.page.getByRole("menuitem", { name: "Reply" })).toBeVisible();
    await expect(tom.page.getByRole("menuitem", { name: "Edit" })).toHaveCount(0);
    await expect(tom.page.getByRole("menuitem", { name: "Delete" })).toHaveCount(0);
    await expectAccessible(tom.page, "menu of a line");
    await tom.page.keyboard.press("Escape");
    await expect(lineWithText(tom, "The house is big.").getByRole("button", { name: "More" })).toBeFocused();
  });
});

test("detects the typed language and lets the author correct it", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ines, tom, link } = await joinInesAndTom(person);
  const lola = await person({ locale: "es" });
  await joinWithChat(lola, link, { name: "Lola", speaks: "es", reads: "es" });
  await openChat(lola);
  const language = ines.page.getByRole("combobox", { name: "Idioma de este mensaje" });

  await test.step("English text is sent as English", async () => {
    const words = "The house is big and the dog is white.";
    await composerField(ines).fill("The house");
    await expect(language).toHaveValue("es");
    await composerField(ines).fill(words);
    await expect(language).toHaveValue("en");
    await expect(composerField(ines)).toHaveAttribute("lang", "en");
    await expect(ines.page.getByText("Este mensaje está en inglés.")).toBeAttached();
    await expectAccessible(ines.page, "the language of a line");
    await composerField(ines).press("Enter");
    await expect(language).toHaveCount(0);
    const read = lineWithText(lola, "La casa es grande y el perro es blanco.");
    await expect(read.getByRole("button", { name: "del inglés" })).toBeVisible();
    await expect(lineWithText(tom, words)).toHaveCount(1);
    await expect(lineWithText(tom, words)).not.toContainText(/from/u);
  });

  await test.step("the keyboard sets the language of one line", async () => {
    await composerField(ines).fill("Big map");
    await expect(language).toHaveValue("es");
    await composerField(ines).press("Tab");
    await ines.page.keyboard.press("Tab");
    await ines.page.keyboard.press("Tab");
    await expect(language).toBeFocused();
    // Arrow keys, because slowly typed letters each start a new search.
    const offered = await language
      .getByRole("option")
      .evaluateAll((all) => all.map((option) => Reflect.get(option, "value")));
    const way = offered.indexOf("en") - offered.indexOf("es");
    for (let press = 0; press < Math.abs(way); press += 1)
      await ines.page.keyboard.press(way < 0 ? "ArrowUp" : "ArrowDown");
    await expect(language).toHaveValue("en");
    await expect(language).toBeFocused();
    await ines.page.keyboard.press("Shift+Tab");
    await ines.page.keyboard.press("Enter");
    await expect(lineWithText(lola, "Mapa grande").getByRole("button", { name: "del inglés" })).toBeVisible();
    await composerField(ines).fill("ok");
    await expect(language).toHaveValue("es");
    await composerField(ines).fill("");
  });

  await test.step("a line's language is corrected and it is retranslated", async () => {
    await sendMessage(ines, "White dog");
    // A short line that is probably in the reader's language is not translated.
    await expect(lineWithText(tom, "White dog")).toContainText("Translate anyway");
    await chooseLineAction(ines, "White dog", "lines.edit");
    await expect(language).toHaveValue("es");
    await language.selectOption("en");
    await composerField(ines).press("Enter");
    await expect(lineWithText(lola, "Perro blanco").getByRole("button", { name: "del inglés" })).toBeVisible();
    await expect(lineWithText(tom, "White dog")).not.toContainText("Translate anyway");
  });

  await test.step("an edit draft survives a reply to another line", async () => {
    await chooseLineAction(ines, "White dog", "lines.edit");
    await composerField(ines).fill("White dog and cat");
    await chooseLineAction(ines, "Big map", "chat.reply");
    await composerField(ines).fill("Sí");
    await composerField(ines).press("Enter");
    await chooseLineAction(ines, "White dog", "lines.edit");
    await expect(composerField(ines)).toHaveValue("White dog and cat");
    await composerField(ines).press("Escape");
  });
});

test("a mention in a closed chat raises its badge", async ({ person }) => {
  const ines = await person({ locale: "es", colorScheme: "dark" });
  const link = await openMeeting(ines);
  await joinWithChat(ines, link, INES);
  const tom = await person({ locale: "en", viewport: NARROW });
  await joinWithChat(tom, link, TOM);
  await openChat(ines);
  await openChat(tom);
  await sendMessage(ines, "El perro blanco come.");
  await expect(lineWithText(tom, "The white dog eats.")).toHaveCount(1);

  await composerField(ines).pressSequentially("Hola @to");
  // The message replaces the reader list and stays for screen readers. The field does not move.
  const readsThis = tom.page.getByText("Read in Español");
  await expect(tom.page.getByText("Inés is typing")).toBeVisible();
  await expect(readsThis).toHaveCSS("opacity", "0");
  const places = [await readsThis.boundingBox(), await tom.page.getByText("Inés is typing").boundingBox()];
  expect(places[0]?.y).toBe(places[1]?.y);
  await expect(composerField(tom)).toHaveAccessibleDescription("Read in Español");
  await expect(ines.page.getByRole("option", { name: "Tom Whitaker" })).toBeVisible();
  await expectAccessible(ines.page, "people to mention");
  await tom.page.getByRole("button", { name: "Close" }).click();
  await composerField(ines).press("Enter");
  await expect(composerField(ines)).toHaveValue("Hola @Tom ");
  await composerField(ines).press("Enter");

  const chat = tom.page.getByRole("button", { name: /^Chat/u });
  await expect(chat).toHaveAccessibleName(/1/u);
  await openChat(tom);
  const line = lineWithText(tom, "@Tom");
  await expect(line).toContainText("Mentions you");
  await expect(line.getByText("New", { exact: true })).toBeVisible();
  await expect(tom.page.getByText("New", { exact: true })).toHaveCount(1);
  await expect(tom.page.getByText("Inés is typing")).toBeHidden();
  await expect(readsThis).toHaveCSS("opacity", "1");

  await test.step("a muted chat shows no count, also after a reload", async () => {
    await tom.page.getByRole("button", { name: "Chat settings" }).click();
    await tom.page.getByRole("menuitemcheckbox", { name: /^Mute this chat/u }).click();
    await tom.page.keyboard.press("Escape");
    await expect(tom.page.getByText("Muted", { exact: true })).toBeVisible();
    await tom.page.getByRole("button", { name: "Close" }).click();
    await sendMessage(ines, "La casa es grande.");
    // The line has arrived unread and is not counted.
    await expect(tom.page.getByRole("log", { includeHidden: true })).toContainText("The house is big.");
    await expect(chat).not.toHaveAccessibleName(/\d/u);
    await tom.page.reload();
    await joinCall(tom);
    await openChat(tom);
    await expect(tom.page.getByText("Muted", { exact: true })).toBeVisible();
  });
});

test("joining and typing warm up translation", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ines = await person({ locale: "es" });
  const tom = await person({ locale: "en" });
  const start = ({ page }: typeof ines) =>
    page.waitForResponse(
      (response) =>
        response.request().method() === "POST" &&
        response.url().endsWith("/functions/v1/translate") &&
        response.request().postDataJSON().lines.length === 0,
    );
  const link = await openMeeting(ines);
  await joinWithChat(ines, link, INES);
  const [onJoin, onTyping] = [start(tom), start(ines)];
  await joinWithChat(tom, link, TOM);
  expect(await (await onJoin).json()).toEqual({ results: [] });
  await openChat(ines);
  // Inés was alone when she joined. On a slow machine her page warms up only after Tom has joined, and typing does not repeat it.
  await composerField(ines).press("L");
  expect(await (await onTyping).json()).toEqual({ results: [] });
});

test("a translation is reported, remade and hidden by one switch", async ({ app, person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  await sendMessage(ines, "La casa es grande.");
  await sendMessage(ines, "El perro blanco come.");
  await expect(lineWithText(tom, "The white dog eats.")).toHaveCount(1);
  await chooseLineAction(tom, "The house is big.", "lines.wrong");
  await expect(lineWithText(tom, "Translation reported.")).toHaveCount(1);
  const before = app.engine.requestCount;
  await chooseLineAction(tom, "The house is big.", "lines.again");
  await expect(lineWithText(tom, "Translated again.")).toHaveCount(1);
  await expect.poll(() => app.engine.requestCount).toBe(before + 1);

  await tom.page.getByRole("button", { name: "Chat settings" }).click();
  await tom.page.getByRole("menuitemcheckbox", { name: /^Show originals/u }).click();
  await tom.page.keyboard.press("Escape");
  await expect(lineWithText(tom, "The house is big.")).toContainText("La casa es grande.");
  await expect(lineWithText(tom, "The white dog eats.")).toContainText("El perro blanco come.");
  await lineWithText(tom, "The house is big.")
    .getByRole("button", { name: /Hide original/u })
    .click();
  await expect(lineWithText(tom, "The house is big.")).not.toContainText("La casa es grande.");
  await expect(lineWithText(tom, "The white dog eats.")).toContainText("El perro blanco come.");
});

test("forwards a line to another meeting once", async ({ person }) => {
  const tom = await person({ locale: "en" });
  const first = await openMeeting(tom);
  await joinWithChat(tom, first, TOM);
  await tom.page.getByRole("button", { name: "Leave" }).click();
  await openMeeting(tom);
  await joinCall(tom);
  await openChat(tom);
  await sendMessage(tom, "I have the map.");
  await chooseLineAction(tom, "I have the map.", "lines.forward");
  const dialog = tom.page.getByRole("dialog", { name: "Forward to a meeting" });
  await dialog.getByRole("button", { name: /^Forward: / }).click();
  await expect(dialog.getByText(/^Forwarded to /u)).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Forward: / })).toHaveCount(0);
  await tom.page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(composerField(tom)).toBeVisible();
  await tom.page.goto(first);
  await joinCall(tom);
  await openChat(tom);
  await expect(lineWithText(tom, "I have the map.")).toHaveCount(1);
  await expect(lineWithText(tom, "I have the map.")).toContainText("Forwarded");
});

test("a long press opens the line menu", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ines, tom, link } = await joinInesAndTom(person);
  await tom.page.getByRole("button", { name: "Leave" }).click();
  await sendMessage(ines, "La casa es grande.");
  const dora = await person({ locale: "en", viewport: { width: 360, height: 780 }, touch: true });
  await joinWithChat(dora, link, { name: "Dora", speaks: "en", reads: "en" });
  await openChat(dora);
  const line = lineWithText(dora, "The house is big.");
  await expect(line).toHaveCount(1);
  await expect(line.getByRole("button", { name: "Reply" })).toBeHidden();
  await expect(line.getByRole("button", { name: "More" })).toBeVisible();
  const words = await line.getByText("The house is big.").boundingBox();
  if (words === null) throw new Error("the words are not shown");
  const point = { x: words.x + 10, y: words.y + 10 };
  const devtools = await dora.context.newCDPSession(dora.page);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await expect(dora.page.getByRole("menuitem", { name: "Reply" })).toBeVisible();
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(dora.page.getByRole("menuitem", { name: "Reply" })).toBeVisible();
  await dora.page.getByRole("menuitem", { name: "React" }).tap();
  await dora.page.getByRole("button", { name: "👍" }).tap();
  await expect(ines.page.getByRole("button", { name: "👍 de Dora" })).toBeVisible();
});

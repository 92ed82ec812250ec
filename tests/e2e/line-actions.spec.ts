/** Actions on lines in the call: corrections by anyone, marks by key, and caption sources. */
import { randomUUID } from "node:crypto";
import { openAccount, signIn } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { INES, joinInesAndTom, joinWithChat, TOM } from "../support/chat.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import {
  chooseLineAction,
  chooseMoreItem,
  lineWithText,
  openCaptionOptions,
  openChat,
  sendMessage,
  text,
} from "../support/userActions.ts";

/** Shortcuts work only while no text field has focus. */
const leaveTheField = ({ page }: Person) => page.getByRole("log", { name: /^(Messages|Mensajes)$/u }).focus();

const correction = ({ page }: Person) =>
  page.getByRole("textbox", { name: /^(Correct this line|Corregir esta línea)/u });

const toggleCaptions = ({ page }: Person) =>
  page.getByRole("region", { name: "Call controls" }).getByRole("button", { name: "Captions", exact: true });

test("suggests a correction by keyboard, which the author accepts", async ({ app, person }) => {
  const account = await openAccount(app, "ines");
  const { data } = await account.client.rpc("create_meeting", { p_meeting_id: randomUUID(), p_title: "Spring trip" });
  const ines = await person({ locale: "es" });
  await signIn(ines.page, account);
  const link = `${app.url}/m/${data.code}`;
  await joinWithChat(ines, link, INES);
  const tom = await person({ locale: "en" });
  await joinWithChat(tom, link, TOM);
  await openChat(ines);
  await openChat(tom);
  await sendMessage(ines, "La casa es azul.");
  await expect(lineWithText(tom, "The house is blue.")).toHaveCount(1);

  await lineWithText(tom, "The house is blue.").getByRole("button", { name: "More" }).press("Enter");
  const menu = tom.page.getByRole("menu");
  await expect(menu).toBeFocused();
  await tom.page.keyboard.type("sug");
  await expect(menu.locator("[data-highlighted]")).toHaveText("Suggest a correction");
  await tom.page.keyboard.press("Enter");
  await expect(correction(tom)).toBeFocused();
  await tom.page.keyboard.press("Control+a");
  await tom.page.keyboard.type("La casa es grande.");
  await expectAccessible(tom.page, "a correction in the chat");
  await tom.page.keyboard.press("Enter");

  await expect(lineWithText(tom, "The house is blue.")).toContainText("Your suggestion. The author decides.");
  const own = lineWithText(ines, "La casa es azul.");
  await own.getByRole("button", { name: "1 sugerencia para tu mensaje" }).click();
  await expect(own).toContainText("Tom Whitaker sugiere");
  await expectAccessible(ines.page, "a suggestion in the chat");
  await own.getByRole("button", { name: "Aceptar" }).click();
  await expect(lineWithText(ines, "La casa es grande.")).toHaveCount(1);
  await expect(lineWithText(ines, "La casa es azul.")).toHaveCount(0);

  const line = lineWithText(tom, "The house is big.");
  await line.getByRole("button", { name: "Earlier versions" }).press("Enter");
  await expect(line.getByRole("listitem").filter({ hasText: "La casa es azul." })).toContainText("Inés");
  // Escape closes the form at the line but not the chat, and the focus returns to the line's menu.
  await tom.page.keyboard.press("Escape");
  await expect(line.getByRole("button", { name: "Earlier versions" })).toHaveCount(0);
  await expect(line.getByRole("button", { name: "More" })).toBeFocused();
});

test("a rejected correction keeps its text", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  await sendMessage(ines, "La casa es azul.");
  await expect(lineWithText(tom, "The house is blue.")).toHaveCount(1);
  await chooseLineAction(tom, "The house is blue.", "transcript.propose");
  const field = correction(tom);
  await field.fill("  ");
  await field.press("Enter");
  await expect(tom.page.getByRole("alert")).toContainText("A line cannot be empty.");
  await field.fill("x".repeat(4001));
  await field.press("Enter");
  await expect(tom.page.getByRole("alert")).toContainText("1 character too many.");
  await expect(field).toHaveValue("x".repeat(4001));

  await field.fill("La casa es vieja.");
  await chooseLineAction(ines, "La casa es azul.", "lines.edit");
  const edited = ines.page.getByRole("textbox", { name: await text(ines.page, "chat.message") });
  await edited.fill("La casa es grande.");
  await edited.press("Enter");
  const form = tom.page.locator("form").filter({ has: field });
  await expect(form).toContainText("Inés changed this line while you were typing.");
  await expect(form).toContainText("La casa es grande.");
  await expect(field).toHaveValue("La casa es vieja.");
  await field.press("Enter");
  await expect(lineWithText(ines, "La casa es grande.")).toContainText("1 sugerencia para tu mensaje");
  await expect(form).toHaveCount(0);

  await tom.page
    .getByRole("group", { name: "Mark or correct" })
    .getByRole("button", { name: "Suggest a correction" })
    .click();
  await field.fill("La casa es de Tom.");
  await chooseLineAction(ines, "La casa es grande.", "lines.delete");
  await ines.page.getByRole("alertdialog").getByRole("button", { name: "Eliminar", exact: true }).click();
  await expect(lineWithText(tom, "Message deleted")).toHaveCount(1);
  tom.allowConsoleError(/status of 40[04]/u);
  await field.press("Enter");
  await expect(form.getByRole("alert")).toContainText("This message no longer exists.");
  await expect(field).toHaveValue("La casa es de Tom.");
});

test("single keys mark and unmark lines", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  await leaveTheField(tom);
  await tom.page.keyboard.press("d");
  await expect(tom.page.getByText("There is nothing to mark yet.")).toBeVisible();
  await sendMessage(ines, "La casa es grande.");
  await sendMessage(ines, "El gato es negro.");
  const house = lineWithText(tom, "The house is big.");
  const cat = lineWithText(tom, "The cat is black.");
  await expect(cat).toHaveCount(1);
  await expect(house).toHaveCount(1);

  await tom.page.keyboard.press("d");
  await expect(cat).toContainText("Decision");
  await expect(lineWithText(ines, "El gato es negro.")).toContainText("Decisión");
  await expect(house).not.toContainText("Decision");

  await house.getByRole("button", { name: "More" }).focus();
  await tom.page.keyboard.press("k");
  const ownerDialog = tom.page.getByRole("dialog", { name: "Owner of the task" });
  await expect(ownerDialog).toContainText("The house is big.");
  await expectAccessible(tom.page, "whose task it is");
  await expect(ownerDialog.getByRole("button", { name: "Inés" })).toBeFocused();
  await tom.page.keyboard.press("Enter");
  await expect(ownerDialog).toBeHidden();
  await expect(lineWithText(ines, "La casa es grande.")).toContainText("Tarea, Inés");
  await expect(house).toContainText("Task, Inés");
  await expectAccessible(tom.page, "marked lines");

  // The focus is back at the line: the same key removes the mark, and the toast restores it.
  await expect(house.getByRole("button", { name: "More" })).toBeFocused();
  await tom.page.keyboard.press("k");
  await expect(lineWithText(ines, "La casa es grande.")).not.toContainText("Tarea");
  const gone = tom.page.getByRole("status").filter({ hasText: "Mark removed" });
  await gone.getByRole("button", { name: "Undo" }).click();
  await expect(lineWithText(ines, "La casa es grande.")).toContainText("Tarea, Inés");

  // In the text field the key types a letter.
  await sendMessage(tom, "dkq");
  await expect(lineWithText(ines, "dkq")).toHaveCount(1);

  // Any participant can do the same from the menu.
  await chooseLineAction(ines, "El gato es negro.", "lines.mark");
  const tools = ines.page.getByRole("group", { name: "Marcar o corregir" });
  await expect(tools.getByRole("button", { name: "Decisión" })).toBeFocused();
  await tools.getByRole("button", { name: "Pregunta" }).click();
  await expect(cat).toContainText("Question");
  await expect(cat).not.toContainText("Decision");
});

test("typed captions are corrected in the log", async ({ person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  await openCaptionOptions(ines);
  await ines.page
    .getByRole("combobox", { name: "Alguien escribe mis subtítulos" })
    .selectOption({ label: "Tom Whitaker" });
  await ines.page.keyboard.press("Escape");
  const typing = tom.page.getByRole("textbox", { name: "Type captions for Inés" });
  await typing.fill("La casa es azul.");
  await typing.press("Enter");
  await expect(ines.page.locator(".call-captions")).toContainText("La casa es azul.");

  await tom.page.getByRole("button", { name: "People" }).click();
  const people = tom.page.getByRole("complementary", { name: "People" });
  await expect(people.getByRole("listitem").filter({ hasText: "Inés" })).toContainText(
    "Captions are typed by Tom Whitaker.",
  );
  await expect(people.getByRole("listitem").filter({ hasText: "(you)" })).toContainText("No captions for this voice.");
  await expectAccessible(tom.page, "who is heard by what");

  await expect(toggleCaptions(tom)).toHaveAttribute("aria-pressed", "true");
  await toggleCaptions(tom).click();
  await expect(toggleCaptions(tom)).toHaveAttribute("aria-pressed", "false");
  await expect(tom.page.locator(".call-captions")).not.toContainText("house");

  await chooseMoreItem(tom, "more.captionHistory");
  const sentCaptions = tom.page.getByRole("log", { name: "Caption history" }).getByRole("listitem");
  await sentCaptions
    .filter({ hasText: "The house is blue." })
    .getByRole("button", { name: "Mark or correct" })
    .press("Enter");
  await sentCaptions.getByRole("button", { name: "Correct", exact: true }).press("Enter");
  await correction(tom).fill("La casa es grande.");
  await expectAccessible(tom.page, "the log with a correction");
  // Escape closes the form only.
  await correction(tom).press("Escape");
  await expect(correction(tom)).toHaveCount(0);
  await sentCaptions.getByRole("button", { name: "Correct", exact: true }).press("Enter");
  await correction(tom).fill("La casa es grande.");
  await correction(tom).press("Enter");
  await expect(sentCaptions).toContainText(["The house is big."]);
  await expect(sentCaptions).toContainText(["Corrected by Tom Whitaker"]);
  await sentCaptions.getByRole("button", { name: "Question" }).press("Enter");

  await chooseMoreItem(ines, "more.captionHistory");
  const receivedCaptions = ines.page.getByRole("log", { name: "Historial de subtítulos" }).getByRole("listitem");
  await expect(receivedCaptions).toContainText(["La casa es grande."]);
  await expect(receivedCaptions).toContainText(["Corrección de Tom Whitaker"]);
  await expect(receivedCaptions).toContainText(["Pregunta"]);
});

/** Faults during a conversation: people see a message, no line is lost or duplicated, and everything recovers. */
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import { fillPreJoin, joinCall, lineWithText, openChat, openMeeting, sendMessage } from "../support/userActions.ts";

interface Tom {
  reads?: string;
  /** Runs in his browser before each page. */
  browser?: () => void;
}

async function inesAndTom(
  person: (options: { locale: "en" | "es" }) => Promise<Person>,
  { reads = "en", browser = () => {} }: Tom = {},
) {
  const ines = await person({ locale: "es" });
  const link = await openMeeting(ines);
  await fillPreJoin(ines, { name: "Inés", speaks: "es", reads: "es" });
  await joinCall(ines);
  const tom = await person({ locale: "en" });
  await tom.page.addInitScript(browser);
  await tom.page.goto(link);
  await fillPreJoin(tom, { name: "Tom", speaks: "en", reads });
  await joinCall(tom);
  await openChat(ines);
  await openChat(tom);
  return { ines, tom };
}

test("a failing engine shows originals with reasons and recovers", async ({ app, person }) => {
  const { ines, tom } = await inesAndTom(person);
  const reason = "in Spanish, translation is unavailable right now";
  for (const [fault, line] of [
    ["slow", "Los niños leen el libro."],
    ["html", "El perro blanco come."],
    ["down", "La casa es grande."],
  ] as const) {
    app.engine.fault = fault;
    await sendMessage(ines, line);
    const shown = lineWithText(tom, line);
    await expect(shown).toContainText(reason, { timeout: 20_000 });
    await expect(shown).toHaveCount(1);
  }
  app.engine.fault = "none";
  // The engine is skipped for a while after failures. The first line that it translates again brings the others along.
  await expect(async () => {
    await sendMessage(ines, "Mi amigo tiene un coche rojo.");
    await expect(lineWithText(tom, "My fellow has a red car.").first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  for (const line of ["The boys read the book.", "The white dog eats.", "The house is big."])
    await expect(lineWithText(tom, line)).toHaveCount(1);
});

test("an unsupported pair falls back to the browser's translator", async ({ person }) => {
  const without = await inesAndTom(person, { reads: "de" });
  await sendMessage(without.ines, "La puerta es blanca.");
  await expect(lineWithText(without.tom, "La puerta es blanca.")).toContainText("cannot be translated yet");

  const withOne = await inesAndTom(person, {
    reads: "de",
    // Debian's Chromium has the API without a model.
    browser: () =>
      Reflect.set(window, "Translator", {
        availability: () => Promise.resolve("available"),
        create: () => Promise.resolve({ translate: (text: string) => Promise.resolve(`(hier übersetzt) ${text}`) }),
      }),
  });
  await sendMessage(withOne.ines, "La puerta es blanca.");
  const shown = lineWithText(withOne.tom, "(hier übersetzt) La puerta es blanca.");
  await expect(shown).toContainText("from Spanish, on this device");
});

test("an offline line waits and arrives once", async ({ person }) => {
  const { ines, tom } = await inesAndTom(person);
  ines.allowConsoleError(/ERR_INTERNET_DISCONNECTED|WebSocket/u);
  await ines.context.setOffline(true);
  await sendMessage(ines, "Los niños leen el libro.");
  await expect(lineWithText(ines, "Los niños leen el libro.")).toContainText("Aún sin enviar");
  await expect(ines.page.getByText("No tienes conexión.").first()).toBeVisible();
  await ines.context.setOffline(false);
  await expect(lineWithText(tom, "The boys read the book.")).toHaveCount(1);
  await expect(lineWithText(ines, "Los niños leen el libro.")).toHaveCount(1);
  await expect(lineWithText(ines, "Los niños leen el libro.")).not.toContainText("sin enviar");
});

test("leaving is visible at once and reversible", async ({ person }) => {
  const { ines, tom } = await inesAndTom(person);
  const people = ines.page.getByLabel("Personas en la llamada");
  await expect(people.getByText("Tom", { exact: true })).toBeVisible();
  await tom.page.getByRole("button", { name: "Leave" }).click();
  await expect(people.getByText("Tom", { exact: true })).toHaveCount(0);
  await tom.page.getByRole("button", { name: "Rejoin" }).click();
  await expect(people.getByText("Tom", { exact: true })).toBeVisible();
});

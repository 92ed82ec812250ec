/** "Did everybody get it?": in the call, in the recap, on the home page and by the link of an email. */

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Email } from "../../local/inbox/email.ts";
import { openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { callRpc, createCallFixture, readAs, translate, withAdminSql } from "../support/callFixture.ts";
import { INES, joinWithChat } from "../support/chat.ts";
import { emailsTo } from "../support/emails.ts";
import { sendQueuedEmails } from "../support/jobs.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import type { Person } from "../support/people.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { chooseLineAction, lineWithText, sendMessage } from "../support/userActions.ts";

const TOM = { name: "Tom", speaks: "en", reads: "en" };
const LUC = { name: "Luc", speaks: "fr", reads: "fr" };

/** The panel of confirmations beside the stage. */
const panel = ({ page }: Person, name = "Did everybody get it?") => page.getByRole("complementary", { name });
const reading = (page: Page, language: string, words: RegExp | string) =>
  page.locator(`[lang=${language}]`).filter({ hasText: words }).first();

/** Three people with accounts in a call, who speak and read Spanish, English and French. */
async function threeInCall(app: App, person: (options: { locale: "en" | "es" }) => Promise<Person>) {
  const accounts = {
    ines: await openAccount(app, "ines"),
    tom: await openAccount(app, "tom"),
    luc: await openAccount(app, "luc"),
  };
  const meeting = await callRpc<{ meeting_id: string; code: string }>(accounts.ines.client, "create_meeting", {
    ...{ p_meeting_id: randomUUID(), p_title: "Spring trip" },
  });
  const link = `${app.url}/m/${meeting.code}`;
  const enter = async (locale: "en" | "es", account: keyof typeof accounts, choices: typeof LUC) => {
    const someone = await person({ locale });
    await signIn(someone.page, accounts[account]);
    await joinWithChat(someone, link, choices);
    return someone;
  };
  const ines = await enter("es", "ines", INES);
  const tom = await enter("en", "tom", TOM);
  const luc = await enter("en", "luc", LUC);
  return { accounts, meetingId: meeting.meeting_id, ines, tom, luc };
}

test("a decision is questioned, corrected and confirmed in three languages", async ({ app, person }) => {
  test.slow();
  const { accounts, meetingId, ines, tom, luc } = await threeInCall(app, person);
  await sendMessage(ines, "La casa es azul.");
  await expect(lineWithText(tom, "The house is blue.")).toHaveCount(1);

  await test.step("Inés puts her decision to everybody", async () => {
    await chooseLineAction(ines, "La casa es azul.", "lines.mark");
    const tools = ines.page.getByRole("group", { name: "Marcar o corregir" });
    await tools.getByRole("button", { name: "Decisión" }).click();
    await tools.getByRole("button", { name: "¿Lo entendieron todos?" }).click();
    await expect(panel(ines, "¿Lo entendieron todos?").getByText("Sin respuesta")).toHaveCount(2);
    await expect(reading(ines.page, "en", "The house is blue.")).toBeVisible();
    await expectAccessible(ines.page, "the confirmations of a call");
  });

  await test.step("Tom confirms it in English", async () => {
    await tom.page.getByRole("button", { name: "Answer", exact: true }).click();
    await expect(panel(tom)).toContainText("Inés asks whether you understood it the same way");
    await expect(panel(tom)).toContainText("The house is blue.");
    await expect(panel(tom)).toContainText("La casa es azul.");
    await panel(tom).getByRole("button", { name: "Understood" }).click();
    await expect(panel(tom).getByRole("button", { name: "Change answer" })).toBeVisible();
    await expect(panel(ines, "¿Lo entendieron todos?").getByText("Entendido").first()).toBeVisible();
  });

  await test.step("Luc asks in French, and Inés reads it in Spanish", async () => {
    await luc.page.getByRole("button", { name: "Answer", exact: true }).click();
    await panel(luc).getByRole("button", { name: "Unclear" }).click();
    await panel(luc).getByRole("textbox", { name: "Your question, in French" }).fill("La maison est grande ?");
    await panel(luc).getByRole("button", { name: "Send question" }).click();
    const question = panel(ines, "¿Lo entendieron todos?");
    await expect(question).toContainText("No está claro");
    await expect(reading(ines.page, "es", /casa es grande/iu)).toBeVisible();
  });

  await test.step("Inés puts it right, which asks everybody again", async () => {
    await panel(ines, "¿Lo entendieron todos?").getByRole("button", { name: "Cambiar el texto y preguntar" }).click();
    const field = ines.page.getByRole("textbox", { name: /^Texto nuevo/u });
    await expect(field).toHaveValue("La casa es azul.");
    await field.fill("La casa es grande y azul.");
    await ines.page.getByRole("button", { name: "Cambiar el texto y preguntar" }).click();
    await expect(panel(tom)).toContainText("The wording has changed.");
    await expect(panel(luc)).toContainText("The wording has changed.");
    await expect(reading(tom.page, "en", /house is big and blue/iu)).toBeVisible();
  });

  await test.step("everybody confirms it", async () => {
    await panel(tom).getByRole("button", { name: "Understood" }).click();
    await panel(luc).getByRole("button", { name: "Understood" }).click();
    await expect(panel(ines, "¿Lo entendieron todos?").getByText("Entendido")).toHaveCount(3);
  });

  const [call] = await callRpc<{ calls: { id: string }[] }>(accounts.ines.client, "meeting_page", {
    p_meeting_id: meetingId,
  }).then(({ calls }) => calls);
  const recap = `/meetings/${meetingId}/calls/${call?.id}/recap`;
  for (const [someone, language, words, answer] of [
    [ines, "es", "La casa es grande y azul.", "Entendido"],
    [tom, "en", /house is big and blue/iu, "Understood"],
    [luc, "fr", /maison/iu, "Understood"],
  ] as const)
    await test.step(`the recap says so in ${language}`, async () => {
      await someone.page.goto(`${recap}?language=${language}`);
      await waitForHydration(someone.page);
      const answers = someone.page.getByRole("list", { name: /^(Answers|Respuestas)$/u });
      await expect(answers.getByText(answer)).toHaveCount(3);
      await expect(reading(someone.page, language, words)).toBeVisible();
    });
  await expectAccessible(tom.page, "a recap with a confirmation");
});

/** Runs the scheduled job, and returns the newest email to an address. */
async function emailTo({ stack }: App, address: string): Promise<Email | undefined> {
  await sendQueuedEmails(stack);
  const [newest] = await emailsTo(stack, address);
  return newest;
}

/** A finished call with a decision of Inés that was put to everybody some minutes ago. */
async function askedAfterCall(app: App) {
  const scene = await createCallFixture(app);
  const { ines, callId } = scene;
  const decision = randomUUID();
  await callRpc(ines.client, "post_line", {
    ...{ p_line_id: decision, p_call_id: callId, p_language: "es", p_text: "La casa es azul." },
  });
  await translate(ines, [decision]);
  await callRpc(ines.client, "mark_line", { p_line_id: decision, p_kind: "decision" });
  await callRpc(ines.client, "ask_confirmation", { p_line_id: decision });
  await withAdminSql(app, async (sql) => {
    await sql`update public.call_peers set left_at = now(), left_reason = 'left' where call_id = ${callId}`;
    await sql`update public.calls set ended_at = now() where id = ${callId}`;
    await sql`update public.confirmations set asked_at = now() - interval '10 minutes' where call_id = ${callId}`;
  });
  return { ...scene, decision };
}

const linkOf = (email: Email | undefined, answer: string) =>
  new RegExp(`http[^"]+/confirm/[^"]+answer=${answer}`, "u").exec(email?.html ?? "")?.[0].replaceAll("&amp;", "&") ??
  "";

test("an email's link answers without sign-in, only by a button", async ({ app, person }) => {
  const { ines, tom, path, decision } = await askedAfterCall(app);
  const email = await emailTo(app, tom.email);
  expect(email?.subject).toBe("Inés asks: did you understand it the same way?");
  expect(email?.html).toContain("The house is blue.");
  expect(email?.html).toContain("La casa es azul.");

  const reader = await person({ locale: "es" });
  await readAs(reader.page, ines, `${path}/recap`);
  const answers = reader.page.getByRole("list", { name: "Respuestas" });
  await expect(answers.getByText("Sin respuesta")).toHaveCount(1);

  const visitor = await person({ locale: "en" });
  await test.step("opening the links sends nothing", async () => {
    for (const answer of ["understood", "unclear", "different"])
      expect((await visitor.page.request.get(linkOf(email, answer))).status()).toBe(200);
    await visitor.page.goto(linkOf(email, "unclear"));
    await expect(visitor.page.getByText("Said by Inés in Spanish")).toBeVisible();
    await expectAccessible(visitor.page, "the page of a link");
    await expect(answers.getByText("Sin respuesta")).toHaveCount(1);
  });
  await test.step("a question reaches the open recap", async () => {
    await visitor.page.getByRole("textbox", { name: "What is your question?" }).fill("The house is big?");
    await visitor.page.getByRole("button", { name: "Send my question" }).click();
    await expect(visitor.page.getByText("Thank you. Your answer was sent.")).toBeVisible();
    await expect(answers.getByText("No está claro")).toHaveCount(1);
    await expect(reader.page.getByText(/casa es grande/iu).first()).toBeVisible();
  });
  await test.step("a new text makes the link old", async () => {
    await callRpc(ines.client, "edit_line", { p_line_id: decision, p_text: "La casa es grande." });
    visitor.allowConsoleError(/status of 409/u);
    await visitor.page.goto(linkOf(email, "understood"));
    await expect(visitor.page.getByRole("heading", { level: 1 })).toHaveText("The text has changed since this email");
  });
  await test.step("the link still stops such emails", async () => {
    await expectAccessible(visitor.page, "the page of an old link");
    await visitor.page.getByRole("button", { name: "Stop emails like this" }).click();
    await expect(visitor.page.getByText("You get no more emails like this.")).toBeVisible();
    await withAdminSql(app, async (sql) => {
      const rows = await sql`
        select confirmation_emails as on from public.profiles join auth.users using (id) where email = ${tom.email}`;
      expect(rows.map(({ on }) => on)).toEqual([false]);
    });
  });
  await test.step("a forged link shows nothing", async () => {
    visitor.allowConsoleError(/status of 410/u);
    await visitor.page.goto(`/confirm/${"0".repeat(64)}?language=fr`);
    await expect(visitor.page.getByRole("heading", { level: 1 })).toHaveText("Ce lien ne fonctionne plus");
  });
});

test("the home page leads to what waits for an answer", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { tom } = await askedAfterCall(app);
  const { page } = await person({ locale: "en" });
  await readAs(page, tom, "/home");
  const waiting = page.getByRole("region", { name: "Did everybody get it?" });
  await expect(waiting).toContainText("Waits for your answer");
  await expect(waiting).toContainText("1 of 2 understood");
  await waiting.getByRole("link", { name: "Answer" }).click();
  await page.getByRole("button", { name: "Understood" }).click();
  await expect(page.getByRole("list", { name: "Answers" }).getByText("Understood")).toHaveCount(2);
  await page.goto("/home");
  await expect(waiting).toContainText("2 of 2 understood");
});

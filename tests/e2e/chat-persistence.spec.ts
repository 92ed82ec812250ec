/** The chat after a reload, for late joiners, during a flood, and in a meeting that keeps nothing. */
import { randomUUID } from "node:crypto";
import { BUSY_STATUS } from "../../supabase/functions/_shared/contracts/errors.ts";
import { SERVER_LIMITS } from "../../supabase/functions/_shared/contracts/serverLimits.ts";
import { openAccount } from "../support/accounts.ts";
import { composerField, INES, joinInesAndTom, joinWithChat, TOM } from "../support/chat.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import {
  chooseLineAction,
  expectJoined,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  sendMessage,
} from "../support/userActions.ts";

test("drafts, replies and edits survive a reload", async ({ person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  await sendMessage(ines, "La casa es grande.");
  await chooseLineAction(tom, "The house is big.", "chat.reply");
  await composerField(tom).fill("I have");
  await tom.page.reload();
  await joinCall(tom);
  await openChat(tom);
  await expect(composerField(tom)).toHaveValue("I have");
  await expect(tom.page.getByText("Reply to Inés")).toBeVisible();
  await composerField(tom).fill("I have the map.");
  await composerField(tom).press("Enter");
  await expect(lineWithText(ines, "Tengo el mapa.").getByRole("button", { name: "La casa es grande." })).toBeVisible();

  await composerField(tom).press("ArrowUp");
  await expect(tom.page.getByText("Edit your message")).toBeVisible();
  await composerField(tom).fill("I have the new map.");
  await tom.page.reload();
  await joinCall(tom);
  await openChat(tom);
  await expect(composerField(tom)).toHaveValue("I have the new map.");
  await expect(tom.page.getByText("Edit your message")).toBeVisible();
  await composerField(tom).press("Escape");
  await expect(composerField(tom)).toHaveValue("");
  await expect(tom.page.getByText("Edit your message")).toBeHidden();
  await expect(composerField(tom)).toBeVisible();
});

test("offline lines survive a closed tab and send once", async ({ person }) => {
  const { ines, tom, link } = await joinInesAndTom(person);
  ines.allowConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket/u);
  await ines.context.setOffline(true);
  await sendMessage(ines, "La casa es grande.");
  await expect(lineWithText(ines, "La casa es grande.")).toHaveCount(1);
  await composerField(ines).fill("El perro");
  await ines.page.close();
  await ines.context.setOffline(false);
  const again = await ines.openTab();
  await again.page.goto(link);
  await joinCall(again);
  await openChat(again);
  await expect(lineWithText(tom, "The house is big.")).toHaveCount(1);
  await expect(lineWithText(again, "La casa es grande.")).toHaveCount(1);
  await expect(composerField(again)).toHaveValue("El perro");
});

test("a late joiner reads the translated history", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ines, tom, link } = await joinInesAndTom(person);
  await sendMessage(ines, "La casa es grande.");
  await sendMessage(ines, "El perro blanco come.");
  await expect(lineWithText(tom, "The white dog eats.")).toHaveCount(1);
  await chooseLineAction(ines, "El perro blanco come.", "lines.delete");
  await ines.page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
  await chooseLineAction(tom, "The house is big.", "chat.react");
  await tom.page.getByRole("button", { name: "🎉" }).click();

  const late = await person({ locale: "en" });
  await joinWithChat(late, link, { name: "Dora", speaks: "en", reads: "en" });
  await openChat(late);
  await expect(lineWithText(late, "The house is big.")).toHaveCount(1);
  await expect(lineWithText(late, "Message deleted")).toHaveCount(1);
  await expect(late.page.getByRole("button", { name: "🎉 from Tom Whitaker" })).toBeVisible();
});

test("a flood of lines is limited without blocking others", async ({ app, person }) => {
  const ines = await person({ locale: "es" });
  const link = await openMeeting(ines);
  await joinWithChat(ines, link, INES);
  await openChat(ines);

  const { client } = await openAccount(app, "flood", fetch);
  const call = async (name: string, args: object) => {
    const { data, error } = await client.rpc(name, args);
    if (error) throw error;
    return data;
  };
  const code = link.split("/").at(-1) ?? "";
  const { meeting_id } = await call("knock", { p_code: code, p_display_name: "Flood", p_speaks: "es", p_reads: "es" });
  const entered = await call("enter_call", { p_meeting_id: meeting_id, p_peer_id: randomUUID() });
  const call_id = entered.call.id;
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      client.rpc("post_line", {
        p_line_id: randomUUID(),
        p_call_id: call_id,
        p_language: "es",
        p_text: `flood ${index}`,
      }),
    ),
  );
  // A busy response has a status of success.
  const busy = answers.filter(({ status }) => status === BUSY_STATUS);
  const refusals = new Set(answers.flatMap(({ error }) => (error ? [error.message] : [])));
  // This client does not repeat busy requests, so most of those beyond four at once are rejected before they count.
  expect(busy.length).toBeGreaterThan(0);
  expect([...refusals].filter((code) => code !== "request/rate-limited")).toEqual([]);
  const taken = answers.filter(({ error }) => error === null).length - busy.length;
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(250);

  await sendMessage(ines, "La casa es grande.");
  await expect(lineWithText(ines, "La casa es grande.")).toHaveCount(1);
  await expect(lineWithText(ines, "La casa es grande.")).not.toContainText("Enviando");
  await expect(lineWithText(ines, /flood \d/u)).toHaveCount(taken);
});

test("lines above the rate limit arrive later in order", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  tom.allowConsoleError(/status of 429|ERR_INTERNET_DISCONNECTED|WebSocket/u);
  const count = SERVER_LIMITS.linesPerTenSeconds + 5;
  // The lines are sent together after reconnecting: a slow machine types them no faster than the limit allows.
  await tom.context.setOffline(true);
  for (let number = 1; number <= count; number += 1) await sendMessage(tom, `${number}`);
  await tom.context.setOffline(false);
  await expect(tom.page.getByText("Too many requests.").first()).toBeVisible();
  await expect(tom.page.getByRole("log").getByText("Too many requests")).toHaveCount(0);
  await expect(tom.page.getByRole("log").getByRole("alert")).toHaveCount(0);
  const numbers = ({ page }: Person) => page.getByRole("log").locator("p[lang]").allTextContents();
  const all = Array.from({ length: count }, (_, index) => `${index + 1}`);
  await expect.poll(() => numbers(ines), { timeout: 60_000 }).toEqual(all);
  await expect(tom.page.getByText("Too many requests.")).toHaveCount(0);
});

test("a meeting that keeps nothing forgets lines on reload", async ({ app, person }) => {
  const { client } = await openAccount(app, "nothing");
  const { data, error } = await client.rpc("create_meeting", { p_meeting_id: randomUUID(), p_keep: "nothing" });
  if (error) throw error;
  const link = `${app.url}/m/${data.code}`;
  const [tom, dora] = [await person({ locale: "en" }), await person({ locale: "en" })];
  await joinWithChat(tom, link, TOM);
  await joinWithChat(dora, link, { name: "Dora", speaks: "en", reads: "en" });
  await openChat(tom);
  await openChat(dora);
  // A line that is sent earlier is stored nowhere, so a later participant cannot read it.
  await expectJoined(dora);
  await sendMessage(tom, "I have the map.");
  await expect(lineWithText(dora, "I have the map.")).toHaveCount(1);
  await lineWithText(dora, "I have the map.").getByRole("button", { name: "More" }).press("Enter");
  await expect(dora.page.getByRole("menuitem")).toHaveText(["Reply", "Copy"]);
  await dora.page.getByRole("menuitem", { name: "Reply" }).click();
  await composerField(dora).fill("Good.");
  await composerField(dora).press("Enter");
  await expect(lineWithText(tom, "Good.").getByRole("button", { name: "I have the map." })).toBeVisible();
  await dora.page.reload();
  await joinCall(dora);
  await openChat(dora);
  await expect(dora.page.getByText("No messages yet")).toBeVisible();
});

test("a menu that fails to load can be retried", ONLY_IN_LONG_RUN, async ({ person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch/u);
  await joinWithChat(tom, await openMeeting(tom), TOM);
  await openChat(tom);
  await sendMessage(tom, "I have the map.");
  await expect(lineWithText(tom, "I have the map.")).not.toContainText("Sending");
  await tom.context.setOffline(true);
  const more = lineWithText(tom, "I have the map.").getByRole("button", { name: "More" });
  await more.press("Enter");
  await expect(tom.page.getByText("You are offline.").first()).toBeVisible();
  await sendMessage(tom, "Kept.");
  await expect(lineWithText(tom, "Kept.")).toHaveCount(1);
  await tom.context.setOffline(false);
  await more.press("Enter");
  await expect(tom.page.getByRole("menuitem", { name: "Reply" })).toBeVisible();
  await tom.page.keyboard.press("Escape");
  await expect(lineWithText(tom, "Kept.")).not.toContainText("Not sent yet");
});

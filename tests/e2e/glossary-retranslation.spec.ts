/** Glossary changes during a call: earlier lines are translated again, and participants are notified. */
import { randomUUID } from "node:crypto";
import { createMeeting } from "../support/accounts.ts";
import { translationsInto } from "../support/callFixture.ts";
import { joinWithChat } from "../support/chat.ts";
import { createTestClient } from "../support/client.ts";
import { callRpc, changeTermAndRetranslate, guestIn, openGlossary, saveTerm, termRow } from "../support/glossary.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button, openAs } from "../support/screens.ts";
import { expectListening, giveScriptedRecogniser, phraseHints } from "../support/scriptedRecogniser.ts";
import { expect, test } from "../support/test.ts";

test("a changed term retranslates earlier lines", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  const account = await openAs("/home", tom, app);
  const { client } = account;
  const code = await createMeeting(account, "Gates");
  const { meeting_id } = await callRpc<{ meeting_id: string }>(client, "knock", {
    ...{ p_code: code, p_display_name: "Tom", p_speaks: "en", p_reads: "en" },
  });
  const entered = await callRpc<{ call: { id: string } }>(client, "enter_call", {
    p_meeting_id: meeting_id,
    p_peer_id: randomUUID(),
  });
  const ana = createTestClient(app.stack);
  await guestIn(ana, code);
  await callRpc(ana, "enter_call", { p_meeting_id: meeting_id, p_peer_id: randomUUID() });
  const id = randomUUID();
  const args = { p_line_id: id, p_call_id: entered.call.id, p_language: "en", p_text: "The gate is open." };
  await callRpc(client, "post_line", args);
  const response = await client.functions.invoke("translate", { body: { lines: [id] } });
  expect(response.error).toBeNull();
  const read = async () => {
    const [first] = await translationsInto(ana, entered.call.id, "es");
    return String(first?.text);
  };
  await expect.poll(read).toMatch(/puerta/iu);

  await openGlossary(page);
  // A request of the Worker would count for the address that all Workers share.
  const requests: string[] = [];
  page.on("request", (sent) => {
    if (sent.method() === "POST" && sent.url().endsWith("/functions/v1/translate"))
      requests.push(sent.postData() ?? "");
  });
  await changeTermAndRetranslate(page, { term: "gate", language: "en", translations: { es: "portón azul" } });
  await expect(page.getByRole("dialog")).toContainText("1 line of 1 call");
  await expect(page.getByRole("dialog")).toContainText("1 line translated again.");
  await expect.poll(read).toMatch(/portón azul/iu);
  expect(requests.map((body) => JSON.parse(body))).toEqual([{ lines: [id] }]);
});

test("term changes reach a running recogniser", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const account = await openAs("/home", tom, app);
  await saveTerm(account, { term: "Okra" });
  const code = await createMeeting(account, "Market");
  const ana = await person({ locale: "es" });
  await giveScriptedRecogniser(ana);
  await joinWithChat(ana, `${app.url}/m/${code}`, { name: "Ana", speaks: "en", reads: "es" });
  await expectListening(ana);
  await expect.poll(() => phraseHints(ana)).toEqual(["Okra"]);
  const guest = createTestClient(app.stack);
  const { meeting_id } = await guestIn(guest, code);
  await callRpc(guest, "propose_term", {
    p_meeting_id: meeting_id,
    p_term_id: randomUUID(),
    p_term: "Camp Fortuna",
    p_language: "en",
  });
  const { page } = tom;
  await openGlossary(page);
  await button(page, "Approve Camp Fortuna").click();
  await expect.poll(() => phraseHints(ana)).toEqual(["Camp Fortuna", "Okra"]);
  for (const term of ["Okra", "Camp Fortuna"]) {
    await button(page, `Delete ${term}`).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(termRow(page, term)).toHaveCount(0);
  }
  await expect.poll(() => phraseHints(ana)).toEqual([]);
});

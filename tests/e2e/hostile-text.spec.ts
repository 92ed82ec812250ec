/** Texts that stall the line breaking of Chromium if they are shown as they were sent. */
import { randomUUID } from "node:crypto";
import type { CDPSession, Page } from "@playwright/test";
import { createMeeting, joinAsAccount, openAccount, signIn } from "../support/accounts.ts";
import { callRpc } from "../support/callFixture.ts";
import { joinInesAndTom } from "../support/chat.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { expect, test } from "../support/test.ts";

/** A skin tone and a mark, which join the character before them. */
const JOINING = "\u{1F3FB}\u0301";
const CAPTION_LENGTH = 1_966;
const hostileText = (length: number) => `a${JOINING.repeat(length / JOINING.length)}`;
const plainText = (length: number) => "letter ".repeat(length / 7);

/** A page takes several times as long for a plain text when others use its cores. Hostile text took a hundred times as long. */
const MAX_RATIO = 5;
const MIN_SECONDS = 0.1;

async function layoutSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "LayoutDuration")?.value ?? Number.NaN;
}

async function layoutCost({ page, act }: { page: Page; act: () => Promise<unknown> }): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const before = await layoutSeconds(devtools);
  await act();
  const cost = (await layoutSeconds(devtools)) - before;
  await devtools.detach();
  return cost;
}

test("a hostile peer's captions cost as little as plain ones", async ({ person }) => {
  const { ines, tom } = await joinInesAndTom((options) =>
    person(options).then(async (opened) => {
      await opened.page.addInitScript(() => {
        const create = RTCPeerConnection.prototype.createDataChannel;
        RTCPeerConnection.prototype.createDataChannel = function (...args) {
          const channel = create.apply(this, args);
          Reflect.set(window, "parleyChannel", channel);
          return channel;
        };
      });
      return opened;
    }),
  );
  const sends = (id: string, text: string) =>
    ines.page.evaluate(
      (saying) => {
        const channel: unknown = Reflect.get(window, "parleyChannel");
        if (channel instanceof RTCDataChannel) channel.send(JSON.stringify({ type: "saying", ...saying }));
      },
      { id, language: "en", text, final: false, speaker: null },
    );
  const captions = (beginning: string, text: string) =>
    layoutCost({
      page: tom.page,
      act: async () => {
        const id = randomUUID();
        for (let count = 0; count < 5; count += 1) await sends(id, `${beginning} ${count} ${text}`);
        await expect(tom.page.locator(".call-captions")).toContainText(`${beginning} 4`);
      },
    });
  const plain = await captions("Plain", plainText(CAPTION_LENGTH));
  const hostile = await captions("Hostile", hostileText(CAPTION_LENGTH));
  expect(hostile).toBeLessThan(Math.max(MIN_SECONDS, MAX_RATIO * plain));
});

test("a hostile decision costs home no more than plain ones", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const account = await openAccount(app, "ines");
  const code = await createMeeting(account, "Spring trip");
  const { page } = await person({ locale: "en" });
  await signIn(page, account);
  const leave = await joinAsAccount(account, code, { name: "Inés", speaks: "en", reads: "en" });
  const decide = async (text: string) => {
    const { meetings } = await callRpc<{ meetings: { last_call: { id: string } }[] }>(account.client, "home", {});
    const p_line_id = randomUUID();
    const line = { p_line_id, p_call_id: meetings[0]?.last_call.id, p_language: "en", p_text: text };
    await callRpc(account.client, "post_line", line);
    await callRpc(account.client, "mark_line", { p_line_id, p_kind: "decision" });
  };
  const home = (beginning: string) =>
    layoutCost({
      page,
      act: async () => {
        await page.goto("/home");
        await expect(page.getByRole("region", { name: "What was decided lately" })).toContainText(beginning);
      },
    });
  await decide(`Plain ${plainText(3_900)}`);
  const plain = await home("Plain");
  await decide(`Hostile ${hostileText(3_900)}`);
  const hostile = await home("Hostile");
  await leave();
  expect(hostile).toBeLessThan(Math.max(MIN_SECONDS, MAX_RATIO * plain));
});

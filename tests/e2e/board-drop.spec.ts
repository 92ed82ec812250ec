/** Files that are dropped on the board of a meeting, good ones and bad ones together. */
import type { Page } from "@playwright/test";
import { LIMITS } from "#contracts/limits.ts";
import { signIn } from "../support/accounts.ts";
import { callRpc, createCallFixture } from "../support/callFixture.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { expectJoined } from "../support/userActions.ts";

interface DroppedFile {
  readonly name: string;
  readonly text: string;
  /** Fills the file with blanks up to this size. */
  readonly bytes?: number;
}

const GOOD: readonly DroppedFile[] = ["agenda.txt", "lista.csv", "notas.md", "plan.txt", "ruta.txt"].map((name) => ({
  name,
  text: `${name}: uno, dos\n`,
}));
const BAD: readonly (DroppedFile & { error: string })[] = [
  { name: "juego.exe", text: "MZ", error: "Files of this kind cannot be shared." },
  { name: "factura.pdf.exe", text: "%PDF-1.4", error: "Files of this kind cannot be shared." },
  { name: "vacío.txt", text: "", error: "This file is empty." },
  { name: "grande.txt", text: "", bytes: LIMITS.fileBytes.max + 1, error: "This file is larger than 50 MB." },
  { name: "foto.png", text: "<html><script>alert(1)</script></html>", error: "content does not match its name" },
];

const filesOf = (page: Page) => page.getByRole("region", { name: "Files", exact: true });

/** Drops files as another program would. */
const drop = (page: Page, files: readonly DroppedFile[]) =>
  filesOf(page)
    .getByLabel("Choose files")
    .evaluate((input, files) => {
      const transfer = new DataTransfer();
      for (const { name, text, bytes = 0 } of files)
        transfer.items.add(new File([text, " ".repeat(Math.max(0, bytes - text.length))], name));
      input.parentElement?.dispatchEvent(
        new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }),
      );
    }, files);

test("five of ten dropped files arrive, the others are explained", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { meetingId, code, ines: host } = await createCallFixture(app);
  const ines = await person({ locale: "en" });
  await signIn(ines.page, host);
  await ines.page.goto(`/meetings/${meetingId}`);
  await waitForHydration(ines.page);

  const guest = await person({ locale: "en" });
  await guest.page.goto(`/m/${code}`);
  await guest.page.getByLabel("Your name", { exact: true }).fill("Gus");
  await guest.page.getByRole("button", { name: "Join now" }).click();
  await expectJoined(guest);
  await guest.page.goto(`/meetings/${meetingId}`);
  await waitForHydration(guest.page);

  // The bytes of the false picture are rejected after the upload.
  ines.allowConsoleError(/status of 415/u);
  await drop(ines.page, [...GOOD, ...BAD]);
  await filesOf(ines.page).getByRole("button", { name: "Share 6 files" }).click();
  await expect(filesOf(guest.page).getByRole("article")).toHaveCount(GOOD.length);
  for (const { name } of GOOD) await expect(guest.page.getByRole("link", { name, exact: true })).toBeVisible();
  for (const { name, error } of BAD)
    await expect(filesOf(ines.page).getByRole("listitem").filter({ hasText: name })).toContainText(error);

  // The address that the guest has ends within a minute, and they get no other one after they were removed.
  const link = guest.page.getByRole("link", { name: "agenda.txt", exact: true });
  const path = (await link.getAttribute("href")) ?? "";
  const before = await guest.page.request.get(path, { maxRedirects: 0 });
  const token = new URL(before.headers().location ?? "").searchParams.get("token") ?? "";
  const { exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  expect(exp * 1_000 - Date.now()).toBeLessThanOrEqual(60_000);
  const { participants } = await callRpc<{ participants: { user_id: string; display_name: string }[] }>(
    host.client,
    "changes_since",
    { p_meeting_id: meetingId, p_after_seq: 0 },
  );
  const gus = participants.find(({ display_name }) => display_name === "Gus");
  await callRpc(host.client, "remove_participant", { p_meeting_id: meetingId, p_user_id: gus?.user_id });
  expect((await guest.page.request.get(path, { maxRedirects: 0 })).status()).toBe(404);
});

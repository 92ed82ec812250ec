/** Requests and storage of the dialog. */
import { pageHttp } from "~/auth/pageHttp.ts";
import { systemClock } from "~/lib/clock.ts";
import { createRpc } from "~/lib/rpc.ts";
import { createSignFile } from "~/lib/signFile.ts";
import { type DraftStorage, expiringLocalStorage, safeSessionStorage } from "~/lib/storage.ts";
import { createLazyBrowserTranslator } from "~/translation/lazyBrowserTranslator.ts";
import { pageShortLines } from "~/translation/shortLines.ts";
import { createTranslateLines } from "~/translation/translateLines.ts";
import type { DialogContext } from "../boardView.ts";
import { commentDraft } from "./commentDraft.ts";
import { createFileComments, type FileComments } from "./fileComments.ts";

export type FileServices = ReturnType<typeof createFileServices>;

export function createFileServices({ env, reads, pairs }: Omit<DialogContext, "speaks">, me: string) {
  const http = pageHttp(env);
  const rpc = createRpc(http);
  const clock = systemClock;
  const newId = () => crypto.randomUUID();
  const device = expiringLocalStorage(() => localStorage, clock.now);
  const places: DraftStorage = { tab: safeSessionStorage(), device, isPersistent: () => true };
  return {
    ...{ http, rpc, newId },
    draftOf: (fileId: string) => commentDraft(device, fileId, me),
    signFile: createSignFile(http, env.supabaseUrl),
    createComments: (fileId: string): FileComments =>
      createFileComments({
        ...{ fileId, me, reads, pairs, rpc, places, clock, newId },
        translate: createTranslateLines(http),
        browserTranslator: createLazyBrowserTranslator({ api: globalThis.Translator, clock }),
        translatorApi: globalThis.Translator,
        shortLines: pageShortLines,
      }),
  };
}

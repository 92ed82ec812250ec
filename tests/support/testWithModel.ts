/** The `test` for specs that need a language model: a scripted one. */
import { type ChatCompletionsServer, startChatCompletionsServer } from "../fakes/chatCompletionsServer.ts";
import { startApp } from "./app.ts";
import { test as withApp } from "./test.ts";

export const test = withApp.extend<object, { model: ChatCompletionsServer }>({
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const model = await startChatCompletionsServer();
      await use(model);
      model.close();
    },
    { scope: "worker" },
  ],
  app: [
    async ({ model }, use) => {
      const app = await startApp({ functionsEnv: { SUMMARY_URL: model.url, SUMMARY_MODEL: "scripted" } });
      await use(app);
      await app.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

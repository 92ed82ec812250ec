/** A server with OpenAI's chat API whose reply a test computes from the given lines. */
import { once } from "node:events";
import { createServer } from "node:http";
import * as z from "zod/mini";

const request = z.object({ messages: z.tuple([z.unknown(), z.object({ content: z.string() })]) });
const given = z.object({
  language: z.string(),
  lines: z.array(z.object({ n: z.int(), who: z.string(), text: z.string() })),
});
export type SummaryPrompt = z.infer<typeof given>;

export interface ChatCompletionsServer {
  /** The value for `SUMMARY_URL`. */
  readonly url: string;
  readonly requests: readonly SummaryPrompt[];
  /** Returns the text of the reply. */
  respond: (about: SummaryPrompt) => string;
  close(): void;
}

export async function startChatCompletionsServer(): Promise<ChatCompletionsServer> {
  const requests: SummaryPrompt[] = [];
  const server = createServer(async (message, response) => {
    let body = "";
    for await (const chunk of message) body += chunk;
    const about = given.parse(JSON.parse(request.parse(JSON.parse(body)).messages[1].content));
    requests.push(about);
    const content = model.respond(about);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ choices: [{ finish_reason: "stop", message: { content } }] }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const model: ChatCompletionsServer = {
    url: `http://127.0.0.1:${port}`,
    requests,
    respond: () => "",
    close: () => server.close(),
  };
  return model;
}

/** Formats a reply as the prompt requires: each sentence with the numbers of its lines. */
export const summaryOf = (...sentences: readonly (readonly [string, readonly number[]])[]): string =>
  JSON.stringify({ sentences: sentences.map(([text, lines]) => ({ text, lines })) });

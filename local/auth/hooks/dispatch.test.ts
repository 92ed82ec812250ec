/** Calls of hooks. Each test cites supabase/auth, internal/hooks/hookhttp (bc32168). */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test } from "vitest";
import { dispatchHook } from "./dispatch.ts";

const SECRETS = ["a first secret of a test, long", "a second secret of a test, long"].map(
  (text) => `v1,whsec_${Buffer.from(text).toString("base64")}`,
);
const TIMES = { timeout: 5_000, backoff: 10 };
const PAYLOAD = { user: { id: "1" }, email_data: { token: "123456" } };
const JSON_TYPE = { "content-type": "application/json" };

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
let closeServer = async () => {};
afterEach(() => closeServer());

/** Starts a hook that responds in turn. */
async function startHook(...turns: ((response: ServerResponse) => void)[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    (turns[received.length - 1] ?? turns.at(-1))?.(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  closeServer = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hook`, received };
}

const reply =
  (status: number, body = "{}", headers: Record<string, string> = JSON_TYPE) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);
const call = (url: string, times = TIMES) => dispatchHook({ url, secrets: SECRETS }, PAYLOAD, times);

describe("a hook", () => {
  // `generateSignatures`: one signature for each secret, joined by a comma and a blank.
  test("is signed with every secret", async () => {
    const { url, received } = await startHook(reply(200));
    await call(url);
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    expect(JSON.parse(body)).toEqual(PAYLOAD);
    expect(headers).toMatchObject({ ...JSON_TYPE, "accept-encoding": "identity" });
    const fields = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    for (const secret of SECRETS) new Webhook(secret.replace("v1,", "")).verify(body, fields);
    expect(() => new Webhook("whsec_b3RoZXI=").verify(body, fields)).toThrow("No matching signature");
    expect(headers["webhook-signature"]).toContain(", v1,");
  });

  // `case http.StatusTooManyRequests, http.StatusServiceUnavailable`: repeated at once, three attempts in all.
  test("is called again after 429 or 503 with `Retry-After`", async () => {
    const later = { ...JSON_TYPE, "retry-after": "true" };
    const { url, received } = await startHook(reply(429, "{}", later), reply(503, "{}", later), reply(200));
    await call(url, { timeout: 5_000, backoff: 60_000 });
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  test("is given up after three attempts", async () => {
    const { url, received } = await startHook(reply(503, "{}", { "retry-after": "1" }));
    await expect(call(url)).rejects.toMatchObject({
      ...{ status: 500, code: "unexpected_failure", message: "Service currently unavailable due to hook" },
    });
    expect(received).toHaveLength(3);
  });

  test.each([
    [429, "Service currently unavailable due to hook"],
    [503, "Service currently unavailable due to hook"],
    [400, "Invalid payload sent to hook"],
    [401, "Hook requires authorization token"],
    [500, "Unexpected status code returned from hook: 500"],
    [403, "Unexpected status code returned from hook: 403"],
  ])("fails once with %i", async (status, message) => {
    const { url, received } = await startHook(reply(status));
    await expect(call(url)).rejects.toMatchObject({ status: 500, code: "unexpected_failure", message });
    expect(received).toHaveLength(1);
  });

  // internal/hooks/hookerrors, `check`: an error without a message is none; without a status it is 500.
  test.each([
    [{ error: { http_code: 422, message: "No." } }, { status: 422, code: "unknown", message: "No." }],
    [{ error: { message: "No." } }, { status: 500, code: "unexpected_failure", message: "No." }],
  ])("returns its own error: %j", async (body, error) => {
    const { url } = await startHook(reply(200, JSON.stringify(body)));
    await expect(call(url)).rejects.toMatchObject(error);
  });

  test.each([
    [200, "{}", JSON_TYPE],
    [202, "{}", { "content-type": "application/json; charset=utf-8" }],
    [204, "", {}],
    [200, `{"error":{"http_code":500}}`, JSON_TYPE],
  ])("accepts %i %s %j", async (status, body, headers) => {
    const { url } = await startHook(reply(status, body, headers));
    await expect(call(url)).resolves.toBeUndefined();
  });

  test.each([
    ["", {}, 400, "hook_payload_invalid_content_type", "Invalid Content-Type: Missing Content-Type header"],
    [
      ...["ok", { "content-type": "text/plain" }, 400, "hook_payload_invalid_content_type"],
      "Invalid JSON response. Received content-type: text/plain",
    ],
    ["{", JSON_TYPE, 500, "unexpected_failure", "Error unmarshaling JSON output."],
    [
      ...[`"${"x".repeat(204_800)}"`, JSON_TYPE, 422, "hook_payload_over_size_limit"],
      "Payload size exceeded size limit of 204800 bytes",
    ],
  ] as [string, Record<string, string>, number, string, string][])(
    "rejects the response %.5s %j",
    async (body, headers, status, code, message) => {
      const { url } = await startHook(reply(200, body, headers));
      await expect(call(url)).rejects.toMatchObject({ status, code, message });
    },
  );

  // `context.WithTimeout`: five seconds for all attempts together.
  test("times out when it is slow", async () => {
    const { url, received } = await startHook(() => {});
    await expect(call(url, { timeout: 100, backoff: 10 })).rejects.toMatchObject({
      ...{ status: 422, code: "hook_timeout" },
      message: "Failed to reach hook within maximum time of 0.100000 seconds",
    });
    expect(received).toHaveLength(1);
  });

  // internal/hooks/hooks_test.go: `http://0.0.0.0:12345` within 0.1 seconds.
  test("times out between attempts", async () => {
    await expect(call("http://127.0.0.1:1/", { timeout: 50, backoff: 2_000 })).rejects.toMatchObject({
      code: "hook_timeout",
    });
  });

  test("is tried three times without a connection", async () => {
    await expect(call("http://127.0.0.1:1/")).rejects.toMatchObject({
      ...{ status: 422, code: "hook_timeout_after_retry", message: "Failed to reach hook after maximum retries" },
    });
    const { url, received } = await startHook((response) => response.destroy(), reply(200));
    await call(url);
    expect(received).toHaveLength(2);
  });
});

/** The function `send-emails`: outcomes, idempotency keys, accounts, languages. */
import assert from "node:assert/strict";
import { emailsInDayFrom } from "../_shared/email/emailsInDay.ts";
import { createProvider, outcomeOf, providerConfigFrom } from "../_shared/email/provider.ts";
import { createServiceClient } from "../_shared/restClient.ts";
import { createSmsProvider } from "../_shared/smsProvider.ts";
import { createSendEmailsHandler } from "../send-emails/handler.ts";
import { createOutbox } from "../send-emails/outbox.ts";
import { renderEmail } from "../send-emails/renderEmail.ts";
import { EMAIL_LOCALES, EMAIL_TEXTS } from "../send-emails/texts.ts";
import { type ReceivedRequest, shortTimeout, withServer } from "./fakeServer.ts";
import { endsOf, JOBS_SECRET, jobCall, projectAt, respondToRuns, runsAt, way } from "./job_setup.ts";

const LEASE = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const IDS = ["0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c02", "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c03"] as const;
const emailOf = (id: string, over: object = {}) => ({
  ...{ id, recipient: "ana@parley.example", template: "test", locale: "es", payload: {} },
  ...over,
});

/** Runs the job with a scripted outbox and provider. */
async function send(
  emails: readonly object[],
  provider: ((request: ReceivedRequest) => Response) | null,
  body: object = { job: "send-emails" },
  queue: () => Response = () => Response.json(0),
  clock: { nowMs: number } = { nowMs: 0 },
  sms: (() => Response | Promise<Response>) | null = () => Response.json({ sid: "SM1" }, { status: 201 }),
  smsTimeout = shortTimeout,
) {
  const left = [emails];
  const settled: unknown[] = [];
  const posts: ReceivedRequest[] = [];
  const added: unknown[] = [];
  const due: unknown[] = [];
  const planned: unknown[] = [];
  const messages: Record<string, string>[] = [];
  let result = { status: 0, body: null as unknown, ends: [] as unknown[] };
  await withServer(
    (request) => {
      const run = respondToRuns(request);
      if (run !== null) return run;
      switch (way(request)) {
        case "POST /rest/v1/rpc/queue_confirmation_emails":
          due.push(JSON.parse(request.body));
          return queue();
        case "POST /rest/v1/rpc/queue_plan_emails":
          planned.push(JSON.parse(request.body));
          return queue();
        case "POST /rest/v1/rpc/lease_emails":
          return Response.json({ lease: LEASE, emails: left.shift() ?? [] });
        case "POST /rest/v1/rpc/settle_email":
          settled.push(JSON.parse(request.body));
          return Response.json("waiting");
        case "POST /rest/v1/rpc/enqueue_test_email":
          added.push(JSON.parse(request.body));
          return new Response(null, { status: 204 });
        case "POST /sms":
          messages.push(Object.fromEntries(new URLSearchParams(request.body)));
          return sms?.() ?? new Response("", { status: 500 });
        default:
          posts.push(request);
          return provider?.(request) ?? new Response("", { status: 500 });
      }
    },
    async ({ url, requests }) => {
      const service = createServiceClient(projectAt(url));
      const config = { url: `${url}/emails`, key: "provider-key", from: "Parley <parley@parley.example>" };
      const handler = createSendEmailsHandler({
        secret: JOBS_SECRET,
        runs: runsAt(url),
        outbox: (signal) => createOutbox(service, signal),
        origin: "https://parley.example",
        from: "parley@parley.example",
        emailsInDay: 40,
        planEmailsInDay: 90,
        provider: provider === null ? null : (signal) => createProvider(config, signal, shortTimeout),
        sms:
          sms === null
            ? null
            : (signal) =>
                createSmsProvider({ url: `${url}/sms`, key: "AC1:token", from: "+15550100" }, signal, smsTimeout),
        now: () => clock.nowMs,
        timeout: shortTimeout,
        wait: (milliseconds) => {
          clock.nowMs += milliseconds;
          return Promise.resolve();
        },
        log: () => {},
      });
      const response = await handler(jobCall(body));
      result = { status: response.status, body: await response.json(), ends: endsOf(requests) };
    },
  );
  const outcomes = settled.map((call) => (call as { p_outcome: string }).p_outcome);
  return { ...result, settled, outcomes, posts, added, due, planned, messages };
}
const accepts = () => Response.json({ id: "x" });

Deno.test("send-emails: sends in the reader's language with its key", async () => {
  const { status, posts, settled } = await send([emailOf(IDS[0])], accepts);
  assert.equal(status, 200);
  const [post] = posts;
  assert.equal(post?.headers.get("idempotency-key"), IDS[0]);
  assert.equal(post?.headers.get("authorization"), "Bearer provider-key");
  const { from, to, subject } = JSON.parse(post?.body ?? "");
  assert.deepEqual(
    [from, to, subject],
    ["Parley <parley@parley.example>", ["ana@parley.example"], EMAIL_TEXTS.test.es.subject],
  );
  assert.deepEqual(settled, [{ p_id: IDS[0], p_lease: LEASE, p_outcome: "sent", p_error: null }]);
});

Deno.test("send-emails: retries an unknown result with the same request", async () => {
  const failing = await send([emailOf(IDS[0])], () => new Response("", { status: 502 }));
  assert.deepEqual(failing.settled, [{ p_id: IDS[0], p_lease: LEASE, p_outcome: "unknown", p_error: "status 502" }]);
  const again = await send([emailOf(IDS[0])], accepts);
  const sent = ({ posts: [post] }: typeof again) => [post?.body, post?.headers.get("idempotency-key")];
  assert.deepEqual(sent(again), sent(failing));
});

Deno.test("send-emails: stops and waits when the account is rejected", async () => {
  const { status, outcomes, posts, ends } = await send(
    IDS.map((id) => emailOf(id)),
    () => Response.json({ message: "bad key" }, { status: 401 }),
  );
  assert.deepEqual([status, outcomes, posts.length], [503, ["account", "account"], 1]);
  assert.equal((ends[0] as { p_error: string }).p_error, "account/mail-not-sent");
});

const smsOf = (id: string) => emailOf(id, { recipient: "+34600111222" });
/** An address may begin with a plus sign, too. */
const sendSms = (reply: (() => Response | Promise<Response>) | null, provider = accepts, timeout = shortTimeout) =>
  send(
    [smsOf(IDS[0]), emailOf(IDS[1], { recipient: "+34600111222@parley.example" })],
    provider,
    undefined,
    undefined,
    undefined,
    reply,
    timeout,
  );

Deno.test("send-emails: sends the subject by SMS to a number", async () => {
  const { outcomes, messages, posts } = await sendSms(() => Response.json({}, { status: 201 }));
  assert.deepEqual([outcomes, posts.length], [["sent", "sent"], 1]);
  assert.deepEqual(messages, [{ To: "+34600111222", From: "+15550100", Body: EMAIL_TEXTS.test.es.subject }]);
});

Deno.test("send-emails: a failing SMS provider stops no email", async () => {
  const rejected = await sendSms(() => new Response("", { status: 401 }));
  assert.deepEqual(rejected.outcomes, ["account", "sent"]);
  assert.equal((rejected.ends[0] as { p_error: string }).p_error, "account/sms-not-sent");
  const failing = await sendSms(() => new Response("", { status: 502 }));
  assert.deepEqual(failing.outcomes, ["unknown", "sent"]);
  assert.deepEqual((await sendSms(null)).outcomes, ["refused", "sent"]);
});

Deno.test("send-emails: an SMS provider that never answers stops no email", async () => {
  const late = Promise.withResolvers<Response>();
  const { outcomes } = await sendSms(
    () => late.promise,
    () => {
      late.resolve(new Response(""));
      return accepts();
    },
    () => AbortSignal.timeout(50),
  );
  // It may have been sent, so it is not repeated.
  assert.deepEqual(outcomes, ["refused", "sent"]);
});

Deno.test("send-emails: sends the next email after a rejected one", async () => {
  const { status, outcomes } = await send(
    IDS.map((id) => emailOf(id)),
    ({ headers }) => (headers.get("idempotency-key") === IDS[0] ? new Response("", { status: 422 }) : accepts()),
  );
  assert.deepEqual([status, outcomes], [200, ["refused", "sent"]]);
  assert.deepEqual((await send([emailOf(IDS[0], { template: "none" })], accepts)).outcomes, ["refused"]);
});

Deno.test("send-emails: sends the next email after one that throws", async () => {
  const payload = {
    ...{
      token: "a".repeat(64),
      reminder: false,
      reads: "en",
      kind: "decision",
      asker: "Ana",
      author: "Ana",
      writer: null,
    },
    ...{
      title: null,
      host_name: null,
      said_at: "no time",
      time_zone: null,
      text: "x",
      language: "en",
      translation: null,
    },
  };
  assert.throws(() => renderEmail({ template: "confirmation", locale: "en", payload }, "https://parley.example"));
  const emails = [emailOf(IDS[0], { template: "confirmation", payload }), emailOf(IDS[1])];
  const { status, outcomes, settled } = await send(emails, accepts);
  assert.deepEqual([status, outcomes], [200, ["refused", "sent"]]);
  assert.equal((settled[0] as { p_error: string }).p_error, "not rendered");
});

Deno.test("send-emails: sends an email for a zone that it lacks", async () => {
  const payload = { at: "2026-11-29T10:05:00+00:00", time_zone: "Mars/Olympus_Mons", user_agent: null };
  const emails = [emailOf(IDS[0], { template: "new-device", payload }), emailOf(IDS[1])];
  assert.deepEqual((await send(emails, accepts)).outcomes, ["sent", "sent"]);
});

const MANY = Array.from({ length: 20 }, (_, index) => emailOf(`${LEASE.slice(0, -2)}${index + 10}`));
const tooMany = (headers?: HeadersInit) => new Response("", { status: 429, ...(headers && { headers }) });

Deno.test("send-emails: stays within a provider's limit for a second", async () => {
  const clock = { nowMs: 0 };
  const accepted: number[] = [];
  let rejected = 0;
  const perSecond = () => {
    // Emails with codes share the limit, so some requests are rejected all the same.
    if (accepted.filter((at) => at > clock.nowMs - 1_000).length >= 2 || rejected < accepted.length / 5) {
      rejected += 1;
      return tooMany();
    }
    accepted.push(clock.nowMs);
    return accepts();
  };
  const { status, outcomes, posts } = await send(MANY, perSecond, undefined, undefined, clock);
  assert.deepEqual([status, [...new Set(outcomes)], outcomes.length], [200, ["sent"], 20]);
  assert.ok(rejected > 0 && posts.length === 20 + rejected && clock.nowMs < 20_000);
});

Deno.test("send-emails: waits when the provider has no emails left", async () => {
  const always = await send(MANY.slice(0, 2), () => tooMany({ "retry-after": "2" }));
  assert.deepEqual([always.status, always.outcomes, always.posts.length], [503, ["account", "account"], 4]);
  const forADay = await send(MANY.slice(0, 2), () => tooMany({ "retry-after": "86400" }));
  assert.deepEqual([forADay.outcomes, forADay.posts.length], [["account", "account"], 1]);
});

Deno.test("send-emails: leaves emails to the next run", async () => {
  const clock = { nowMs: 0 };
  const slow = () => {
    clock.nowMs += 5_000;
    return accepts();
  };
  const { status, outcomes, body } = await send(MANY, slow, undefined, undefined, clock);
  assert.deepEqual([status, outcomes.length, (body as { more: boolean }).more], [200, 8, true]);
});

Deno.test("send-emails: maps each status to an outcome", () => {
  const of = (...statuses: number[]) => [...new Set(statuses.map(outcomeOf))];
  assert.deepEqual(of(200, 201, 202), ["sent"]);
  assert.deepEqual(of(401, 402, 403, 404, 405, 407, 429, 302), ["account"]);
  assert.deepEqual(of(500, 502, 503, 504, 408, 409), ["unknown"]);
  assert.deepEqual(of(400, 413, 422), ["refused"]);
});

Deno.test("send-emails: leaves emails in the outbox without a provider", async () => {
  const waiting = await send([emailOf(IDS[0])], null);
  assert.deepEqual([waiting.status, waiting.settled], [200, []]);
  const test = await send([], null, { job: "send-emails", test: "ops@parley.example", locale: "ar" });
  assert.deepEqual(test.added, [{ p_recipient: "ops@parley.example", p_locale: "ar" }]);
  assert.equal(test.status, 503);
});

Deno.test("send-emails: passes the operator's number of a day", async () => {
  const { due, planned } = await send([], accepts);
  assert.deepEqual(due, [{ p_limit: 50, p_in_day: 40 }]);
  assert.deepEqual(planned, [{ p_limit: 50, p_in_day: 90 }]);
  for (const name of ["CONFIRMATION_EMAILS_PER_DAY", "PLAN_EMAILS_PER_DAY", "SIGN_IN_EMAILS_PER_DAY"] as const) {
    const read = (value?: string) => emailsInDayFrom((asked) => (asked === name ? value : undefined), name);
    assert.deepEqual([read(), read(""), read("0"), read("2500")], [null, null, 0, 2500]);
    for (const value of ["-1", "many", "1e3", "10.5"]) assert.throws(() => read(value), new RegExp(name, "u"));
  }
});

Deno.test("send-emails: sends what waits if adding fails", async () => {
  const { status, outcomes } = await send(
    [emailOf(IDS[0])],
    accepts,
    undefined,
    () => new Response("", { status: 500 }),
  );
  assert.deepEqual([status >= 500, outcomes], [true, ["sent"]]);
});

Deno.test("send-emails: rejects a test without an address", async () => {
  assert.equal((await send([], accepts, { job: "send-emails", test: "nobody" })).status, 400);
});

Deno.test("send-emails: has every text in every language", () => {
  for (const template of Object.keys(EMAIL_TEXTS))
    for (const locale of EMAIL_LOCALES)
      assert.ok(
        renderEmail({ template, locale: `${locale}-XX`, payload: {} }, null)?.html.includes(`lang="${locale}"`),
      );
  assert.equal(
    renderEmail({ template: "test", locale: "fr", payload: {} }, null)?.subject,
    EMAIL_TEXTS.test.en.subject,
  );
  assert.equal(renderEmail({ template: "constructor", locale: "en", payload: {} }, null), null);
});

Deno.test("send-emails: reads its provider as a whole", () => {
  const whole: Record<string, string> = {
    EMAIL_URL: "https://api.example/emails",
    EMAIL_KEY: "k",
    EMAIL_FROM: "Parley <a@b.example>",
  };
  assert.deepEqual(
    providerConfigFrom((name) => whole[name]),
    {
      url: whole.EMAIL_URL,
      key: "k",
      from: whole.EMAIL_FROM,
    },
  );
  assert.equal(
    providerConfigFrom(() => undefined),
    null,
  );
  for (const name of ["EMAIL_KEY", "EMAIL_FROM"])
    assert.throws(
      () => providerConfigFrom((asked) => (asked === name ? undefined : whole[asked])),
      new RegExp(name, "u"),
    );
});

/** The part of `remind` that sends by Web Push: batches, what becomes of messages, and faults of one device or of the operator. */
import assert from "node:assert/strict";
import { PUSH } from "../_shared/contracts/pushLimits.ts";
import { createServiceClient } from "../_shared/restClient.ts";
import { createRemindHandler } from "../remind/handler.ts";
import { createPushService } from "../remind/pushService.ts";
import { createPushStore } from "../remind/pushStore.ts";
import { createReminderStore } from "../remind/reminderStore.ts";
import { createAuthorize } from "../remind/vapid.ts";
import { shortTimeout, withServer } from "./fakeServer.ts";
import { JOBS_SECRET, jobCall, projectAt, respondToRuns, runsAt, way } from "./job_setup.ts";
import { createDevice, createVapidKeys } from "./pushReceiver.ts";

const LEASE = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const TEXT = {
  ...{ kind: "soon", topic: "t", seconds: 600, title: "Reparto", workspace: "Casa" },
  ...{ code: "abcd2345efgh", reads: "es", zone: "Europe/Madrid", starts_at: "2027-03-01T09:30:00Z" },
};

interface Script {
  /** The answers to the messages, by batch: the status of the push server, or null for a device with keys that are none. */
  batches?: readonly (readonly (number | null)[])[];
  queue?: readonly ({ queued: number; more: boolean } | null)[];
  privateKey?: string;
}

/** Runs the job with a scripted database and push server. */
async function run({ batches = [], queue = [], privateKey }: Script) {
  const [device, vapid] = [await createDevice(), await createVapidKeys()];
  const [leased, left] = [[...batches], [...queue]];
  const [texts, settled, calls]: [string[], unknown[], string[]] = [[], [], []];
  let result = { status: 0, body: {} as { counts?: object; error?: string | null } };
  let id = 0;
  await withServer(
    async (request) => {
      const known = respondToRuns(request);
      if (known !== null) return known;
      const [, status] = /^\/push\/(\d+)$/u.exec(request.path) ?? [];
      if (status !== undefined) {
        texts.push(await device.decrypt(request.bytes));
        return new Response(null, { status: Number(status) });
      }
      calls.push(request.path.slice("/rest/v1/rpc/".length));
      switch (way(request)) {
        case "POST /rest/v1/rpc/queue_push": {
          const step = left.shift();
          return step === null ? new Response("", { status: 500 }) : Response.json(step ?? { queued: 0, more: false });
        }
        case "POST /rest/v1/rpc/lease_push": {
          const host = `http://${request.headers.get("host")}`;
          const messages = (leased.shift() ?? []).map((status) => ({
            ...{ ...TEXT, ...device.keys, id: ++id, endpoint: `${host}/push/${status}` },
            ...(status === null && { p256dh: `B${"A".repeat(86)}` }),
          }));
          return Response.json({ lease: LEASE, messages, more: leased.length > 0 });
        }
        case "POST /rest/v1/rpc/settle_push":
          settled.push(JSON.parse(request.body));
          return new Response(null, { status: 204 });
        default:
          return Response.json([]);
      }
    },
    async ({ url }) => {
      const client = createServiceClient(projectAt(url));
      const config = {
        ...vapid,
        subject: "mailto:ops@parley.example",
        ...(privateKey !== undefined && { privateKey }),
      };
      const handler = createRemindHandler({
        ...{ secret: JOBS_SECRET, runs: runsAt(url), sendsEmails: false, emailsInDay: null },
        store: (signal) => createReminderStore(client, signal),
        push: (signal) => ({
          store: createPushStore(client, signal),
          service: createPushService({
            ...{ authorize: createAuthorize(config, Date.now), signal, timeout: shortTimeout },
            isAllowed: () => true,
          }),
        }),
        ...{ now: () => 0, timeout: shortTimeout, log: () => {} },
      });
      const response = await handler(jobCall({ job: "remind" }));
      result = { status: response.status, body: await response.json() };
    },
  );
  return { ...result, texts, settled, calls };
}

Deno.test("push job: sends each message once, and settles each batch", async () => {
  const { status, body, texts, settled } = await run({ batches: [[201, 201], [201]] });
  assert.equal(status, 200);
  assert.deepEqual(body.counts, { "push-sent": 3 });
  assert.equal(texts.length, 3);
  assert.match(texts[0] ?? "", /Empieza pronto: Reparto.*lunes, 10:30/u);
  assert.deepEqual(settled, [
    { p_lease: LEASE, p_outcomes: { 1: "sent", 2: "sent" } },
    { p_lease: LEASE, p_outcomes: { 3: "sent" } },
  ]);
});

Deno.test("push job: forgets devices that are gone, or have no keys", async () => {
  const { status, settled } = await run({ batches: [[410, null, 201, 503]] });
  assert.equal(status, 200);
  assert.deepEqual(settled, [{ p_lease: LEASE, p_outcomes: { 1: "gone", 2: "gone", 3: "sent", 4: "again" } }]);
});

Deno.test("push job: a rejected message is counted, and fails no run", async () => {
  const { status, body, settled } = await run({ batches: [[403, 201]] });
  assert.deepEqual([status, body.counts], [200, { "push-rejected": 1, "push-sent": 1 }]);
  assert.deepEqual(settled, [{ p_lease: LEASE, p_outcomes: { 1: "rejected", 2: "sent" } }]);
});

Deno.test("push job: adds reminders until none is due", async () => {
  const steps = [
    { queued: PUSH.remindersPerStep, more: true },
    { queued: 3, more: false },
  ];
  const { calls } = await run({ queue: steps });
  assert.deepEqual(calls.slice(0, 3), ["queue_push", "queue_push", "lease_push"]);
});

Deno.test("push job: sends what waits when nothing can be added", async () => {
  const { status, texts } = await run({ queue: [null], batches: [[201]] });
  assert.ok(status >= 500 && texts.length === 1);
});

for (const [name, privateKey] of [
  ["is none", "A".repeat(43)],
  ["belongs to another public key", (await createVapidKeys()).privateKey],
] as const)
  Deno.test(`push job: sends nothing when the operator's key ${name}, and goes on with series`, async () => {
    const { status, texts, settled, calls } = await run({ batches: [[201]], privateKey });
    assert.ok(status >= 500);
    assert.deepEqual([texts, settled], [[], []]);
    assert.ok(calls.includes("series_to_extend"));
  });

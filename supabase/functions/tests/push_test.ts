/** Web Push: the encryption of RFC 8291, the signature of RFC 8292, and a scripted push server that decrypts. */
import assert from "node:assert/strict";
import { isPushEndpoint } from "../_shared/contracts/push.ts";
import { fromBase64Url, toBase64Url } from "../remind/base64Url.ts";
import { encryptPush, MAX_PUSH_BYTES } from "../remind/encryptPush.ts";
import { pushText } from "../remind/pushMessage.ts";
import { createPushService } from "../remind/pushService.ts";
import { PUSH_TEXTS } from "../remind/pushTexts.ts";
import { createAuthorize, vapidConfigFrom } from "../remind/vapid.ts";
import { PLAN_TEXTS } from "../send-emails/planTexts.ts";
import { shortTimeout, withServer } from "./fakeServer.ts";
import { createDevice, createVapidKeys, verifyVapid } from "./pushReceiver.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Appendix A of RFC 8291. */
const RFC = {
  text: "When I grow up, I want to be a watermelon",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  sender: {
    public: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    private: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  },
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

async function rfcPair(): Promise<CryptoKeyPair> {
  const raw = fromBase64Url(RFC.sender.public);
  const ecdh = { name: "ECDH", namedCurve: "P-256" };
  const [x, y] = [toBase64Url(raw.subarray(1, 33)), toBase64Url(raw.subarray(33))];
  const jwk = { kty: "EC", crv: "P-256", x, y, d: RFC.sender.private };
  return {
    publicKey: await crypto.subtle.importKey("raw", raw, ecdh, true, []),
    privateKey: await crypto.subtle.importKey("jwk", jwk, ecdh, false, ["deriveBits"]),
  };
}

Deno.test("push: encrypts the example of the RFC", async () => {
  const secrets = { pair: await rfcPair(), salt: fromBase64Url(RFC.salt) };
  const body = await encryptPush(utf8(RFC.text), RFC.keys, secrets);
  assert.equal(toBase64Url(body ?? new Uint8Array()), RFC.body);
});

Deno.test("push: encrypts each message with new secrets", async () => {
  const device = await createDevice();
  const bodies = await Promise.all([1, 2].map(() => encryptPush(utf8("日本語"), device.keys)));
  const [first, second] = bodies.map((body) => body ?? new Uint8Array());
  assert.notDeepEqual(first?.slice(0, 86), second?.slice(0, 86));
  assert.equal(await device.decrypt(first ?? new Uint8Array()), "日本語");
  const other = await createDevice();
  await assert.rejects(other.decrypt(first ?? new Uint8Array()));
});

Deno.test("push: rejects keys that are none, and long messages", async () => {
  const device = await createDevice();
  const bad = [
    { ...device.keys, p256dh: `B${"A".repeat(86)}` },
    { ...device.keys, p256dh: device.keys.p256dh.slice(0, 80) },
    { ...device.keys, auth: "AAAA" },
    { ...device.keys, p256dh: "!" },
  ];
  for (const keys of bad) assert.equal(await encryptPush(utf8("x"), keys), null);
  const longest = await encryptPush(new Uint8Array(MAX_PUSH_BYTES), device.keys);
  assert.equal(longest?.length, 4_096);
  assert.equal(await encryptPush(new Uint8Array(MAX_PUSH_BYTES + 1), device.keys), null);
});

interface Script {
  status?: number;
  headers?: Record<string, string>;
  isAllowed?: (endpoint: string) => boolean;
}

/** Sends one message to the scripted push server. */
async function send({ status = 201, headers = {}, isAllowed = () => true }: Script = {}) {
  const [device, vapid] = [await createDevice(), await createVapidKeys()];
  const authorize = createAuthorize({ ...vapid, subject: "https://parley.example" }, () => 1_800_000_000_000);
  let seen = { result: {}, text: "", headers: new Headers(), requests: 0, claims: {}, url: "" };
  await withServer(
    () => new Response(null, { status, headers }),
    async ({ url, requests }) => {
      const service = createPushService({ authorize, signal: shortTimeout(), timeout: shortTimeout, isAllowed });
      const endpoint = `${url}/push/abc`;
      const result = await service.send({ ...device.keys, endpoint, topic: "t1", seconds: 600, text: "hola" });
      const [request] = requests;
      seen = {
        ...{ result, requests: requests.length, url },
        headers: request?.headers ?? new Headers(),
        text: request === undefined ? "" : await device.decrypt(request.bytes),
        claims: request === undefined ? {} : await verifyVapid(request.headers.get("authorization"), vapid.publicKey),
      };
    },
  );
  return seen;
}

Deno.test("push: sends what only the device decrypts, signed by the operator", async () => {
  const { result, text, headers, claims, url } = await send();
  assert.deepEqual(result, { outcome: "sent", error: null });
  assert.equal(text, "hola");
  assert.deepEqual(
    ["ttl", "topic", "urgency", "content-encoding"].map((name) => headers.get(name)),
    ["600", "t1", "high", "aes128gcm"],
  );
  assert.deepEqual(claims, { aud: url, exp: 1_800_000_000 + 12 * 3_600, sub: "https://parley.example" });
});

for (const [status, outcome] of [
  ...([404, 410] as const).map((code) => [code, "gone"] as const),
  ...([429, 500, 503] as const).map((code) => [code, "again"] as const),
  ...([302, 400, 401, 403, 413] as const).map((code) => [code, "rejected"] as const),
])
  Deno.test(`push: status ${status} is ${outcome}`, async () => {
    const { result, requests } = await send({ status, headers: { location: "/elsewhere" } });
    assert.deepEqual(result, { outcome, error: `status ${status}` });
    // It follows no redirect.
    assert.equal(requests, 1);
  });

Deno.test("push: sends nothing to another host", async () => {
  const { result, requests } = await send({ isAllowed: isPushEndpoint });
  assert.deepEqual([result, requests], [{ outcome: "gone", error: "another host" }, 0]);
});

Deno.test("push: a push service without a connection is tried again", async () => {
  const [device, vapid] = [await createDevice(), await createVapidKeys()];
  const authorize = createAuthorize({ ...vapid, subject: "mailto:ops@parley.example" }, Date.now);
  const service = createPushService({
    authorize,
    signal: shortTimeout(),
    timeout: shortTimeout,
    isAllowed: () => true,
  });
  const sent = await service.send({
    ...device.keys,
    endpoint: "http://127.0.0.1:1/",
    topic: "t",
    seconds: 1,
    text: "",
  });
  assert.equal(sent.outcome, "again");
});

const MESSAGE = {
  ...({ kind: "soon", topic: "t", title: "Reparto {title}", workspace: "Casa", code: "abcd2345efgh" } as const),
  ...({ reads: "ja", zone: "Asia/Tokyo", starts_at: "2027-03-01T00:30:00Z" } as const),
};

Deno.test("push: a message has the language and zone of its reader", () => {
  assert.deepEqual(JSON.parse(pushText(MESSAGE)), {
    title: "まもなく開始：Reparto {title}",
    body: "9:30 (月曜日) · Casa",
    ...{ lang: "ja", dir: "ltr", tag: "t", kind: "soon", path: "/m/abcd-2345-efgh" },
  });
  const arabic = JSON.parse(pushText({ ...MESSAGE, kind: "day", reads: "ar", zone: "Mars/Olympus" }));
  assert.deepEqual([arabic.title, arabic.dir], ["تذكير: Reparto {title}", "rtl"]);
  assert.match(arabic.body, /12:30.*UTC/u);
});

Deno.test("push: texts are those of the emails", () => {
  for (const [language, { day, soon }] of Object.entries(PUSH_TEXTS)) {
    const email = PLAN_TEXTS[language as keyof typeof PLAN_TEXTS];
    assert.deepEqual([day, soon], [email.reminder, email.soon]);
  }
});

Deno.test("push: the longest title fits into a message", () => {
  const text = pushText({ ...MESSAGE, title: "\u{1f600}".repeat(120), workspace: "\u{1f600}".repeat(80) });
  assert.ok(utf8(text).length < MAX_PUSH_BYTES);
});

Deno.test("push: keys of the operator are complete or missing", async () => {
  const { publicKey, privateKey } = await createVapidKeys();
  const from = (env: Record<string, string>, origin: string | null = "https://parley.example") =>
    vapidConfigFrom((name) => env[name], origin);
  assert.equal(from({}), null);
  const keys = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
  assert.equal(from(keys, null), null);
  assert.equal(from(keys)?.subject, "https://parley.example");
  assert.equal(from({ ...keys, VAPID_SUBJECT: "mailto:a@b.example" })?.subject, "mailto:a@b.example");
  assert.throws(() => from({ VAPID_PUBLIC_KEY: publicKey }), /VAPID_PRIVATE_KEY/u);
  assert.throws(() => from({ VAPID_PRIVATE_KEY: privateKey }), /VAPID_PUBLIC_KEY/u);
  assert.throws(() => from({ ...keys, VAPID_SUBJECT: "Ops" }), /VAPID_SUBJECT/u);
});

/** The HTTP interface with the real Apertium: every direction, odd texts, limits. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findSteps } from "../../supabase/functions/_shared/translation/apertium.ts";
import { readInstallation } from "../modes.ts";
import { createRateLimit } from "../rateLimit.ts";
import { apertiumRoot, echo, postText, scripted, startService, type TestService } from "./service.ts";

const LANGUAGES = ["en", "es", "fr", "pt", "ca"] as const;
const TOKEN = "a-token-of-this-test";

let service: TestService;
beforeAll(async () => {
  service = await startService(readInstallation(await apertiumRoot()));
});
afterAll(() => service.close());

const englishOf = (text: string) => service.translate("spa|eng", text);

describe("/listPairs", () => {
  test("lists pairs that reach all 20 directions in two steps", async () => {
    const response = await fetch(`${service.url}/listPairs`);
    const { responseData, responseStatus } = JSON.parse(await response.text());
    expect(responseStatus).toBe(200);
    const pairs = new Map(LANGUAGES.map((language) => [language, new Map()]));
    for (const { sourceLanguage: source, targetLanguage: target } of responseData)
      pairs.get(source)?.set(target, `${source}|${target}`);
    for (const source of LANGUAGES) {
      for (const target of LANGUAGES.filter((other) => other !== source)) {
        let text = { en: "thanks", es: "gracias", fr: "merci", pt: "obrigado", ca: "gràcies" }[source];
        for (const pair of findSteps(pairs, source, target) ?? ["none|none"]) {
          const step = await service.translate(pair, text);
          expect(step.status, `${pair} for ${source}-${target}`).toBe(200);
          text = step.text;
        }
        expect(text).toMatch(/^(?:thank|gracias|merci|remerci|grâce|obrigad|graças|gràcies)/iu);
      }
    }
  });
});

describe("/translate", () => {
  test("accepts names of two and three letters", async () => {
    for (const pair of ["eng|spa", "en|es", "en|spa"])
      expect(await service.translate(pair, "The red house")).toEqual({ status: 200, text: "La casa roja" });
  });

  test("rejects a pair that does not exist", async () => {
    for (const pair of ["eng|deu", "eng|eng", "eng", "", "eng|spa|fra", "__proto__|spa", "../x|spa", "spa-cat|eng"])
      expect((await service.translate(pair, "hello")).status).toBe(400);
  });

  test("responds in the shape of APy", async () => {
    const response = await postText(service.url, "eng|xxx", "hello");
    expect(JSON.parse(await response.text())).toEqual({
      status: "error",
      code: 400,
      message: "Bad Request",
      explanation: "that pair is not installed",
    });
  });

  test("translates 4,000 characters", async () => {
    const sentence = "La casa grande y roja está en la calle principal. ";
    const { status, text } = await englishOf(sentence.repeat(80));
    expect(status).toBe(200);
    expect(text.match(/red/gu)).toHaveLength(80);
  });

  test("translates 2,000 lines", async () => {
    const { text } = await englishOf("no\n".repeat(2_000));
    expect(text.split("\n")).toHaveLength(2_001);
  });

  test("returns reserved signs alone as they are", async () => {
    const signs = "\\^$/[]{}@<>*#~".repeat(280);
    expect(await englishOf(signs)).toEqual({ status: 200, text: signs });
    for (const sign of "\\^$/[]{}@<>*#~|+=&_%") {
      const { status, text } = await englishOf(`hola ${sign} casa ${sign}casa casa${sign} ${sign}`);
      expect(status).toBe(200);
      expect(text.split(sign)).toHaveLength(5);
    }
  });

  test("returns 1,000 emoji as they are", async () => {
    const emoji = "👩🏽‍💻🇲🇽❤️5️⃣😀".repeat(200);
    expect(await englishOf(emoji)).toEqual({ status: 200, text: emoji });
    expect((await englishOf(`casa ${emoji} roja`)).text).toContain(emoji);
  });

  test("drops NUL and replaces lone surrogates", async () => {
    expect(await englishOf("ca\0sa\0")).toEqual({ status: 200, text: "house" });
    expect((await englishOf("casa \uD83D")).text).toBe("house \uFFFD");
  });

  test("returns blank text as it is", async () => {
    for (const text of ["", " ", "\n\n", "\t \u00A0", "123", "…"]) expect((await englishOf(text)).text).toBe(text);
  });

  test("never returns marks of Apertium", async () => {
    for (const text of ["zzzunknown palabrarara", "^casa<n><f><sg>$ hola", "Adéu xyzzyx casa#roja *casa @casa"]) {
      const { text: translation } = await englishOf(text);
      const marks = (side: string) => (side.match(/[*#@^$<>]/gu) ?? []).sort();
      expect(marks(translation)).toEqual(marks(text));
    }
  });

  test("keeps last words without a full stop", async () => {
    expect((await service.translate("spa|cat", "Hola a todos")).text).toBe("Hola a tots");
    expect((await englishOf("Mañana.")).text).toMatch(/\.$/u);
  });

  test("translates from Spanish into Portuguese with all tags", async () => {
    expect((await service.translate("spa|por", "La sala mide tres metros")).text).toBe("A sala mede três metros");
  });

  test("serves 200 requests at once", async () => {
    const pairs = ["spa|eng", "eng|spa", "fra|spa", "spa|fra"];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => service.translate(pairs[index % 4] ?? "", `Parley ${index}.`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.map(({ text }) => text.includes("Parley") && /\d+/u.exec(text)?.[0])).toEqual(
      answers.map((_answer, index) => String(index)),
    );
  });

  test("rejects a text that is too long", async () => {
    expect((await englishOf("a".repeat(20_001))).status).toBe(413);
    expect((await englishOf("ñ".repeat(100_000))).status).toBe(413);
  });

  test("rejects an endless body without a length", async () => {
    const status = await new Promise((resolve, reject) => {
      const upload = request(`${service.url}/translate`, { method: "POST" }, (response) => {
        resolve(response.statusCode);
        upload.destroy();
      });
      upload.on("error", reject);
      const part = Buffer.alloc(64_000, "a");
      const send = () => {
        if (!upload.destroyed) upload.write(part, send);
      };
      send();
    });
    expect(status).toBe(413);
  });

  test("rejects other calls", async () => {
    const status = async (path: string, init: RequestInit = {}) => (await fetch(service.url + path, init)).status;
    expect(await status("/")).toBe(404);
    expect(await status("/constructor")).toBe(404);
    expect(await status("/translate?langpair=eng|spa&q=hello")).toBe(405);
    expect(await status("/listPairs", { method: "POST", body: "x" })).toBe(405);
    expect(await status("/translate", { method: "POST", body: new URLSearchParams({ langpair: "eng|spa" }) })).toBe(
      400,
    );
  });
});

describe("access", () => {
  test("needs the token in every call", async () => {
    const guarded = await startService(scripted(echo()), { token: TOKEN });
    const status = async (path: string, authorization?: string) =>
      (await fetch(guarded.url + path, { headers: authorization === undefined ? {} : { authorization } })).status;
    for (const wrong of [undefined, "", "Bearer", "Bearer ", `Bearer ${TOKEN}x`, "Bearer x", `Basic ${TOKEN}`, TOKEN])
      expect(await status("/listPairs", wrong)).toBe(401);
    expect((await postText(guarded.url, "en|es", "x")).status).toBe(401);
    expect(await status("/listPairs", `Bearer ${TOKEN}`)).toBe(200);
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await postText(guarded.url, "en|es", "x", { headers })).status).toBe(200);
    await guarded.close();
  });

  test("is limited per second, without counting wrong tokens", async () => {
    const limited = await startService(scripted(echo()), { token: TOKEN, perSecond: 1 });
    const twentyStatuses = async (headers: HeadersInit) => {
      const statuses = [];
      for (let count = 0; count < 20; count += 1)
        statuses.push((await fetch(`${limited.url}/listPairs`, { headers })).status);
      return statuses;
    };
    expect(new Set(await twentyStatuses({ authorization: "Bearer x" }))).toEqual(new Set([401]));
    const statuses = await twentyStatuses({ authorization: `Bearer ${TOKEN}` });
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect(statuses).toContain(429);
    await limited.close();
  });

  test("is limited to 256 requests at once", async () => {
    const slow = await startService(scripted(echo("/slow/e sleep 1")));
    const statuses = await Promise.all(
      Array.from(
        { length: 300 },
        async (_, index) => (await slow.translate("en|es", index === 0 ? "slow" : "x")).status,
      ),
    );
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(256);
    expect(statuses).toContain(503);
    await slow.close();
  });
});

describe("createRateLimit", () => {
  test("refills with time, for each client apart", () => {
    let now = 0;
    const limit = createRateLimit(2, () => now);
    const taken = (client: string) => Array.from({ length: 6 }, () => limit.take(client)).filter(Boolean).length;
    expect([taken("a"), taken("b"), taken("a")]).toEqual([4, 4, 0]);
    now += 1_000;
    expect(taken("a")).toBe(2);
    now += 60_000;
    expect(taken("a")).toBe(4);
  });

  test("does not grow with the number of clients", () => {
    let now = 0;
    const limit = createRateLimit(1, () => now);
    for (let client = 0; client < 10_000; client += 1) limit.take(`client ${client}`);
    expect(limit.take("another")).toBe(false);
    now += 10_000;
    expect(limit.take("another")).toBe(true);
  });
});

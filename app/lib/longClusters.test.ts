import { describe, expect, test } from "vitest";
import { cutLongClusters } from "#contracts/limits.ts";
import { liveMessage } from "#contracts/realtime.ts";

const SKIN = "\u{1F3FB}";
const TAG = "\u{E0061}";

describe("cutLongClusters", () => {
  test.each(["\u0301", SKIN, "\u108B", "\u0E33", "\u0EB3", "\u200D", "\u200C", "\uFE0F", "\uFF9E", TAG])(
    "keeps sixteen of %j in a row",
    (joining) => {
      expect(cutLongClusters(`a${joining.repeat(2_000)}b${joining.repeat(16)}`)).toBe(
        `a${joining.repeat(16)}b${joining.repeat(16)}`,
      );
    },
  );

  test.each([`${SKIN}\u0301`, `${SKIN}\u200D`, `${SKIN}${TAG}`, `${SKIN}\u0E33`, "\u0301\u034F"])(
    "counts %j as joining characters of one run",
    (pair) => expect(cutLongClusters(`a${pair.repeat(1_000)}`)).toBe(`a${pair.repeat(8)}`),
  );

  test.each([
    "हिन्दी में लिखा: क्ष्म्य, स्त्रियाँ, र्त्स्न्य",
    "น้ำแข็งที่ร้านค้า, ใกล้ ๆ กำกำ ທ້ຳ",
    "བསྒྲུབས་ཀྱི་ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྂ, ཧྐྵྨླྺྼྻྂ",
    "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם",
    "ٱلْحَمْدُ لِلَّٰهِ رَبِّ ٱلْعَٰلَمِينَ، می‌خواهم",
    "မြန်မာစာ ကြွေးကြော်သံများ, ភាសាខ្មែរ ស្ត្រី",
    "Việt Nam, Tiê\u0301ng Viê\u0323t, Z̴̧̛͓̈́a̸͕̓l̵̨̛g̶͎͝o, ｶﾞｷﾞｸﾞ, 葛\u{E0100}城",
    "👨‍👩‍👧‍👦 👩🏽‍❤️‍💋‍👨🏻 👍🏿👍🏻 🏃🏾‍♀️‍➡️ ❤️‍🔥 1️⃣ 🇩🇪🇪🇸 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈",
  ])("keeps %s", (text) => {
    expect(cutLongClusters(text)).toBe(text);
    expect(cutLongClusters(`${text} `.repeat(20))).toBe(`${text} `.repeat(20));
  });

  test("cuts a peer's live caption", () => {
    const text = `a${`${SKIN}\\u0301`.repeat(600)}`;
    const id = "f0000000-0000-4000-8000-000000000001";
    const sent = `{"type":"saying","id":"${id}","language":"en","text":"${text}","final":false,"speaker":null}`;
    expect(liveMessage.parse(JSON.parse(sent))).toMatchObject({ text: `a${`${SKIN}\u0301`.repeat(8)}` });
  });
});

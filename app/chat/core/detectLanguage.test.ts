import { describe, expect, test } from "vitest";
import type { Language } from "#contracts/languages.ts";
import { detectLanguage } from "./detectLanguage.ts";

const MANY: readonly Language[] = ["en", "es", "fr", "de", "pt", "it", "ar", "ru", "ja", "zh-Hans"];

const OWN: Readonly<Partial<Record<Language, readonly string[]>>> = {
  es: [
    ...["hola a todos", "vale, nos vemos mañana", "no sé", "perfecto", "ok gracias", "jajaja qué bueno", "👍", "15:30"],
    ...["El autobús sale a las ocho", "¿puedes compartir la pantalla?", "He subido el informe final a Google Drive"],
    ...["El meeting es a las 5 en la sala Blue", "voy a mirar el pull request", "Me llamo Inés García López"],
    ...["vi The Office ayer", "el feedback del cliente fue good", "come si quieres", "dime tu date", "no va el audio"],
    ...[
      "https://example.com/the/report-of-the-week",
      "inés@example.com",
      "@Tom Miller",
      "Tom, Haruka, Amal, Ben y Ana",
    ],
    ...[
      "Te mando el link del Google Doc de la weekly",
      "tan tan tan importante no es",
      "a mí me da igual, lo que digáis",
    ],
  ],
  en: [
    ...["hello everyone", "ok see you tomorrow", "I don't know", "no audio", "quick question", "me too", "brb", "lol"],
    ...["The bus leaves at eight", "can you share your screen?", "Inés sent the menu de tapas", "the vino was great"],
    ...["Don Quijote de la Mancha", "San Francisco, Los Angeles, Las Vegas", "he de facto decided", "sure, no problem"],
    ...["a la carte menu is fine", "let me check", "my name is Tom Miller", "I am in Barcelona", "sounds good to me"],
    ...["ETA 2 min", "I sent it to maria@example.es", "we need to talk about El Niño and La Niña", "c'est la vie"],
  ],
  fr: [
    ...["bonjour à tous", "d'accord, à demain", "je ne sais pas", "merci", "on se voit au meeting", "pas de son ici"],
    ...[
      "Le bus part à huit heures",
      "le call est dans dix minutes",
      "Je suis d'accord avec toi",
      "bon week-end à toutes",
    ],
  ],
  de: [
    ...["hallo zusammen", "alles klar, bis morgen", "ich weiß es nicht", "kein Ton", "das Meeting ist um fünf"],
    ...[
      "Kannst du deinen Screen teilen?",
      "Ich habe dir gestern den Bericht geschickt",
      "so ein Mist, der Link geht nicht",
    ],
  ],
  pt: [
    "olá a todos",
    "até amanhã",
    "não sei",
    "o ônibus sai às oito",
    "sem som aqui",
    "você pode compartilhar a tela?",
  ],
  it: [
    "ciao a tutti",
    "non lo so",
    "l'autobus parte alle otto",
    "una domanda",
    "ci vediamo domani alle otto in stazione",
  ],
  ca: ["bon dia a tothom", "fins demà", "l'autobús surt a les vuit", "no em funciona el micròfon d'aquest ordinador"],
  uk: ["привіт усім", "до завтра", "я не знаю, що сказати"],
  ar: ["مرحبا بالجميع", "أراكم غدا", "شكرا", "Google Meet", "ok", "رابط Zoom هنا", "marhaba kif el hal ya shabab"],
  hi: ["kya haal hai aap sab kaise ho", "main kal office nahi aa paunga sorry", "aaj meeting kitne baje hai batao"],
  ru: ["privet vsem kak dela segodnya u vas", "Zoom link tut", "всем привет"],
  el: ["kalimera se olous ti kanete simera", "καλημέρα"],
  ja: ["皆さんこんにちは", "了解", "会議資料共有", "Zoomのリンクはこちらです", "OK"],
  "zh-Hans": ["大家好", "明天见", "公交车八点出发", "OK", "Zoom 会议"],
  "zh-Hant": ["大家好", "會議五點開始", "明天見"],
};

const own = Object.entries(OWN).flatMap(([language, lines]) =>
  lines.map((line) => [language as Language, line] as const),
);

describe("detectLanguage", () => {
  test.each(own)("keeps the own language %s for %j", (language, line) => {
    for (const present of [MANY, ["en"], ["es"], ["en", "es"], ["fr", "de", "ca", "uk"]] as const)
      expect(detectLanguage(line, language, [...present, language])).toBe(language);
  });

  test.each([
    ["es", "en", "The bus leaves at eight tomorrow"],
    ["es", "en", "I think we should start with the budget"],
    ["es", "en", "Where is the meeting room?"],
    ["es", "en", "what do you think about this? I am not sure"],
    ["es", "fr", "Je t'ai envoyé le rapport hier, tu l'as vu ?"],
    ["es", "de", "Könnt ihr mich jetzt hören?"],
    ["en", "es", "El autobús sale mañana a las ocho"],
    ["en", "es", "creo que deberíamos empezar por el presupuesto"],
    ["en", "fr", "Je pense qu'on devrait commencer par le budget"],
    ["fr", "en", "He said that they are not ready yet"],
    ["de", "en", "Good morning everyone, how are you?"],
    ["ar", "en", "I think we should start with the budget"],
    ["uk", "en", "What do you think about this?"],
    ["en", "ar", "أعتقد أن علينا أن نبدأ"],
    ["en", "ar", "شكرا"],
    ["es", "ru", "до завтра"],
    ["es", "uk", "до завтра"],
    ["fr", "ja", "会議は五時です"],
    ["zh-Hans", "ja", "ありがとう"],
    ["en", "ko", "안녕하세요"],
    ["en", "zh-Hans", "公交车八点出发"],
    ["en", "zh-Hant", "會議五點開始"],
    ["en", "zh-Hans", "请看https://example.com/docs，谢谢大家"],
    ["en", "zh-Hans", "@Tom你好，请看一下"],
    ["ar", "he", "שלום לכולם"],
  ] as const)("detects, for a %s speaker, %s in %j", (language, written, line) => {
    expect(detectLanguage(line, language, [language, written])).toBe(written);
    // Languages that nobody here speaks or reads are never detected.
    expect(detectLanguage(line, language, [language])).toBe(language);
  });

  test("distinguishes the Chinese scripts", () => {
    expect(detectLanguage("这个问题我们明天再说", "en", ["zh-Hans", "zh-Hant"])).toBe("zh-Hans");
    expect(detectLanguage("這個問題我們明天再說", "en", ["zh-Hans", "zh-Hant"])).toBe("zh-Hant");
  });

  test("keeps the own language for an ambiguous script", () => {
    expect(detectLanguage("до завтра", "es", ["ru", "uk"])).toBe("es");
  });

  test("detects the longest line within a frame", () => {
    const text = "Nadie sabe qué es esto, ni falta que hace. ".repeat(93);
    const began = performance.now();
    expect(detectLanguage(text, "es", MANY)).toBe("es");
    expect(performance.now() - began).toBeLessThan(500);
  });
});

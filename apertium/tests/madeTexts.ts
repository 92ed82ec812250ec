/** Makes texts full of pieces that a translation must not change, the same ones for the same seed. */

export const SENTENCES = {
  en: [
    "I think that the new house is big and red, isn't it?",
    "Good morning everybody! Can you open the door of the second room?",
    "We don't know where the three children are going tomorrow.",
    "The meeting starts at ten, and John will bring the documents",
    "thanks, I'll see you later then",
    "Click the green button (on the left) and wait for a few seconds.",
    'She said "maybe", but nobody was listening; what a pity…',
    "My old computer doesn't work – please send me yours.",
  ],
  es: [
    "Creo que la casa nueva es grande y roja, ¿verdad?",
    "¡Buenos días a todos! ¿Puedes abrir la puerta de la segunda sala?",
    "No sabemos adónde van los tres niños mañana.",
    "La reunión empieza a las diez, y Juan traerá los documentos",
    "gracias, entonces nos vemos luego",
    "Pulsa el botón verde (a la izquierda) y espera unos segundos.",
    "Ella dijo «quizás», pero nadie escuchaba; qué pena…",
    "Mi ordenador viejo no funciona – por favor, envíame el tuyo.",
  ],
  fr: [
    "Je crois que la nouvelle maison est grande et rouge, n'est-ce pas ?",
    "Bonjour à tous ! Peux-tu ouvrir la porte de la deuxième salle ?",
    "Nous ne savons pas où vont les trois enfants demain.",
    "La réunion commence à dix heures, et Jean apportera les documents",
    "merci, alors à plus tard",
    "Clique sur le bouton vert (à gauche) et attends quelques secondes.",
    "Elle a dit « peut-être », mais personne n’écoutait ; quel dommage…",
    "Mon vieil ordinateur ne marche pas – envoie-moi le tien.",
  ],
  pt: [
    "Acho que a casa nova é grande e vermelha, não é?",
    "Bom dia a todos! Podes abrir a porta da segunda sala?",
    "Não sabemos para onde vão as três crianças amanhã.",
    "A reunião começa às dez, e o João trará os documentos",
    "obrigado, então até logo",
    "Carrega no botão verde (à esquerda) e espera alguns segundos.",
    "Ela disse «talvez», mas ninguém escutava; que pena…",
    "O meu computador velho não funciona – envia-me o teu.",
  ],
  ca: [
    "Crec que la casa nova és gran i vermella, oi?",
    "Bon dia a tothom! Pots obrir la porta de la segona sala?",
    "No sabem on van els tres nens demà.",
    "La reunió comença a les deu, i en Joan portarà els documents",
    "gràcies, doncs fins després",
    "Prem el botó verd (a l'esquerra) i espera uns segons.",
    "Ella va dir «potser», però ningú no escoltava; quina llàstima…",
    "El meu ordinador vell no funciona – envia'm el teu, il·lús.",
  ],
} as const;

export type MadeLanguage = keyof typeof SENTENCES;

/** Directions that the four pairs install. */
export const DIRECTIONS: readonly (readonly [MadeLanguage, MadeLanguage])[] = [
  ["en", "es"],
  ["es", "en"],
  ["fr", "es"],
  ["es", "fr"],
  ["es", "pt"],
  ["pt", "es"],
  ["ca", "es"],
  ["es", "ca"],
];

/** Pieces that come back as they are. */
export const EXACT_PIECES = [
  "https://example.com/a_b/c?d=e&f=g#h",
  "https://es.wikipedia.org/wiki/Casa_(edificio)",
  "www.casa-roja.example/la/puerta",
  "ana+casa@example.org",
  "@juan",
  "@Zoë_la-roja",
  "#casa",
  "#3",
  "5*3",
  "a*b*c",
  "x^2+y^2=z^2",
  "6/2",
  "20€",
  "$1,000.50",
  "50$",
  "£3",
  "3.5",
  "1.234,56",
  "10:30",
  "2026-11-26",
  "100%",
  "٣٤",
  "४५",
  "๖๗",
  "½",
  "m²",
  "B2B",
  "COVID-19",
  "README.md",
  "casa.roja.tar.gz",
  "C:\\Users\\Ana\\casa.txt",
  "/usr/local/bin/casa",
  "~/casa",
  "mi_casa_roja",
  "$CASA",
  "AT&amp;T",
  "Espa&ntilde;a",
  "&lt;b&gt;",
  "&copy;",
  "&#233;",
  "[[0]]",
  "[[12]]",
  "`la casa es roja`",
  "`a && b || c`",
  "```la casa```",
  "```\nif (casa) {\n  roja();\n}\n```",
  "👩🏽‍💻",
  "👨‍👩‍👧‍👦",
  "🇲🇽",
  "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  "5️⃣",
  "#️⃣",
  "❤️",
  "😀😀",
  "ℹ️",
  "^casa<n><f><sg>$",
  "<prn>",
  "{{}}",
  "{name}",
  "{{la_casa}}",
  "\\",
  "\\\\n",
  "[/3]",
  "[]",
  "~",
  "\u00A0",
] as const;

/** Signs around words that are translated. */
const WRAPPERS = [
  ["*", "*"],
  ["**", "**"],
  ["_", "_"],
  ["~~", "~~"],
  ["<", ">"],
  ["[", "]"],
  ["{", "}"],
  ["^", "$"],
  ["* ", ""],
  ["> ", ""],
  ["## ", ""],
  ["", " ;)"],
  ["", " :-*"],
  ["", " <3"],
  ["", " /s"],
  ["+ ", " ="],
] as const;

const LINE_BREAKS = ["\n", "\n\n", "\r\n", "\n  ", " \n- "] as const;

export interface MadeText {
  readonly text: string;
  readonly pieces: readonly string[];
}

export function makeTexts(language: MadeLanguage, count: number, seed: number): MadeText[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => makeText(language, random));
}

function makeText(language: MadeLanguage, random: () => number): MadeText {
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0];
  const pieces: string[] = [];
  let text = "";
  for (let sentence = 0; sentence < 1 + random() * 3; sentence += 1) {
    if (sentence > 0) text += random() < 0.5 ? " " : pick(LINE_BREAKS);
    const words = pick(SENTENCES[language]).split(" ");
    // Often a part of a sentence.
    const from = random() < 0.3 ? Math.floor(random() * (words.length - 1)) : 0;
    const parts = words.slice(from, random() < 0.3 ? from + 1 + Math.floor(random() * 4) : undefined);
    if (random() < 0.4) {
      const at = Math.floor(random() * parts.length);
      const [before, after] = pick<readonly [string, string]>(WRAPPERS);
      const end = Math.min(parts.length - 1, at + Math.floor(random() * 3));
      parts[at] = before + parts[at];
      parts[end] += after;
    }
    for (let piece = 0; piece < random() * 3; piece += 1) {
      const kept = pick(EXACT_PIECES);
      pieces.push(kept);
      parts.splice(Math.floor(random() * (parts.length + 1)), 0, kept + pick(["", "", "", ",", ".", "!", ")", "…"]));
    }
    const line = parts.join(" ");
    text += random() < 0.1 && pieces.length === 0 ? line.toUpperCase() : line;
  }
  return { text, pieces };
}

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns what a translation changed of the shape of its source, or null. */
export function shapeFault({ text, pieces }: MadeText, translation: string): string | null {
  for (const piece of pieces) {
    if (countOf(piece, translation) !== countOf(piece, text)) return `"${piece}"`;
  }
  for (const [name, pattern, isOrdered] of [
    ["line breaks", /\r\n|[\r\n]/gu, true],
    ["numbers", /\p{N}+/gu, false],
    ["empty pairs", /[*_~]{3,}|<\s*>|_\s*_/gu, false],
    // All that no language adds or drops in a translation.
    ["signs", /[^\p{L}\p{M}\p{N}\s.,;:!?¿¡"'()\-–—…«»“”‘’·]/gu, false],
  ] as const) {
    const [before, after] = [text, translation].map((side) => {
      const found = side.match(pattern) ?? [];
      return JSON.stringify(isOrdered ? found : [...found].sort());
    });
    if (before !== after) return `${name}: ${before} → ${after}`;
  }
  return null;
}

const countOf = (piece: string, text: string) => text.split(piece).length - 1;

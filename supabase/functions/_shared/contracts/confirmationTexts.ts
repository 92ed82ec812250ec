/**
 * The texts of emails about confirmations, and of the page that their link opens, in all languages that the interface is to
 * have. Attendees read them without an account's settings, so they are apart from the messages of the interface.
 * `{name}` and the like are replaced by `fillText`.
 */

/** In the order in which the interface gets them. `dir` and the tag for dates and names of languages. */
export const CONFIRMATION_LANGUAGES = {
  en: { dir: "ltr", tag: "en" },
  es: { dir: "ltr", tag: "es" },
  ar: { dir: "rtl", tag: "ar-u-nu-latn" },
  fr: { dir: "ltr", tag: "fr" },
  de: { dir: "ltr", tag: "de" },
  pt: { dir: "ltr", tag: "pt" },
  uk: { dir: "ltr", tag: "uk" },
  hi: { dir: "ltr", tag: "hi-u-nu-latn" },
  zh: { dir: "ltr", tag: "zh-Hans" },
  ja: { dir: "ltr", tag: "ja" },
} as const satisfies Record<string, { dir: "ltr" | "rtl"; tag: string }>;
export type ConfirmationLanguage = keyof typeof CONFIRMATION_LANGUAGES;

export interface ConfirmationTexts {
  /** `{name}` asks. */
  readonly subject: string;
  readonly reminder: string;
  readonly heading: string;
  /** Said in a meeting at `{date}`. */
  readonly decision: string;
  readonly task: string;
  /** The meeting of `{name}`, which has no title. */
  readonly meetingOf: string;
  readonly meeting: string;
  /** Above the original: `{name}` said it in `{language}`. */
  readonly saidBy: string;
  /** Somebody else corrected or typed the words. */
  readonly writtenBy: string;
  /** No translation into `{wanted}`. */
  readonly untranslated: string;
  readonly understood: string;
  readonly unclear: string;
  readonly different: string;
  readonly question: string;
  readonly wording: string;
  /** Below the field: the others read it in their languages. */
  readonly translated: string;
  readonly change: string;
  readonly sendQuestion: string;
  readonly sendWording: string;
  readonly thanks: string;
  readonly mayChange: string;
  readonly empty: string;
  readonly failed: string;
  readonly changed: string;
  readonly changedText: string;
  readonly refused: string;
  readonly refusedText: string;
  /** The end of an email. */
  readonly reason: string;
  /** The button on the page, and its link in an email. */
  readonly stop: string;
  readonly stopped: string;
}

export const CONFIRMATION_TEXTS: Readonly<Record<ConfirmationLanguage, ConfirmationTexts>> = {
  en: {
    subject: "{name} asks: did you understand it the same way?",
    reminder: "Reminder: {name} asks whether you understood it the same way",
    heading: "Did you understand it the same way?",
    decision: "This was decided on {date}.",
    task: "This task was agreed on {date}.",
    meetingOf: "{name}’s meeting",
    meeting: "A meeting",
    saidBy: "Said by {name} in {language}",
    writtenBy: "Text written by {name}",
    untranslated: "There is no translation into {wanted}. This is the original in {language}.",
    understood: "Yes, understood",
    unclear: "It’s unclear",
    different: "I understood something else",
    question: "What is your question?",
    wording: "How did you understand it?",
    translated: "The others read it in their own languages.",
    change: "Change",
    sendQuestion: "Send my question",
    sendWording: "Send my wording",
    thanks: "Thank you. Your answer was sent.",
    mayChange: "You can change it with this link until the text changes.",
    empty: "Write a few words first.",
    failed: "Your answer was not sent. Try again in a minute.",
    changed: "The text has changed since this email",
    changedText: "Nothing was sent. You get a new email with the new text.",
    refused: "This link no longer works.",
    refusedText: "It may be old, or the call was deleted. Open the newest email, or answer in Parley.",
    reason: "You get this email because you were in this call. If you don’t answer, there is one reminder.",
    stop: "Stop emails like this",
    stopped: "You get no more emails like this. You can switch them on again in your settings in Parley.",
  },
  es: {
    subject: "{name} pregunta: ¿lo entendiste igual?",
    reminder: "Recordatorio: {name} pregunta si lo entendiste igual",
    heading: "¿Lo entendiste igual?",
    decision: "Esto se decidió el {date}.",
    task: "Esta tarea se acordó el {date}.",
    meetingOf: "Reunión de {name}",
    meeting: "Una reunión",
    saidBy: "Dicho por {name} en {language}",
    writtenBy: "Texto escrito por {name}",
    untranslated: "No hay traducción al {wanted}. Este es el original en {language}.",
    understood: "Sí, entendido",
    unclear: "No me queda claro",
    different: "Yo entendí otra cosa",
    question: "¿Cuál es tu pregunta?",
    wording: "¿Cómo lo entendiste tú?",
    translated: "Los demás lo leen en su idioma.",
    change: "Cambiar",
    sendQuestion: "Enviar mi pregunta",
    sendWording: "Enviar lo que entendí",
    thanks: "Gracias. Tu respuesta se envió.",
    mayChange: "Puedes cambiarla con este enlace mientras no cambie el texto.",
    empty: "Escribe antes unas palabras.",
    failed: "Tu respuesta no se envió. Inténtalo de nuevo en un minuto.",
    changed: "El texto ha cambiado desde este correo",
    changedText: "No se envió nada. Recibirás otro correo con el texto nuevo.",
    refused: "Este enlace ya no funciona",
    refusedText: "Puede ser antiguo, o la llamada se borró. Abre el correo más reciente o responde en Parley.",
    reason: "Recibes este correo porque estuviste en esta llamada. Si no respondes, habrá un solo recordatorio.",
    stop: "No recibir más correos así",
    stopped: "Ya no recibirás correos como este. Puedes activarlos de nuevo en tus ajustes de Parley.",
  },
  ar: {
    subject: "{name} يسأل: هل فهمت الأمر نفسه؟",
    reminder: "تذكير: {name} يسأل هل فهمت الأمر نفسه",
    heading: "هل فهمت الأمر نفسه؟",
    decision: "تقرّر هذا في {date}.",
    task: "اتُّفق على هذه المهمة في {date}.",
    meetingOf: "اجتماع {name}",
    meeting: "اجتماع",
    saidBy: "قاله {name} باللغة: {language}",
    writtenBy: "كتب النص {name}",
    untranslated: "لا توجد ترجمة إلى {wanted}. هذا هو النص الأصلي باللغة: {language}.",
    understood: "نعم، مفهوم",
    unclear: "غير واضح لي",
    different: "فهمت شيئًا آخر",
    question: "ما سؤالك؟",
    wording: "كيف فهمت الأمر؟",
    translated: "يقرؤه الآخرون بلغاتهم.",
    change: "تغيير",
    sendQuestion: "إرسال سؤالي",
    sendWording: "إرسال ما فهمته",
    thanks: "شكرًا. أُرسلت إجابتك.",
    mayChange: "يمكنك تغييرها بهذا الرابط ما لم يتغيّر النص.",
    empty: "اكتب بضع كلمات أولًا.",
    failed: "لم تُرسل إجابتك. حاول مجددًا بعد دقيقة.",
    changed: "تغيّر النص بعد هذه الرسالة",
    changedText: "لم يُرسل شيء. ستصلك رسالة جديدة بالنص الجديد.",
    refused: "لم يعد هذا الرابط يعمل",
    refusedText: "قد يكون قديمًا، أو حُذفت المكالمة. افتح أحدث رسالة، أو أجب في Parley.",
    reason: "وصلتك هذه الرسالة لأنك حضرت هذه المكالمة. إن لم تجب فسيصلك تذكير واحد فقط.",
    stop: "إيقاف رسائل كهذه",
    stopped: "لن تصلك رسائل كهذه بعد الآن. يمكنك تشغيلها مجددًا من إعداداتك في Parley.",
  },
  fr: {
    subject: "{name} demande : l’avez-vous compris de la même façon ?",
    reminder: "Rappel : {name} demande si vous l’avez compris de la même façon",
    heading: "L’avez-vous compris de la même façon ?",
    decision: "Décidé le {date}.",
    task: "Tâche convenue le {date}.",
    meetingOf: "Réunion de {name}",
    meeting: "Une réunion",
    saidBy: "Dit par {name} en {language}",
    writtenBy: "Texte écrit par {name}",
    untranslated: "Il n’y a pas de traduction en {wanted}. Voici l’original en {language}.",
    understood: "Oui, c’est compris",
    unclear: "Ce n’est pas clair",
    different: "J’ai compris autre chose",
    question: "Quelle est votre question ?",
    wording: "Comment l’avez-vous compris ?",
    translated: "Les autres le lisent dans leur langue.",
    change: "Modifier",
    sendQuestion: "Envoyer ma question",
    sendWording: "Envoyer ma version",
    thanks: "Merci. Votre réponse a été envoyée.",
    mayChange: "Vous pouvez la modifier avec ce lien tant que le texte ne change pas.",
    empty: "Écrivez d’abord quelques mots.",
    failed: "Votre réponse n’a pas été envoyée. Réessayez dans une minute.",
    changed: "Le texte a changé depuis cet e-mail",
    changedText: "Rien n’a été envoyé. Vous recevrez un nouvel e-mail avec le nouveau texte.",
    refused: "Ce lien ne fonctionne plus",
    refusedText:
      "Il est peut-être ancien, ou l’appel a été supprimé. Ouvrez l’e-mail le plus récent, ou répondez dans Parley.",
    reason: "Vous recevez cet e-mail parce que vous étiez dans cet appel. Sans réponse, il y aura un seul rappel.",
    stop: "Ne plus recevoir ces e-mails",
    stopped: "Vous ne recevrez plus d’e-mails de ce type. Vous pouvez les réactiver dans vos réglages de Parley.",
  },
  de: {
    subject: "{name} fragt: Haben Sie es auch so verstanden?",
    reminder: "Erinnerung: {name} fragt, ob Sie es auch so verstanden haben",
    heading: "Haben Sie es auch so verstanden?",
    decision: "Beschlossen am {date}.",
    task: "Diese Aufgabe wurde am {date} vereinbart.",
    meetingOf: "Besprechung von {name}",
    meeting: "Eine Besprechung",
    saidBy: "Gesagt von {name}, Sprache: {language}",
    writtenBy: "Text geschrieben von {name}",
    untranslated: "Es gibt keine Übersetzung. Gewünscht: {wanted}. Dies ist das Original. Sprache: {language}.",
    understood: "Ja, verstanden",
    unclear: "Das ist mir unklar",
    different: "Ich habe es anders verstanden",
    question: "Was ist Ihre Frage?",
    wording: "Wie haben Sie es verstanden?",
    translated: "Die anderen lesen es in ihrer Sprache.",
    change: "Ändern",
    sendQuestion: "Frage senden",
    sendWording: "Mein Verständnis senden",
    thanks: "Danke. Ihre Antwort wurde gesendet.",
    mayChange: "Sie können sie mit diesem Link ändern, solange der Text gleich bleibt.",
    empty: "Schreiben Sie zuerst ein paar Worte.",
    failed: "Ihre Antwort wurde nicht gesendet. Versuchen Sie es in einer Minute noch einmal.",
    changed: "Der Text hat sich seit dieser E-Mail geändert",
    changedText: "Es wurde nichts gesendet. Sie bekommen eine neue E-Mail mit dem neuen Text.",
    refused: "Dieser Link funktioniert nicht mehr",
    refusedText:
      "Er ist vielleicht alt, oder der Anruf wurde gelöscht. Öffnen Sie die neueste E-Mail, oder antworten Sie in Parley.",
    reason: "Sie bekommen diese E-Mail, weil Sie in diesem Anruf waren. Ohne Antwort folgt eine einzige Erinnerung.",
    stop: "Keine solchen E-Mails mehr",
    stopped:
      "Sie bekommen keine solchen E-Mails mehr. In Ihren Einstellungen in Parley können Sie sie wieder einschalten.",
  },
  pt: {
    subject: "{name} pergunta: você entendeu da mesma forma?",
    reminder: "Lembrete: {name} pergunta se você entendeu da mesma forma",
    heading: "Você entendeu da mesma forma?",
    decision: "Isto foi decidido em {date}.",
    task: "Esta tarefa foi combinada em {date}.",
    meetingOf: "Reunião de {name}",
    meeting: "Uma reunião",
    saidBy: "Dito por {name} em {language}",
    writtenBy: "Texto escrito por {name}",
    untranslated: "Não há tradução para {wanted}. Este é o original em {language}.",
    understood: "Sim, entendi",
    unclear: "Não ficou claro",
    different: "Entendi outra coisa",
    question: "Qual é a sua pergunta?",
    wording: "Como você entendeu?",
    translated: "Os outros leem no próprio idioma.",
    change: "Alterar",
    sendQuestion: "Enviar minha pergunta",
    sendWording: "Enviar o que entendi",
    thanks: "Obrigado. Sua resposta foi enviada.",
    mayChange: "Você pode alterá-la com este link enquanto o texto não mudar.",
    empty: "Escreva algumas palavras primeiro.",
    failed: "Sua resposta não foi enviada. Tente de novo em um minuto.",
    changed: "O texto mudou depois deste e-mail",
    changedText: "Nada foi enviado. Você receberá um novo e-mail com o novo texto.",
    refused: "Este link não funciona mais",
    refusedText: "Ele pode ser antigo, ou a chamada foi apagada. Abra o e-mail mais recente ou responda no Parley.",
    reason: "Você recebe este e-mail porque estava nesta chamada. Sem resposta, haverá um único lembrete.",
    stop: "Não receber mais e-mails assim",
    stopped: "Você não receberá mais e-mails como este. Pode ativá-los de novo nas suas configurações do Parley.",
  },
  uk: {
    subject: "{name} запитує: чи ви зрозуміли це так само?",
    reminder: "Нагадування: {name} запитує, чи ви зрозуміли це так само",
    heading: "Чи ви зрозуміли це так само?",
    decision: "Рішення від {date}.",
    task: "Завдання від {date}.",
    meetingOf: "Зустріч, яку веде {name}",
    meeting: "Зустріч",
    saidBy: "Автор: {name}. Мова: {language}",
    writtenBy: "Автор тексту: {name}",
    untranslated: "Немає перекладу. Мова читання: {wanted}. Це оригінал. Мова: {language}.",
    understood: "Так, зрозуміло",
    unclear: "Мені незрозуміло",
    different: "Я зрозумів інакше",
    question: "Яке ваше запитання?",
    wording: "Як ви це зрозуміли?",
    translated: "Інші читають це своєю мовою.",
    change: "Змінити",
    sendQuestion: "Надіслати запитання",
    sendWording: "Надіслати своє розуміння",
    thanks: "Дякуємо. Вашу відповідь надіслано.",
    mayChange: "Її можна змінити за цим посиланням, доки текст не змінився.",
    empty: "Спочатку напишіть кілька слів.",
    failed: "Вашу відповідь не надіслано. Спробуйте ще раз за хвилину.",
    changed: "Текст змінився після цього листа",
    changedText: "Нічого не надіслано. Ви отримаєте новий лист із новим текстом.",
    refused: "Це посилання більше не працює",
    refusedText:
      "Можливо, воно застаріло або дзвінок видалено. Відкрийте найновіший лист або дайте відповідь у Parley.",
    reason: "Ви отримали цей лист, бо були на цьому дзвінку. Якщо не відповісте, буде лише одне нагадування.",
    stop: "Не надсилати таких листів",
    stopped: "Ви більше не отримуватимете таких листів. Їх можна знову ввімкнути в налаштуваннях Parley.",
  },
  hi: {
    subject: "{name} पूछते हैं: क्या आपने भी यही समझा?",
    reminder: "याद दिलाना: {name} पूछते हैं कि क्या आपने भी यही समझा",
    heading: "क्या आपने भी यही समझा?",
    decision: "यह {date} को तय हुआ।",
    task: "यह काम {date} को तय हुआ।",
    meetingOf: "{name} की बैठक",
    meeting: "एक बैठक",
    saidBy: "{name} ने कहा, भाषा: {language}",
    writtenBy: "पाठ {name} ने लिखा",
    untranslated: "{wanted} में अनुवाद नहीं है। यह मूल पाठ है, भाषा: {language}।",
    understood: "हाँ, समझ में आया",
    unclear: "मुझे स्पष्ट नहीं है",
    different: "मैंने कुछ और समझा",
    question: "आपका प्रश्न क्या है?",
    wording: "आपने इसे कैसे समझा?",
    translated: "बाकी लोग इसे अपनी भाषा में पढ़ते हैं।",
    change: "बदलें",
    sendQuestion: "मेरा प्रश्न भेजें",
    sendWording: "मेरी समझ भेजें",
    thanks: "धन्यवाद। आपका उत्तर भेज दिया गया।",
    mayChange: "जब तक पाठ नहीं बदलता, आप इस लिंक से उत्तर बदल सकते हैं।",
    empty: "पहले कुछ शब्द लिखें।",
    failed: "आपका उत्तर नहीं भेजा गया। एक मिनट बाद फिर कोशिश करें।",
    changed: "इस ईमेल के बाद पाठ बदल गया है",
    changedText: "कुछ नहीं भेजा गया। नए पाठ के साथ आपको नया ईमेल मिलेगा।",
    refused: "यह लिंक अब काम नहीं करता",
    refusedText: "शायद यह पुराना है या कॉल हटा दी गई है। सबसे नया ईमेल खोलें, या Parley में उत्तर दें।",
    reason: "यह ईमेल आपको इसलिए मिला क्योंकि आप इस कॉल में थे। उत्तर न देने पर केवल एक बार याद दिलाया जाएगा।",
    stop: "ऐसे ईमेल बंद करें",
    stopped: "अब आपको ऐसे ईमेल नहीं मिलेंगे। Parley की सेटिंग में आप इन्हें फिर चालू कर सकते हैं।",
  },
  zh: {
    subject: "{name} 想确认：您的理解一样吗？",
    reminder: "提醒：{name} 想确认您的理解是否一样",
    heading: "您的理解一样吗？",
    decision: "这是 {date} 的决定。",
    task: "这是 {date} 商定的任务。",
    meetingOf: "{name} 的会议",
    meeting: "一场会议",
    saidBy: "{name} 的原话（{language}）",
    writtenBy: "文字由 {name} 撰写",
    untranslated: "没有{wanted}译文。这是{language}原文。",
    understood: "是的，明白了",
    unclear: "我不太明白",
    different: "我的理解不一样",
    question: "您的问题是什么？",
    wording: "您是怎样理解的？",
    translated: "其他人会用自己的语言阅读。",
    change: "更改",
    sendQuestion: "发送我的问题",
    sendWording: "发送我的理解",
    thanks: "谢谢。您的回答已发送。",
    mayChange: "在文本更改之前，您可以用此链接更改回答。",
    empty: "请先写几个字。",
    failed: "您的回答未发送。请一分钟后再试。",
    changed: "此邮件发出后，文本已更改",
    changedText: "没有发送任何内容。您会收到包含新文本的新邮件。",
    refused: "此链接已失效",
    refusedText: "它可能已过期，或通话已被删除。请打开最新的邮件，或在 Parley 中回答。",
    reason: "您收到此邮件，是因为您参加了这次通话。如果您不回答，只会再提醒一次。",
    stop: "不再接收此类邮件",
    stopped: "您不会再收到此类邮件。您可以在 Parley 的设置中重新开启。",
  },
  ja: {
    subject: "{name}さんからの確認：同じ理解ですか？",
    reminder: "再確認：{name}さんが、同じ理解かどうかを尋ねています",
    heading: "同じ理解ですか？",
    decision: "{date} に決まったことです。",
    task: "{date} に決まった作業です。",
    meetingOf: "{name}さんの会議",
    meeting: "会議",
    saidBy: "{name}さんの発言（{language}）",
    writtenBy: "{name}さんが書いた文",
    untranslated: "{wanted}の訳はありません。これは{language}の原文です。",
    understood: "わかりました",
    unclear: "よくわかりません",
    different: "わたしの理解とちがいます",
    question: "質問は何ですか？",
    wording: "どのように理解しましたか？",
    translated: "ほかの人はそれぞれの言語で読みます。",
    change: "変更",
    sendQuestion: "質問を送る",
    sendWording: "自分の理解を送る",
    thanks: "ありがとうございます。回答を送りました。",
    mayChange: "文章が変わるまで、このリンクから回答を変更できます。",
    empty: "先に言葉を書いてください。",
    failed: "回答は送られていません。1分後にもう一度お試しください。",
    changed: "このメールのあとに文章が変わりました",
    changedText: "何も送られていません。新しい文章のメールが届きます。",
    refused: "このリンクは使えなくなりました",
    refusedText: "古いリンクか、通話が削除されています。最新のメールを開くか、Parleyで回答してください。",
    reason: "この通話に参加したため、このメールが届いています。回答がない場合、お知らせはあと一度だけです。",
    stop: "このようなメールを止める",
    stopped: "このようなメールはもう届きません。Parleyの設定でまた有効にできます。",
  },
};

const isConfirmationLanguage = (code: string): code is ConfirmationLanguage =>
  Object.hasOwn(CONFIRMATION_LANGUAGES, code);

/** Returns the language of the texts for a reader: `zh-Hant` gets `zh`, languages without texts get English. */
export function confirmationLanguage(reads: string | null | undefined): ConfirmationLanguage {
  const [base = ""] = (reads ?? "").toLowerCase().split("-");
  return isConfirmationLanguage(base) ? base : "en";
}

/** Replaces `{key}` by its value, once for each place, so that a value with braces stays as it is. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([a-z]+)\}/gu, (place, key: string) => values[key] ?? place);

/** Returns the name of a language in the language of the texts. */
export function languageNameIn(texts: ConfirmationLanguage, code: string): string {
  const names = new Intl.DisplayNames(CONFIRMATION_LANGUAGES[texts].tag, { type: "language", fallback: "code" });
  return names.of(code) ?? code;
}

/** Returns the day and the time, in the reader's time zone or in UTC. */
export function momentIn(texts: ConfirmationLanguage, at: string, timeZone: string | null): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(CONFIRMATION_LANGUAGES[texts].tag, {
      ...{ day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit", timeZone: zone },
      ...(timeZone === null && { timeZoneName: "short" }),
    } as const).format(new Date(at));
  try {
    return format(timeZone ?? "UTC");
  } catch {
    return format("UTC");
  }
}

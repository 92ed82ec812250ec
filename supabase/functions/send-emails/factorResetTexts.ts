/** The texts of the email that asks admins to reset a member's second factor, in all languages that the interface is to have. */
import type { ConfirmationLanguage } from "../_shared/contracts/confirmationTexts.ts";

interface FactorResetTexts {
  readonly subject: string;
  /** `{name}` and `{address}` are those of the member. */
  readonly about: string;
  readonly view: string;
  readonly reason: string;
}

export const FACTOR_RESET_TEXTS = {
  en: {
    subject: "{name} lost their second factor",
    about:
      "{name} ({address}) cannot sign in to {workspace} any more. If you are sure who is asking, you can reset their second factor. Ask them by another way than email.",
    view: "View the request",
    reason: "An email proves only who reads the mailbox.",
  },
  es: {
    subject: "{name} ha perdido su segundo factor",
    about:
      "{name} ({address}) ya no puede entrar en {workspace}. Si sabes con seguridad quién lo pide, puedes restablecer su segundo factor. Pregúntale por otro medio que no sea el correo.",
    view: "Ver la solicitud",
    reason: "Un correo solo demuestra quién lee el buzón.",
  },
  ar: {
    subject: "فقد {name} عامله الثاني",
    about:
      "لم يعد {name} ({address}) قادرًا على الدخول إلى {workspace}. إن كنت واثقًا ممن يطلب فيمكنك إعادة تعيين عامله الثاني. اسأله بوسيلة غير البريد.",
    view: "عرض الطلب",
    reason: "لا يُثبت البريد إلا من يقرأ الصندوق.",
  },
  fr: {
    subject: "{name} a perdu son second facteur",
    about:
      "{name} ({address}) ne peut plus se connecter à {workspace}. Si vous êtes sûr de la personne, vous pouvez réinitialiser son second facteur. Demandez-lui par un autre moyen que l’e-mail.",
    view: "Voir la demande",
    reason: "Un e-mail prouve seulement qui lit la boîte.",
  },
  de: {
    subject: "{name} hat den zweiten Faktor verloren",
    about:
      "{name} ({address}) kommt nicht mehr in {workspace}. Wenn Sie sicher sind, wer fragt, können Sie den zweiten Faktor zurücksetzen. Fragen Sie auf anderem Weg als per E-Mail nach.",
    view: "Anfrage ansehen",
    reason: "Eine E-Mail beweist nur, wer das Postfach liest.",
  },
  pt: {
    subject: "{name} perdeu o segundo fator",
    about:
      "{name} ({address}) não consegue mais entrar em {workspace}. Se você tem certeza de quem pede, pode redefinir o segundo fator. Pergunte por outro meio que não o e-mail.",
    view: "Ver o pedido",
    reason: "Um e-mail prova apenas quem lê a caixa.",
  },
  uk: {
    subject: "{name} втрачає доступ: немає другого фактора",
    about:
      "{name} ({address}) більше не може ввійти до {workspace}. Якщо ви певні, хто просить, можете скинути другий фактор. Перепитайте іншим способом, не листом.",
    view: "Переглянути запит",
    reason: "Лист доводить лише, хто читає скриньку.",
  },
  hi: {
    subject: "{name} का दूसरा फ़ैक्टर खो गया",
    about:
      "{name} ({address}) अब {workspace} में साइन इन नहीं कर सकते। अगर आपको पक्का पता है कि कौन पूछ रहा है, तो आप दूसरा फ़ैक्टर रीसेट कर सकते हैं। ईमेल के अलावा किसी और तरीके से पूछें।",
    view: "अनुरोध देखें",
    reason: "ईमेल सिर्फ़ यह दिखाता है कि मेलबॉक्स कौन पढ़ता है।",
  },
  zh: {
    subject: "{name} 丢失了第二重验证",
    about:
      "{name}（{address}）无法再登录 {workspace}。如果您确定是谁在请求，可以重置其第二重验证。请用电子邮件以外的方式确认。",
    view: "查看请求",
    reason: "电子邮件只能证明谁在读邮箱。",
  },
  ja: {
    subject: "{name} さんが二つ目の認証要素を失いました",
    about:
      "{name} さん（{address}）は {workspace} にサインインできなくなりました。本人だと確信できる場合は、二つ目の認証要素をリセットできます。メール以外の方法で確認してください。",
    view: "依頼を確認",
    reason: "メールが示すのは、メールボックスを読む人だけです。",
  },
} as const satisfies Record<ConfirmationLanguage, FactorResetTexts>;

/** The texts of the email that invites into a workspace, in all languages that the interface is to have. */
import type { ConfirmationLanguage } from "../_shared/contracts/confirmationTexts.ts";

interface InvitationTexts {
  /** `{name}` invites to `{workspace}`. */
  readonly subject: string;
  /** The same without a name. */
  readonly nameless: string;
  readonly about: string;
  readonly accept: string;
  readonly reason: string;
}

export const INVITATION_TEXTS = {
  en: {
    subject: "{name} invites you to {workspace} on Parley",
    nameless: "You are invited to {workspace} on Parley",
    about: "Parley is a meeting room where everyone speaks and reads their own language.",
    accept: "View the invitation",
    reason:
      "The link works for seven days, with this email address only. If you do not know the sender, ignore this email.",
  },
  es: {
    subject: "{name} te invita a {workspace} en Parley",
    nameless: "Tienes una invitación a {workspace} en Parley",
    about: "Parley es una sala de reuniones donde cada persona habla y lee en su idioma.",
    accept: "Ver la invitación",
    reason:
      "El enlace funciona siete días y solo con esta dirección. Si no conoces a quien la envía, ignora este correo.",
  },
  ar: {
    subject: "{name} يدعوك إلى {workspace} على Parley",
    nameless: "لديك دعوة إلى {workspace} على Parley",
    about: "Parley غرفة اجتماع يتكلّم فيها كلٌّ بلغته ويقرأ بها.",
    accept: "عرض الدعوة",
    reason: "يعمل الرابط سبعة أيام، ومع عنوان البريد هذا فقط. إن كنت لا تعرف المرسل فتجاهل هذه الرسالة.",
  },
  fr: {
    subject: "{name} vous invite à rejoindre {workspace} sur Parley",
    nameless: "Vous êtes invité à rejoindre {workspace} sur Parley",
    about: "Parley est une salle de réunion où chacun parle et lit dans sa langue.",
    accept: "Voir l’invitation",
    reason:
      "Le lien fonctionne sept jours, avec cette adresse uniquement. Si vous ne connaissez pas l’expéditeur, ignorez ce message.",
  },
  de: {
    subject: "{name} lädt Sie zu {workspace} auf Parley ein",
    nameless: "Sie sind zu {workspace} auf Parley eingeladen",
    about: "Parley ist ein Besprechungsraum, in dem alle ihre eigene Sprache sprechen und lesen.",
    accept: "Einladung ansehen",
    reason:
      "Der Link gilt sieben Tage und nur für diese Adresse. Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.",
  },
  pt: {
    subject: "{name} convida você para {workspace} no Parley",
    nameless: "Você recebeu um convite para {workspace} no Parley",
    about: "O Parley é uma sala de reunião em que cada pessoa fala e lê no seu idioma.",
    accept: "Ver o convite",
    reason:
      "O link funciona por sete dias e só com este endereço. Se você não conhece o remetente, ignore este e-mail.",
  },
  uk: {
    subject: "{name} запрошує вас до {workspace} у Parley",
    nameless: "Вас запрошено до {workspace} у Parley",
    about: "Parley — це кімната для зустрічей, де кожен говорить і читає своєю мовою.",
    accept: "Переглянути запрошення",
    reason: "Посилання діє сім днів і лише для цієї адреси. Якщо ви не знаєте відправника, не зважайте на цей лист.",
  },
  hi: {
    subject: "{name} ने आपको Parley पर {workspace} में आमंत्रित किया है",
    nameless: "आपको Parley पर {workspace} में आमंत्रित किया गया है",
    about: "Parley एक मीटिंग रूम है जहाँ हर कोई अपनी भाषा में बोलता और पढ़ता है।",
    accept: "आमंत्रण देखें",
    reason: "लिंक सात दिन तक और केवल इस ईमेल पते के लिए काम करता है। अगर आप भेजने वाले को नहीं जानते, तो इसे अनदेखा करें।",
  },
  zh: {
    subject: "{name} 邀请你加入 Parley 上的 {workspace}",
    nameless: "你受邀加入 Parley 上的 {workspace}",
    about: "在 Parley 的会议室里，每个人都用自己的语言说话和阅读。",
    accept: "查看邀请",
    reason: "此链接七天内有效，且仅限此邮箱地址使用。如果你不认识发件人，请忽略此邮件。",
  },
  ja: {
    subject: "{name} さんから Parley の「{workspace}」への招待が届いています",
    nameless: "Parley の「{workspace}」への招待が届いています",
    about: "Parley は、誰もが自分の言語で話し、読める会議室です。",
    accept: "招待を見る",
    reason:
      "リンクは7日間、このメールアドレスでのみ有効です。送信者に心当たりがない場合は、このメールを無視してください。",
  },
} as const satisfies Readonly<Record<ConfirmationLanguage, InvitationTexts>>;

/** The texts of the email about a new password, in all languages that the interface is to have. */
import type { ConfirmationLanguage } from "../_shared/contracts/confirmationTexts.ts";

interface PasswordTexts {
  /** The subjects about a change, and about the first password of an account. */
  readonly changed: string;
  readonly first: string;
  /** `{time}`: date, time and time zone. */
  readonly about: string;
  readonly yours: string;
  readonly notYours: string;
  readonly view: string;
  readonly reason: string;
}

export const PASSWORD_TEXTS = {
  en: {
    changed: "Your Parley password was changed",
    first: "Your Parley account has a password now",
    about: "It happened on {time}. Your other devices were signed out.",
    yours: "If it was you, there is nothing to do.",
    notYours:
      "If it was not you, sign in with a code, choose another password, and change the password of this mailbox.",
    view: "Go to security",
    reason: "Parley sends this email whenever a password changes.",
  },
  es: {
    changed: "Se cambió tu contraseña de Parley",
    first: "Tu cuenta de Parley ya tiene contraseña",
    about: "Ocurrió el {time}. Se cerró la sesión en tus otros dispositivos.",
    yours: "Si fuiste tú, no tienes que hacer nada.",
    notYours: "Si no fuiste tú, entra con un código, elige otra contraseña y cambia la contraseña de este correo.",
    view: "Ir a seguridad",
    reason: "Parley envía este correo cada vez que cambia una contraseña.",
  },
  ar: {
    changed: "تغيّرت كلمة مرورك في Parley",
    first: "صار لحسابك في Parley كلمة مرور",
    about: "حدث ذلك في {time}. سُجّل خروج أجهزتك الأخرى.",
    yours: "إن كنت أنت، فلا يلزمك فعل شيء.",
    notYours: "إن لم تكن أنت، فسجّل الدخول برمز، واختر كلمة مرور أخرى، وغيّر كلمة مرور هذا البريد.",
    view: "فتح إعدادات الأمان",
    reason: "يرسل Parley هذه الرسالة كلما تغيّرت كلمة مرور.",
  },
  fr: {
    changed: "Votre mot de passe Parley a été modifié",
    first: "Votre compte Parley a maintenant un mot de passe",
    about: "C’était le {time}. Vos autres appareils ont été déconnectés.",
    yours: "Si c’était vous, vous n’avez rien à faire.",
    notYours:
      "Si ce n’était pas vous, connectez-vous avec un code, choisissez un autre mot de passe et changez celui de cette messagerie.",
    view: "Ouvrir la sécurité",
    reason: "Parley envoie cet e-mail à chaque changement de mot de passe.",
  },
  de: {
    changed: "Dein Parley-Passwort wurde geändert",
    first: "Dein Parley-Konto hat jetzt ein Passwort",
    about: "Das war am {time}. Deine anderen Geräte wurden abgemeldet.",
    yours: "Wenn du es warst, musst du nichts tun.",
    notYours:
      "Wenn du es nicht warst, melde dich mit einem Code an, wähle ein anderes Passwort und ändere das Passwort dieses Postfachs.",
    view: "Zur Sicherheit",
    reason: "Parley schickt diese E-Mail bei jeder Änderung eines Passworts.",
  },
  pt: {
    changed: "A sua palavra-passe do Parley foi alterada",
    first: "A sua conta Parley já tem uma palavra-passe",
    about: "Aconteceu em {time}. A sessão foi terminada nos seus outros dispositivos.",
    yours: "Se foi você, não precisa de fazer nada.",
    notYours:
      "Se não foi você, inicie sessão com um código, escolha outra palavra-passe e mude a palavra-passe deste email.",
    view: "Abrir a segurança",
    reason: "O Parley envia este email sempre que uma palavra-passe muda.",
  },
  uk: {
    changed: "Ваш пароль Parley змінено",
    first: "Ваш обліковий запис Parley тепер має пароль",
    about: "Це сталося {time}. На інших ваших пристроях виконано вихід.",
    yours: "Якщо це були ви, нічого робити не потрібно.",
    notYours: "Якщо це були не ви, увійдіть за кодом, виберіть інший пароль і змініть пароль цієї скриньки.",
    view: "Відкрити безпеку",
    reason: "Parley надсилає цей лист щоразу, коли пароль змінюється.",
  },
  hi: {
    changed: "आपका Parley पासवर्ड बदला गया",
    first: "आपके Parley खाते में अब पासवर्ड है",
    about: "यह {time} को हुआ। आपके दूसरे डिवाइस साइन आउट कर दिए गए।",
    yours: "अगर यह आपने किया था, तो कुछ करने की ज़रूरत नहीं है।",
    notYours: "अगर यह आपने नहीं किया, तो कोड से साइन इन करें, दूसरा पासवर्ड चुनें और इस मेलबॉक्स का पासवर्ड बदलें।",
    view: "सुरक्षा खोलें",
    reason: "पासवर्ड बदलने पर Parley हर बार यह ईमेल भेजता है।",
  },
  zh: {
    changed: "你的 Parley 密码已更改",
    first: "你的 Parley 账号现在有了密码",
    about: "时间：{time}。你的其他设备已退出登录。",
    yours: "如果是你本人操作，则无需处理。",
    notYours: "如果不是你，请用验证码登录，换一个密码，并更改此邮箱的密码。",
    view: "打开安全设置",
    reason: "每次密码更改时，Parley 都会发送这封邮件。",
  },
  ja: {
    changed: "Parley のパスワードが変更されました",
    first: "Parley アカウントにパスワードが設定されました",
    about: "日時：{time}。ほかの端末はサインアウトされました。",
    yours: "ご本人の操作であれば、何もする必要はありません。",
    notYours:
      "心当たりがない場合は、コードでサインインして別のパスワードを選び、このメールのパスワードも変更してください。",
    view: "セキュリティを開く",
    reason: "Parley はパスワードが変わるたびにこのメールを送信します。",
  },
} as const satisfies Record<ConfirmationLanguage, PasswordTexts>;

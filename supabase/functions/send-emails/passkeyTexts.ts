/** The texts of the email about a passkey, in all languages that the interface is to have. */
import type { ConfirmationLanguage } from "../_shared/contracts/confirmationTexts.ts";

interface PasskeyTexts {
  readonly added: string;
  readonly removed: string;
  /** `{name}` of the passkey; `{time}`: date, time and time zone. */
  readonly addedAbout: string;
  readonly removedAbout: string;
  /** A passkey without a name. */
  readonly unnamed: string;
  readonly yours: string;
  readonly notYours: string;
  readonly view: string;
  readonly reason: string;
}

export const PASSKEY_TEXTS = {
  en: {
    added: "A passkey was added to your Parley account",
    removed: "A passkey was removed from your Parley account",
    addedAbout: "“{name}” was added on {time}. Anyone with access to it can sign in as you.",
    removedAbout: "“{name}” was removed on {time}. It no longer signs in to your account.",
    unnamed: "Passkey",
    yours: "If it was you, there is nothing to do.",
    notYours:
      "If it was not you, sign in with a code, remove passkeys that are not yours, and sign out your other devices. Then change the password of this mailbox.",
    view: "Go to security",
    reason: "Parley sends this email whenever a passkey is added or removed.",
  },
  es: {
    added: "Se añadió una clave de acceso a tu cuenta de Parley",
    removed: "Se quitó una clave de acceso de tu cuenta de Parley",
    addedAbout: "«{name}» se añadió el {time}. Quien la tenga puede entrar en tu cuenta.",
    removedAbout: "«{name}» se quitó el {time}. Ya no sirve para entrar en tu cuenta.",
    unnamed: "Clave de acceso",
    yours: "Si fuiste tú, no tienes que hacer nada.",
    notYours:
      "Si no fuiste tú, entra con un código, quita las claves que no sean tuyas y cierra la sesión en tus otros dispositivos. Después, cambia la contraseña de este correo.",
    view: "Ir a seguridad",
    reason: "Parley envía este correo cada vez que se añade o se quita una clave de acceso.",
  },
  ar: {
    added: "أُضيف مفتاح مرور إلى حسابك في Parley",
    removed: "أُزيل مفتاح مرور من حسابك في Parley",
    addedAbout: "أُضيف «{name}» في {time}. يستطيع من يملكه الدخول إلى حسابك.",
    removedAbout: "أُزيل «{name}» في {time}. لم يعد يفتح حسابك.",
    unnamed: "مفتاح مرور",
    yours: "إن كنت أنت، فلا يلزمك فعل شيء.",
    notYours:
      "إن لم تكن أنت، فسجّل الدخول برمز، وأزل مفاتيح المرور التي ليست لك، وسجّل خروج أجهزتك الأخرى، ثم غيّر كلمة مرور هذا البريد.",
    view: "فتح إعدادات الأمان",
    reason: "يرسل Parley هذه الرسالة كلما أُضيف مفتاح مرور أو أُزيل.",
  },
  fr: {
    added: "Une clé d’accès a été ajoutée à votre compte Parley",
    removed: "Une clé d’accès a été retirée de votre compte Parley",
    addedAbout: "« {name} » a été ajoutée le {time}. Toute personne qui la possède peut se connecter à votre compte.",
    removedAbout: "« {name} » a été retirée le {time}. Elle ne permet plus de se connecter à votre compte.",
    unnamed: "Clé d’accès",
    yours: "Si c’était vous, vous n’avez rien à faire.",
    notYours:
      "Si ce n’était pas vous, connectez-vous avec un code, retirez les clés qui ne sont pas les vôtres et déconnectez vos autres appareils. Changez ensuite le mot de passe de cette messagerie.",
    view: "Ouvrir la sécurité",
    reason: "Parley envoie cet e-mail chaque fois qu’une clé d’accès est ajoutée ou retirée.",
  },
  de: {
    added: "Deinem Parley-Konto wurde ein Passkey hinzugefügt",
    removed: "Ein Passkey wurde aus deinem Parley-Konto entfernt",
    addedAbout: "„{name}“ wurde am {time} hinzugefügt. Wer ihn hat, kann sich als du anmelden.",
    removedAbout: "„{name}“ wurde am {time} entfernt. Damit kann sich niemand mehr anmelden.",
    unnamed: "Passkey",
    yours: "Wenn du es warst, musst du nichts tun.",
    notYours:
      "Wenn du es nicht warst, melde dich mit einem Code an, entferne fremde Passkeys und melde deine anderen Geräte ab. Ändere danach das Passwort dieses Postfachs.",
    view: "Zur Sicherheit",
    reason: "Parley schickt diese E-Mail, wenn ein Passkey hinzugefügt oder entfernt wird.",
  },
  pt: {
    added: "Foi adicionada uma chave de acesso à sua conta Parley",
    removed: "Foi removida uma chave de acesso da sua conta Parley",
    addedAbout: "“{name}” foi adicionada em {time}. Quem a tiver pode entrar na sua conta.",
    removedAbout: "“{name}” foi removida em {time}. Já não permite entrar na sua conta.",
    unnamed: "Chave de acesso",
    yours: "Se foi você, não precisa de fazer nada.",
    notYours:
      "Se não foi você, inicie sessão com um código, remova as chaves que não são suas e termine a sessão nos outros dispositivos. Depois, mude a palavra-passe deste email.",
    view: "Abrir a segurança",
    reason: "O Parley envia este email sempre que uma chave de acesso é adicionada ou removida.",
  },
  uk: {
    added: "До вашого облікового запису Parley додано ключ доступу",
    removed: "З вашого облікового запису Parley вилучено ключ доступу",
    addedAbout: "«{name}» додано {time}. Той, хто його має, може увійти до вашого запису.",
    removedAbout: "«{name}» вилучено {time}. Ним більше не можна увійти.",
    unnamed: "Ключ доступу",
    yours: "Якщо це були ви, нічого робити не потрібно.",
    notYours:
      "Якщо це були не ви, увійдіть за кодом, вилучіть чужі ключі доступу й вийдіть на інших пристроях. Потім змініть пароль цієї скриньки.",
    view: "Відкрити безпеку",
    reason: "Parley надсилає цей лист щоразу, коли ключ доступу додано або вилучено.",
  },
  hi: {
    added: "आपके Parley खाते में एक पासकी जोड़ी गई",
    removed: "आपके Parley खाते से एक पासकी हटाई गई",
    addedAbout: "“{name}” {time} को जोड़ी गई। जिसके पास यह है, वह आपके खाते में साइन इन कर सकता है।",
    removedAbout: "“{name}” {time} को हटाई गई। अब इससे आपके खाते में साइन इन नहीं होता।",
    unnamed: "पासकी",
    yours: "अगर यह आपने किया था, तो कुछ करने की ज़रूरत नहीं है।",
    notYours:
      "अगर यह आपने नहीं किया, तो कोड से साइन इन करें, जो पासकी आपकी नहीं हैं उन्हें हटाएँ और अपने दूसरे डिवाइस साइन आउट करें। फिर इस मेलबॉक्स का पासवर्ड बदलें।",
    view: "सुरक्षा खोलें",
    reason: "पासकी जुड़ने या हटने पर Parley हर बार यह ईमेल भेजता है।",
  },
  zh: {
    added: "你的 Parley 账号添加了通行密钥",
    removed: "你的 Parley 账号移除了通行密钥",
    addedAbout: "“{name}”已添加，时间：{time}。持有它的人可以登录你的账号。",
    removedAbout: "“{name}”已移除，时间：{time}。它不能再登录你的账号。",
    unnamed: "通行密钥",
    yours: "如果是你本人操作，则无需处理。",
    notYours: "如果不是你，请用验证码登录，移除不属于你的通行密钥，并退出其他设备的登录。然后更改此邮箱的密码。",
    view: "打开安全设置",
    reason: "每次添加或移除通行密钥时，Parley 都会发送这封邮件。",
  },
  ja: {
    added: "Parley アカウントにパスキーが追加されました",
    removed: "Parley アカウントからパスキーが削除されました",
    addedAbout: "「{name}」が追加されました（日時：{time}）。これを持つ人はあなたとしてサインインできます。",
    removedAbout: "「{name}」が削除されました（日時：{time}）。このパスキーではサインインできなくなりました。",
    unnamed: "パスキー",
    yours: "ご本人の操作であれば、何もする必要はありません。",
    notYours:
      "心当たりがない場合は、コードでサインインし、覚えのないパスキーを削除して、ほかの端末をサインアウトしてください。その後、このメールのパスワードも変更してください。",
    view: "セキュリティを開く",
    reason: "Parley はパスキーが追加または削除されるたびにこのメールを送信します。",
  },
} as const satisfies Record<ConfirmationLanguage, PasskeyTexts>;

/** The texts of emails about a change of an account, in all languages that the interface is to have. */
import type { ConfirmationLanguage } from "../contracts/confirmationTexts.ts";

interface ChangeText {
  readonly subject: string;
  readonly about: string;
}

interface ChangeTexts {
  readonly passwordChanged: ChangeText;
  /** Goes to the old address. The new one is `{address}`. */
  readonly emailChanged: ChangeText;
  readonly phoneChanged: ChangeText;
  /** `{provider}` is the name of a way to sign in. */
  readonly identityLinked: ChangeText;
  readonly identityUnlinked: ChangeText;
  readonly factorAdded: ChangeText;
  readonly factorRemoved: ChangeText;
  readonly view: string;
  readonly notYours: string;
  /** For the old address, with which nobody signs in any more. */
  readonly notYoursElsewhere: string;
}

export const CHANGE_TEXTS = {
  en: {
    passwordChanged: { subject: "Your Parley password was changed", about: "Your account has a new password." },
    emailChanged: {
      subject: "Your Parley email address was changed",
      about: "Your account now has the address {address}. This address no longer belongs to it.",
    },
    phoneChanged: { subject: "Your Parley phone number was changed", about: "Your account has a new phone number." },
    identityLinked: {
      subject: "A new way to sign in to your Parley account",
      about: "{provider} now signs in to your account.",
    },
    identityUnlinked: {
      subject: "A way to sign in to your Parley account was removed",
      about: "{provider} no longer signs in to your account.",
    },
    factorAdded: {
      subject: "A second factor was added to your Parley account",
      about: "From now on, signing in needs this factor as well.",
    },
    factorRemoved: {
      subject: "A second factor was removed from your Parley account",
      about: "Signing in no longer needs this factor.",
    },
    view: "View your devices",
    notYours: "If it was not you, sign out on all other devices and set a new password.",
    notYoursElsewhere: "If it was not you, write to the people who run this Parley at once.",
  },
  es: {
    passwordChanged: { subject: "Tu contraseña de Parley ha cambiado", about: "Tu cuenta tiene una contraseña nueva." },
    emailChanged: {
      subject: "Tu dirección de correo en Parley ha cambiado",
      about: "Tu cuenta tiene ahora la dirección {address}. Esta dirección ya no le pertenece.",
    },
    phoneChanged: {
      subject: "Tu número de teléfono en Parley ha cambiado",
      about: "Tu cuenta tiene un número de teléfono nuevo.",
    },
    identityLinked: {
      subject: "Una forma nueva de entrar en tu cuenta de Parley",
      about: "Ahora se puede entrar en tu cuenta con {provider}.",
    },
    identityUnlinked: {
      subject: "Se ha quitado una forma de entrar en tu cuenta de Parley",
      about: "Ya no se puede entrar en tu cuenta con {provider}.",
    },
    factorAdded: {
      subject: "Se ha añadido un segundo factor a tu cuenta de Parley",
      about: "A partir de ahora, para entrar hace falta también este factor.",
    },
    factorRemoved: {
      subject: "Se ha quitado un segundo factor de tu cuenta de Parley",
      about: "Para entrar ya no hace falta este factor.",
    },
    view: "Ver tus dispositivos",
    notYours: "Si no fuiste tú, cierra la sesión en los demás dispositivos y elige una contraseña nueva.",
    notYoursElsewhere: "Si no fuiste tú, escribe enseguida a quienes administran este Parley.",
  },
  ar: {
    passwordChanged: { subject: "تغيّرت كلمة مرورك في Parley", about: "لحسابك كلمة مرور جديدة." },
    emailChanged: {
      subject: "تغيّر عنوان بريدك في Parley",
      about: "عنوان حسابك الآن هو {address}. ولم يعد هذا العنوان تابعًا له.",
    },
    phoneChanged: { subject: "تغيّر رقم هاتفك في Parley", about: "لحسابك رقم هاتف جديد." },
    identityLinked: {
      subject: "طريقة جديدة للدخول إلى حسابك في Parley",
      about: "يمكن الآن الدخول إلى حسابك عبر {provider}.",
    },
    identityUnlinked: {
      subject: "أُزيلت طريقة للدخول إلى حسابك في Parley",
      about: "لم يعد ممكنًا الدخول إلى حسابك عبر {provider}.",
    },
    factorAdded: {
      subject: "أُضيف عامل ثانٍ إلى حسابك في Parley",
      about: "من الآن فصاعدًا يحتاج تسجيل الدخول إلى هذا العامل أيضًا.",
    },
    factorRemoved: {
      subject: "أُزيل عامل ثانٍ من حسابك في Parley",
      about: "لم يعد تسجيل الدخول يحتاج إلى هذا العامل.",
    },
    view: "عرض أجهزتك",
    notYours: "إن لم يكن هذا منك فسجّل الخروج من كل الأجهزة الأخرى وعيّن كلمة مرور جديدة.",
    notYoursElsewhere: "إن لم يكن هذا منك فراسل فورًا القائمين على Parley هذا.",
  },
  fr: {
    passwordChanged: {
      subject: "Votre mot de passe Parley a été modifié",
      about: "Votre compte a un nouveau mot de passe.",
    },
    emailChanged: {
      subject: "Votre adresse e-mail Parley a été modifiée",
      about: "Votre compte a désormais l’adresse {address}. Celle-ci ne lui appartient plus.",
    },
    phoneChanged: {
      subject: "Votre numéro de téléphone Parley a été modifié",
      about: "Votre compte a un nouveau numéro de téléphone.",
    },
    identityLinked: {
      subject: "Un nouveau moyen de vous connecter à votre compte Parley",
      about: "On peut désormais se connecter à votre compte avec {provider}.",
    },
    identityUnlinked: {
      subject: "Un moyen de vous connecter à votre compte Parley a été retiré",
      about: "On ne peut plus se connecter à votre compte avec {provider}.",
    },
    factorAdded: {
      subject: "Un second facteur a été ajouté à votre compte Parley",
      about: "Désormais, la connexion demande aussi ce facteur.",
    },
    factorRemoved: {
      subject: "Un second facteur a été retiré de votre compte Parley",
      about: "La connexion ne demande plus ce facteur.",
    },
    view: "Voir vos appareils",
    notYours: "Si ce n’était pas vous, déconnectez tous les autres appareils et choisissez un nouveau mot de passe.",
    notYoursElsewhere: "Si ce n’était pas vous, écrivez aussitôt aux responsables de ce Parley.",
  },
  de: {
    passwordChanged: { subject: "Ihr Parley-Passwort wurde geändert", about: "Ihr Konto hat ein neues Passwort." },
    emailChanged: {
      subject: "Ihre E-Mail-Adresse bei Parley wurde geändert",
      about: "Ihr Konto hat jetzt die Adresse {address}. Diese Adresse gehört nicht mehr dazu.",
    },
    phoneChanged: {
      subject: "Ihre Telefonnummer bei Parley wurde geändert",
      about: "Ihr Konto hat eine neue Telefonnummer.",
    },
    identityLinked: {
      subject: "Eine neue Anmeldemöglichkeit für Ihr Parley-Konto",
      about: "Mit {provider} kann man sich jetzt bei Ihrem Konto anmelden.",
    },
    identityUnlinked: {
      subject: "Eine Anmeldemöglichkeit Ihres Parley-Kontos wurde entfernt",
      about: "Mit {provider} kann man sich nicht mehr bei Ihrem Konto anmelden.",
    },
    factorAdded: {
      subject: "Ihr Parley-Konto hat einen weiteren Faktor",
      about: "Von jetzt an braucht die Anmeldung auch diesen Faktor.",
    },
    factorRemoved: {
      subject: "Ein Faktor Ihres Parley-Kontos wurde entfernt",
      about: "Die Anmeldung braucht diesen Faktor nicht mehr.",
    },
    view: "Geräte ansehen",
    notYours:
      "Wenn Sie das nicht waren, melden Sie sich auf allen anderen Geräten ab und legen Sie ein neues Passwort fest.",
    notYoursElsewhere: "Wenn Sie das nicht waren, schreiben Sie sofort an die Betreiber dieses Parley.",
  },
  pt: {
    passwordChanged: { subject: "Sua senha do Parley foi alterada", about: "Sua conta tem uma nova senha." },
    emailChanged: {
      subject: "Seu endereço de e-mail no Parley foi alterado",
      about: "Sua conta agora tem o endereço {address}. Este endereço não pertence mais a ela.",
    },
    phoneChanged: {
      subject: "Seu número de telefone no Parley foi alterado",
      about: "Sua conta tem um novo número de telefone.",
    },
    identityLinked: {
      subject: "Uma nova forma de entrar na sua conta do Parley",
      about: "Agora é possível entrar na sua conta com {provider}.",
    },
    identityUnlinked: {
      subject: "Uma forma de entrar na sua conta do Parley foi removida",
      about: "Não é mais possível entrar na sua conta com {provider}.",
    },
    factorAdded: {
      subject: "Um segundo fator foi adicionado à sua conta do Parley",
      about: "A partir de agora, para entrar também é preciso este fator.",
    },
    factorRemoved: {
      subject: "Um segundo fator foi removido da sua conta do Parley",
      about: "Para entrar, este fator não é mais necessário.",
    },
    view: "Ver seus dispositivos",
    notYours: "Se não foi você, saia em todos os outros dispositivos e defina uma nova senha.",
    notYoursElsewhere: "Se não foi você, escreva imediatamente para quem administra este Parley.",
  },
  uk: {
    passwordChanged: { subject: "Ваш пароль Parley змінено", about: "Ваш обліковий запис має новий пароль." },
    emailChanged: {
      subject: "Вашу адресу електронної пошти в Parley змінено",
      about: "Тепер адреса вашого облікового запису — {address}. Ця адреса йому більше не належить.",
    },
    phoneChanged: {
      subject: "Ваш номер телефону в Parley змінено",
      about: "Ваш обліковий запис має новий номер телефону.",
    },
    identityLinked: {
      subject: "Новий спосіб входу до вашого облікового запису Parley",
      about: "Тепер до вашого облікового запису можна увійти через {provider}.",
    },
    identityUnlinked: {
      subject: "Спосіб входу до вашого облікового запису Parley вилучено",
      about: "До вашого облікового запису більше не можна увійти через {provider}.",
    },
    factorAdded: {
      subject: "До вашого облікового запису Parley додано другий фактор",
      about: "Відтепер для входу потрібен також цей фактор.",
    },
    factorRemoved: {
      subject: "Із вашого облікового запису Parley вилучено другий фактор",
      about: "Для входу цей фактор більше не потрібен.",
    },
    view: "Переглянути пристрої",
    notYours: "Якщо це були не ви, вийдіть на всіх інших пристроях і задайте новий пароль.",
    notYoursElsewhere: "Якщо це були не ви, негайно напишіть тим, хто керує цим Parley.",
  },
  hi: {
    passwordChanged: { subject: "आपका Parley पासवर्ड बदला गया", about: "आपके खाते का पासवर्ड अब नया है।" },
    emailChanged: {
      subject: "Parley में आपका ईमेल पता बदला गया",
      about: "आपके खाते का पता अब {address} है। यह पता अब उससे जुड़ा नहीं है।",
    },
    phoneChanged: { subject: "Parley में आपका फ़ोन नंबर बदला गया", about: "आपके खाते का फ़ोन नंबर अब नया है।" },
    identityLinked: {
      subject: "आपके Parley खाते में साइन इन करने का नया तरीका",
      about: "अब {provider} से आपके खाते में साइन इन किया जा सकता है।",
    },
    identityUnlinked: {
      subject: "आपके Parley खाते में साइन इन करने का एक तरीका हटाया गया",
      about: "अब {provider} से आपके खाते में साइन इन नहीं किया जा सकता।",
    },
    factorAdded: {
      subject: "आपके Parley खाते में दूसरा फ़ैक्टर जोड़ा गया",
      about: "अब से साइन इन करने के लिए यह फ़ैक्टर भी ज़रूरी है।",
    },
    factorRemoved: {
      subject: "आपके Parley खाते से दूसरा फ़ैक्टर हटाया गया",
      about: "साइन इन करने के लिए अब यह फ़ैक्टर ज़रूरी नहीं है।",
    },
    view: "अपने डिवाइस देखें",
    notYours: "अगर यह आप नहीं थे, तो बाकी सभी डिवाइस पर साइन आउट करें और नया पासवर्ड बनाएँ।",
    notYoursElsewhere: "अगर यह आप नहीं थे, तो तुरंत इस Parley को चलाने वालों को लिखें।",
  },
  zh: {
    passwordChanged: { subject: "您的 Parley 密码已更改", about: "您的账户有了新密码。" },
    emailChanged: {
      subject: "您在 Parley 的电子邮箱地址已更改",
      about: "您账户的地址现在是 {address}。此地址不再属于该账户。",
    },
    phoneChanged: { subject: "您在 Parley 的电话号码已更改", about: "您的账户有了新的电话号码。" },
    identityLinked: { subject: "您的 Parley 账户新增了登录方式", about: "现在可以用 {provider} 登录您的账户。" },
    identityUnlinked: { subject: "您的 Parley 账户移除了一种登录方式", about: "不能再用 {provider} 登录您的账户。" },
    factorAdded: { subject: "您的 Parley 账户新增了第二重验证", about: "从现在起，登录还需要这重验证。" },
    factorRemoved: { subject: "您的 Parley 账户移除了第二重验证", about: "登录不再需要这重验证。" },
    view: "查看您的设备",
    notYours: "如果不是您本人操作，请在所有其他设备上退出登录，并设置新密码。",
    notYoursElsewhere: "如果不是您本人操作，请立即联系此 Parley 的管理者。",
  },
  ja: {
    passwordChanged: {
      subject: "Parley のパスワードが変更されました",
      about: "アカウントのパスワードが新しくなりました。",
    },
    emailChanged: {
      subject: "Parley のメールアドレスが変更されました",
      about: "アカウントのアドレスは {address} になりました。このアドレスはもうアカウントのものではありません。",
    },
    phoneChanged: {
      subject: "Parley の電話番号が変更されました",
      about: "アカウントの電話番号が新しくなりました。",
    },
    identityLinked: {
      subject: "Parley アカウントに新しいサインイン方法が追加されました",
      about: "{provider} でアカウントにサインインできるようになりました。",
    },
    identityUnlinked: {
      subject: "Parley アカウントのサインイン方法が削除されました",
      about: "{provider} ではアカウントにサインインできなくなりました。",
    },
    factorAdded: {
      subject: "Parley アカウントに二つ目の認証要素が追加されました",
      about: "今後のサインインには、この認証要素も必要です。",
    },
    factorRemoved: {
      subject: "Parley アカウントの二つ目の認証要素が削除されました",
      about: "サインインに、この認証要素は必要なくなりました。",
    },
    view: "デバイスを確認",
    notYours: "心当たりがない場合は、ほかのすべてのデバイスでサインアウトし、新しいパスワードを設定してください。",
    notYoursElsewhere: "心当たりがない場合は、すぐにこの Parley の運営者に連絡してください。",
  },
} as const satisfies Record<ConfirmationLanguage, ChangeTexts>;

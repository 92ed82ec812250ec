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
  readonly emailAdded: ChangeText;
  readonly phoneAdded: ChangeText;
  readonly phoneChanged: ChangeText;
  readonly phoneRemoved: ChangeText;
  /** `{provider}` is the name of a way to sign in. */
  readonly identityLinked: ChangeText;
  readonly identityUnlinked: ChangeText;
  readonly factorAdded: ChangeText;
  readonly factorRemoved: ChangeText;
  readonly recoveryCodesCreated: ChangeText;
  readonly factorResetAsked: ChangeText;
  readonly factorResetApproved: ChangeText;
  readonly factorResetDeclined: ChangeText;
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
    emailAdded: {
      subject: "An email address was added to your Parley account",
      about: "Codes and links by email now sign in to your account.",
    },
    phoneAdded: {
      subject: "A phone number was added to your Parley account",
      about: "Codes by SMS to this number now sign in to your account.",
    },
    phoneRemoved: {
      subject: "The phone number was removed from your Parley account",
      about: "Codes by SMS no longer sign in to your account.",
    },
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
    recoveryCodesCreated: {
      subject: "Your Parley account has new recovery codes",
      about: "Earlier recovery codes no longer work.",
    },
    factorResetAsked: {
      subject: "Somebody asked to reset your second factor",
      about: "Admins of your workspaces can now allow you to sign in to Parley without it.",
    },
    factorResetApproved: {
      subject: "Your second factor will be reset",
      about:
        "An admin allowed it. In 24 hours your apps and recovery codes stop working, and a code by email is enough to sign in.",
    },
    factorResetDeclined: { subject: "Your second factor was not reset", about: "An admin declined the request." },
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
    emailAdded: {
      subject: "Se añadió una dirección de correo a tu cuenta de Parley",
      about: "Ahora se puede entrar en tu cuenta con códigos y enlaces por correo.",
    },
    phoneAdded: {
      subject: "Se añadió un número de teléfono a tu cuenta de Parley",
      about: "Ahora se puede entrar en tu cuenta con códigos por SMS a ese número.",
    },
    phoneRemoved: {
      subject: "Se quitó el número de teléfono de tu cuenta de Parley",
      about: "Ya no se puede entrar en tu cuenta con códigos por SMS.",
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
    recoveryCodesCreated: {
      subject: "Tu cuenta de Parley tiene códigos de recuperación nuevos",
      about: "Los códigos de recuperación anteriores ya no funcionan.",
    },
    factorResetAsked: {
      subject: "Alguien ha pedido restablecer tu segundo factor",
      about: "Los administradores de tus espacios de trabajo pueden permitirte ahora entrar en Parley sin él.",
    },
    factorResetApproved: {
      subject: "Tu segundo factor se va a restablecer",
      about:
        "Un administrador lo ha permitido. Dentro de 24 horas, tus aplicaciones y códigos de recuperación dejarán de funcionar y bastará un código por correo para entrar.",
    },
    factorResetDeclined: {
      subject: "Tu segundo factor no se ha restablecido",
      about: "Un administrador ha rechazado la solicitud.",
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
    emailAdded: {
      subject: "أُضيف عنوان بريد إلى حسابك في Parley",
      about: "يمكن الآن الدخول إلى حسابك برموز وروابط تصل بالبريد.",
    },
    phoneAdded: {
      subject: "أُضيف رقم هاتف إلى حسابك في Parley",
      about: "يمكن الآن الدخول إلى حسابك برموز تصل إلى هذا الرقم برسائل قصيرة.",
    },
    phoneRemoved: {
      subject: "أُزيل رقم الهاتف من حسابك في Parley",
      about: "لم يعد ممكنًا الدخول إلى حسابك برموز الرسائل القصيرة.",
    },
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
    recoveryCodesCreated: {
      subject: "لحسابك في Parley رموز استرداد جديدة",
      about: "لم تعد رموز الاسترداد السابقة تعمل.",
    },
    factorResetAsked: {
      subject: "طلب أحدهم إعادة تعيين عاملك الثاني",
      about: "يستطيع مديرو مساحات عملك الآن السماح لك بالدخول إلى Parley من دونه.",
    },
    factorResetApproved: {
      subject: "سيُعاد تعيين عاملك الثاني",
      about: "سمح مدير بذلك. بعد 24 ساعة تتوقف تطبيقاتك ورموز الاسترداد عن العمل، ويكفي رمز بالبريد لتسجيل الدخول.",
    },
    factorResetDeclined: { subject: "لم يُعَد تعيين عاملك الثاني", about: "رفض مدير الطلب." },
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
    emailAdded: {
      subject: "Une adresse e-mail a été ajoutée à votre compte Parley",
      about: "Les codes et les liens par e-mail permettent désormais de se connecter à votre compte.",
    },
    phoneAdded: {
      subject: "Un numéro de téléphone a été ajouté à votre compte Parley",
      about: "Les codes envoyés par SMS à ce numéro permettent désormais de se connecter à votre compte.",
    },
    phoneRemoved: {
      subject: "Le numéro de téléphone a été retiré de votre compte Parley",
      about: "Les codes par SMS ne permettent plus de se connecter à votre compte.",
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
    recoveryCodesCreated: {
      subject: "Votre compte Parley a de nouveaux codes de récupération",
      about: "Les codes de récupération précédents ne fonctionnent plus.",
    },
    factorResetAsked: {
      subject: "Quelqu’un a demandé la réinitialisation de votre second facteur",
      about:
        "Les administrateurs de vos espaces de travail peuvent maintenant vous autoriser à vous connecter à Parley sans lui.",
    },
    factorResetApproved: {
      subject: "Votre second facteur va être réinitialisé",
      about:
        "Un administrateur l’a autorisé. Dans 24 heures, vos applications et codes de récupération ne fonctionneront plus, et un code par e-mail suffira pour vous connecter.",
    },
    factorResetDeclined: {
      subject: "Votre second facteur n’a pas été réinitialisé",
      about: "Un administrateur a refusé la demande.",
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
    emailAdded: {
      subject: "Ihrem Parley-Konto wurde eine E-Mail-Adresse hinzugefügt",
      about: "Mit Codes und Links per E-Mail kann man sich nun bei Ihrem Konto anmelden.",
    },
    phoneAdded: {
      subject: "Ihrem Parley-Konto wurde eine Telefonnummer hinzugefügt",
      about: "Mit Codes per SMS an diese Nummer kann man sich nun bei Ihrem Konto anmelden.",
    },
    phoneRemoved: {
      subject: "Die Telefonnummer wurde aus Ihrem Parley-Konto entfernt",
      about: "Mit Codes per SMS kann man sich nicht mehr bei Ihrem Konto anmelden.",
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
    recoveryCodesCreated: {
      subject: "Ihr Parley-Konto hat neue Wiederherstellungscodes",
      about: "Frühere Wiederherstellungscodes gelten nicht mehr.",
    },
    factorResetAsked: {
      subject: "Jemand möchte Ihren zweiten Faktor zurücksetzen",
      about: "Admins Ihrer Arbeitsbereiche können Ihnen jetzt erlauben, sich ohne ihn bei Parley anzumelden.",
    },
    factorResetApproved: {
      subject: "Ihr zweiter Faktor wird zurückgesetzt",
      about:
        "Ein Admin hat es erlaubt. In 24 Stunden gelten Ihre Apps und Wiederherstellungscodes nicht mehr, und ein Code per E-Mail genügt zur Anmeldung.",
    },
    factorResetDeclined: {
      subject: "Ihr zweiter Faktor wurde nicht zurückgesetzt",
      about: "Ein Admin hat die Anfrage abgelehnt.",
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
    emailAdded: {
      subject: "Um endereço de e-mail foi adicionado à sua conta do Parley",
      about: "Códigos e links por e-mail agora dão acesso à sua conta.",
    },
    phoneAdded: {
      subject: "Um número de telefone foi adicionado à sua conta do Parley",
      about: "Códigos por SMS para esse número agora dão acesso à sua conta.",
    },
    phoneRemoved: {
      subject: "O número de telefone foi removido da sua conta do Parley",
      about: "Códigos por SMS não dão mais acesso à sua conta.",
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
    recoveryCodesCreated: {
      subject: "Sua conta do Parley tem novos códigos de recuperação",
      about: "Os códigos de recuperação anteriores não funcionam mais.",
    },
    factorResetAsked: {
      subject: "Alguém pediu para redefinir seu segundo fator",
      about: "Os administradores dos seus espaços de trabalho agora podem permitir que você entre no Parley sem ele.",
    },
    factorResetApproved: {
      subject: "Seu segundo fator será redefinido",
      about:
        "Um administrador permitiu. Em 24 horas, seus aplicativos e códigos de recuperação deixam de funcionar, e um código por e-mail basta para entrar.",
    },
    factorResetDeclined: {
      subject: "Seu segundo fator não foi redefinido",
      about: "Um administrador recusou o pedido.",
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
    emailAdded: {
      subject: "До вашого облікового запису Parley додано адресу електронної пошти",
      about: "Тепер в обліковий запис можна ввійти за кодом або посиланням з електронного листа.",
    },
    phoneAdded: {
      subject: "До вашого облікового запису Parley додано номер телефону",
      about: "Тепер в обліковий запис можна ввійти за кодом із SMS на цей номер.",
    },
    phoneRemoved: {
      subject: "Номер телефону вилучено з вашого облікового запису Parley",
      about: "В обліковий запис більше не можна ввійти за кодом із SMS.",
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
    recoveryCodesCreated: {
      subject: "Ваш обліковий запис Parley має нові коди відновлення",
      about: "Попередні коди відновлення більше не діють.",
    },
    factorResetAsked: {
      subject: "Хтось просить скинути ваш другий фактор",
      about: "Адміністратори ваших робочих просторів тепер можуть дозволити вам входити в Parley без нього.",
    },
    factorResetApproved: {
      subject: "Ваш другий фактор буде скинуто",
      about:
        "Адміністратор дозволив це. За 24 години ваші застосунки й коди відновлення перестануть діяти, і для входу вистачить коду з листа.",
    },
    factorResetDeclined: { subject: "Ваш другий фактор не скинуто", about: "Адміністратор відхилив запит." },
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
    emailAdded: {
      subject: "आपके Parley खाते में एक ईमेल पता जोड़ा गया",
      about: "अब ईमेल से आए कोड और लिंक से आपके खाते में साइन इन किया जा सकता है।",
    },
    phoneAdded: {
      subject: "आपके Parley खाते में एक फ़ोन नंबर जोड़ा गया",
      about: "अब इस नंबर पर SMS से आए कोड से आपके खाते में साइन इन किया जा सकता है।",
    },
    phoneRemoved: {
      subject: "आपके Parley खाते से फ़ोन नंबर हटाया गया",
      about: "अब SMS से आए कोड से आपके खाते में साइन इन नहीं किया जा सकता।",
    },
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
    recoveryCodesCreated: {
      subject: "आपके Parley खाते के नए रिकवरी कोड बने",
      about: "पुराने रिकवरी कोड अब काम नहीं करेंगे।",
    },
    factorResetAsked: {
      subject: "किसी ने आपका दूसरा फ़ैक्टर रीसेट करने को कहा है",
      about: "आपके कार्यस्थलों के एडमिन अब आपको इसके बिना Parley में साइन इन करने दे सकते हैं।",
    },
    factorResetApproved: {
      subject: "आपका दूसरा फ़ैक्टर रीसेट होगा",
      about: "एक एडमिन ने अनुमति दी। 24 घंटे बाद आपके ऐप और रिकवरी कोड काम नहीं करेंगे, और साइन इन के लिए ईमेल का कोड काफ़ी होगा।",
    },
    factorResetDeclined: { subject: "आपका दूसरा फ़ैक्टर रीसेट नहीं हुआ", about: "एक एडमिन ने अनुरोध अस्वीकार किया।" },
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
    emailAdded: {
      subject: "您的 Parley 账户添加了电子邮件地址",
      about: "现在可以用邮件中的验证码和链接登录您的账户。",
    },
    phoneAdded: { subject: "您的 Parley 账户添加了电话号码", about: "现在可以用发到该号码的短信验证码登录您的账户。" },
    phoneRemoved: { subject: "您的 Parley 账户移除了电话号码", about: "不能再用短信验证码登录您的账户。" },
    identityLinked: { subject: "您的 Parley 账户新增了登录方式", about: "现在可以用 {provider} 登录您的账户。" },
    identityUnlinked: { subject: "您的 Parley 账户移除了一种登录方式", about: "不能再用 {provider} 登录您的账户。" },
    factorAdded: { subject: "您的 Parley 账户新增了第二重验证", about: "从现在起，登录还需要这重验证。" },
    factorRemoved: { subject: "您的 Parley 账户移除了第二重验证", about: "登录不再需要这重验证。" },
    recoveryCodesCreated: {
      subject: "您的 Parley 账户有了新的恢复代码",
      about: "以前的恢复代码已失效。",
    },
    factorResetAsked: {
      subject: "有人请求重置您的第二重验证",
      about: "您工作区的管理员现在可以允许您不用它登录 Parley。",
    },
    factorResetApproved: {
      subject: "您的第二重验证将被重置",
      about: "一位管理员已允许。24 小时后，您的应用和恢复代码将失效，用电子邮件中的代码即可登录。",
    },
    factorResetDeclined: { subject: "您的第二重验证未被重置", about: "一位管理员拒绝了请求。" },
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
    emailAdded: {
      subject: "Parley アカウントにメールアドレスが追加されました",
      about: "メールで届くコードとリンクでアカウントにサインインできるようになりました。",
    },
    phoneAdded: {
      subject: "Parley アカウントに電話番号が追加されました",
      about: "この番号に届く SMS のコードでアカウントにサインインできるようになりました。",
    },
    phoneRemoved: {
      subject: "Parley アカウントから電話番号が削除されました",
      about: "SMS のコードではアカウントにサインインできなくなりました。",
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
    recoveryCodesCreated: {
      subject: "Parley アカウントのリカバリーコードが新しくなりました",
      about: "以前のリカバリーコードは使えなくなりました。",
    },
    factorResetAsked: {
      subject: "二つ目の認証要素のリセットが依頼されました",
      about: "ワークスペースの管理者は、それなしで Parley にサインインすることを許可できるようになりました。",
    },
    factorResetApproved: {
      subject: "二つ目の認証要素がリセットされます",
      about:
        "管理者が許可しました。24 時間後にアプリとリカバリーコードは使えなくなり、メールのコードだけでサインインできます。",
    },
    factorResetDeclined: {
      subject: "二つ目の認証要素はリセットされませんでした",
      about: "管理者が依頼を拒否しました。",
    },
    view: "デバイスを確認",
    notYours: "心当たりがない場合は、ほかのすべてのデバイスでサインアウトし、新しいパスワードを設定してください。",
    notYoursElsewhere: "心当たりがない場合は、すぐにこの Parley の運営者に連絡してください。",
  },
} as const satisfies Record<ConfirmationLanguage, ChangeTexts>;

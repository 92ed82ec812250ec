/** The texts of emails and SMS with a code, in all languages that the interface is to have. */
import type { ConfirmationLanguage } from "../_shared/contracts/confirmationTexts.ts";

interface CodeTexts {
  /** `{code}` stands first, so that lists and notifications show it. It is the text of an SMS as well. */
  readonly subject: string;
  readonly enter: string;
  /** How long code and link are valid, and the code alone. */
  readonly valid: string;
  readonly validCode: string;
  readonly secret: string;
  /** The same for the first sign-in and later ones. */
  readonly signIn: LinkTexts;
  readonly recovery: LinkTexts;
  readonly invite: LinkTexts;
  readonly emailChange: {
    readonly heading: string;
    /** The new address is `{address}`. */
    readonly about: string;
    /** Both addresses get a code. */
    readonly both: string;
    readonly unexpected: string;
  };
  readonly reauthentication: { readonly heading: string; readonly unexpected: string };
}

interface LinkTexts {
  readonly heading: string;
  /** Above the link. */
  readonly instead: string;
  readonly button: string;
  /** For readers who did not ask for the email. */
  readonly unexpected: string;
}

export const CODE_TEXTS = {
  en: {
    subject: "{code} is your Parley code",
    enter: "This is your code. Type it on the page where you asked for it.",
    valid: "The code and the link work once, and for five minutes.",
    validCode: "The code works once, and for five minutes.",
    secret: "Do not give the code to anyone.",
    signIn: {
      heading: "Sign in to Parley",
      instead: "You can also sign in with this link, on any device:",
      button: "Sign in",
      unexpected: "If you did not ask for this email, do nothing: without it nobody can sign in.",
    },
    recovery: {
      heading: "Set a new password",
      instead: "You can also continue with this link, on any device:",
      button: "Continue",
      unexpected: "If you did not ask for this email, do nothing: your account stays as it is.",
    },
    invite: {
      heading: "You are invited to Parley",
      instead: "You can accept with this link, on any device:",
      button: "Accept",
      unexpected: "If you do not expect an invitation, do nothing.",
    },
    emailChange: {
      heading: "Change your email address",
      about: "Your address in Parley is to become {address}.",
      both: "The old and the new address each get a code, and both are needed.",
      unexpected: "If you did not ask for this email, do nothing: everything stays as it is.",
    },
    reauthentication: {
      heading: "Confirm a change of your account",
      unexpected:
        "If you did not ask for this email, somebody else may be signed in to your account: sign out on all your devices.",
    },
  },
  es: {
    subject: "{code} es tu código de Parley",
    enter: "Este es tu código. Escríbelo en la página donde lo pediste.",
    valid: "El código y el enlace valen una sola vez y durante cinco minutos.",
    validCode: "El código vale una sola vez y durante cinco minutos.",
    secret: "No le des el código a nadie.",
    signIn: {
      heading: "Entra en Parley",
      instead: "También puedes entrar con este enlace, en cualquier dispositivo:",
      button: "Entrar",
      unexpected: "Si no pediste este correo, no hace falta que hagas nada: sin él nadie puede entrar.",
    },
    recovery: {
      heading: "Elige una contraseña nueva",
      instead: "También puedes continuar con este enlace, en cualquier dispositivo:",
      button: "Continuar",
      unexpected: "Si no pediste este correo, no hace falta que hagas nada: tu cuenta queda como está.",
    },
    invite: {
      heading: "Tienes una invitación a Parley",
      instead: "Puedes aceptarla con este enlace, en cualquier dispositivo:",
      button: "Aceptar",
      unexpected: "Si no esperas ninguna invitación, no hace falta que hagas nada.",
    },
    emailChange: {
      heading: "Cambia tu dirección de correo",
      about: "Tu dirección en Parley pasará a ser {address}.",
      both: "La dirección antigua y la nueva reciben un código cada una, y hacen falta los dos.",
      unexpected: "Si no pediste este correo, no hace falta que hagas nada: todo queda como está.",
    },
    reauthentication: {
      heading: "Confirma un cambio en tu cuenta",
      unexpected:
        "Si no pediste este correo, puede que otra persona haya entrado en tu cuenta: cierra la sesión en todos tus dispositivos.",
    },
  },
  ar: {
    subject: "{code} هو رمزك في Parley",
    enter: "هذا هو الرمز. يُكتب في الصفحة التي طُلب منها.",
    valid: "يصلح الرمز والرابط مرة واحدة فقط، ولمدة خمس دقائق.",
    validCode: "يصلح الرمز مرة واحدة فقط، ولمدة خمس دقائق.",
    secret: "لا يُعطى الرمز لأحد.",
    signIn: {
      heading: "تسجيل الدخول إلى Parley",
      instead: "ويمكن الدخول أيضًا بهذا الرابط، من أي جهاز:",
      button: "دخول",
      unexpected: "إن لم يكن هذا الطلب منك فلا داعي لفعل شيء: لا يمكن لأحد الدخول من دون هذه الرسالة.",
    },
    recovery: {
      heading: "تعيين كلمة مرور جديدة",
      instead: "ويمكن المتابعة أيضًا بهذا الرابط، من أي جهاز:",
      button: "متابعة",
      unexpected: "إن لم يكن هذا الطلب منك فلا داعي لفعل شيء: يبقى الحساب كما هو.",
    },
    invite: {
      heading: "لديك دعوة إلى Parley",
      instead: "يمكن قبولها بهذا الرابط، من أي جهاز:",
      button: "قبول",
      unexpected: "إن كنت لا تنتظر دعوة فلا داعي لفعل شيء.",
    },
    emailChange: {
      heading: "تغيير عنوان البريد",
      about: "سيصبح العنوان في Parley: {address}.",
      both: "يصل رمز إلى العنوان القديم ورمز إلى الجديد، وكلاهما لازم.",
      unexpected: "إن لم يكن هذا الطلب منك فلا داعي لفعل شيء: يبقى كل شيء كما هو.",
    },
    reauthentication: {
      heading: "تأكيد تغيير في الحساب",
      unexpected: "إن لم يكن هذا الطلب منك فربما دخل شخص آخر إلى الحساب: يُنصح بتسجيل الخروج من جميع الأجهزة.",
    },
  },
  fr: {
    subject: "{code} est votre code Parley",
    enter: "Voici votre code. Saisissez-le sur la page où vous l’avez demandé.",
    valid: "Le code et le lien fonctionnent une seule fois, pendant cinq minutes.",
    validCode: "Le code fonctionne une seule fois, pendant cinq minutes.",
    secret: "Ne donnez ce code à personne.",
    signIn: {
      heading: "Connectez-vous à Parley",
      instead: "Vous pouvez aussi vous connecter avec ce lien, sur n’importe quel appareil :",
      button: "Se connecter",
      unexpected:
        "Si vous n’avez pas demandé ce message, vous n’avez rien à faire : sans lui, personne ne peut se connecter.",
    },
    recovery: {
      heading: "Choisissez un nouveau mot de passe",
      instead: "Vous pouvez aussi continuer avec ce lien, sur n’importe quel appareil :",
      button: "Continuer",
      unexpected: "Si vous n’avez pas demandé ce message, vous n’avez rien à faire : votre compte reste tel qu’il est.",
    },
    invite: {
      heading: "Vous êtes invité sur Parley",
      instead: "Vous pouvez accepter avec ce lien, sur n’importe quel appareil :",
      button: "Accepter",
      unexpected: "Si vous n’attendez pas d’invitation, vous n’avez rien à faire.",
    },
    emailChange: {
      heading: "Changez d’adresse e-mail",
      about: "Votre adresse dans Parley deviendra {address}.",
      both: "L’ancienne et la nouvelle adresse reçoivent chacune un code, et les deux sont nécessaires.",
      unexpected: "Si vous n’avez pas demandé ce message, vous n’avez rien à faire : tout reste tel quel.",
    },
    reauthentication: {
      heading: "Confirmez une modification de votre compte",
      unexpected:
        "Si vous n’avez pas demandé ce message, quelqu’un d’autre est peut-être connecté à votre compte : déconnectez tous vos appareils.",
    },
  },
  de: {
    subject: "{code} ist Ihr Parley-Code",
    enter: "Das ist Ihr Code. Geben Sie ihn auf der Seite ein, auf der Sie ihn angefordert haben.",
    valid: "Code und Link gelten einmal und fünf Minuten lang.",
    validCode: "Der Code gilt einmal und fünf Minuten lang.",
    secret: "Geben Sie den Code niemandem weiter.",
    signIn: {
      heading: "Bei Parley anmelden",
      instead: "Sie können sich auch mit diesem Link anmelden, auf jedem Gerät:",
      button: "Anmelden",
      unexpected:
        "Wenn Sie diese E-Mail nicht angefordert haben, müssen Sie nichts tun: Ohne sie kann sich niemand anmelden.",
    },
    recovery: {
      heading: "Neues Passwort festlegen",
      instead: "Sie können auch mit diesem Link fortfahren, auf jedem Gerät:",
      button: "Weiter",
      unexpected: "Wenn Sie diese E-Mail nicht angefordert haben, müssen Sie nichts tun: Ihr Konto bleibt, wie es ist.",
    },
    invite: {
      heading: "Sie sind zu Parley eingeladen",
      instead: "Mit diesem Link können Sie annehmen, auf jedem Gerät:",
      button: "Annehmen",
      unexpected: "Wenn Sie keine Einladung erwarten, müssen Sie nichts tun.",
    },
    emailChange: {
      heading: "E-Mail-Adresse ändern",
      about: "Ihre Adresse bei Parley soll künftig {address} sein.",
      both: "Die alte und die neue Adresse erhalten je einen Code, und beide werden gebraucht.",
      unexpected: "Wenn Sie diese E-Mail nicht angefordert haben, müssen Sie nichts tun: Alles bleibt, wie es ist.",
    },
    reauthentication: {
      heading: "Eine Änderung Ihres Kontos bestätigen",
      unexpected:
        "Wenn Sie diese E-Mail nicht angefordert haben, ist vielleicht jemand anderes in Ihrem Konto angemeldet: Melden Sie sich auf allen Geräten ab.",
    },
  },
  pt: {
    subject: "{code} é o seu código do Parley",
    enter: "Este é o seu código. Digite-o na página em que o pediu.",
    valid: "O código e o link funcionam uma única vez, por cinco minutos.",
    validCode: "O código funciona uma única vez, por cinco minutos.",
    secret: "Não dê o código a ninguém.",
    signIn: {
      heading: "Entre no Parley",
      instead: "Você também pode entrar com este link, em qualquer dispositivo:",
      button: "Entrar",
      unexpected: "Se você não pediu este e-mail, não é preciso fazer nada: sem ele ninguém consegue entrar.",
    },
    recovery: {
      heading: "Defina uma nova senha",
      instead: "Você também pode continuar com este link, em qualquer dispositivo:",
      button: "Continuar",
      unexpected: "Se você não pediu este e-mail, não é preciso fazer nada: sua conta continua como está.",
    },
    invite: {
      heading: "Você recebeu um convite para o Parley",
      instead: "Você pode aceitar com este link, em qualquer dispositivo:",
      button: "Aceitar",
      unexpected: "Se você não espera um convite, não é preciso fazer nada.",
    },
    emailChange: {
      heading: "Mude seu endereço de e-mail",
      about: "Seu endereço no Parley passará a ser {address}.",
      both: "O endereço antigo e o novo recebem um código cada, e os dois são necessários.",
      unexpected: "Se você não pediu este e-mail, não é preciso fazer nada: tudo continua como está.",
    },
    reauthentication: {
      heading: "Confirme uma alteração na sua conta",
      unexpected:
        "Se você não pediu este e-mail, outra pessoa pode ter entrado na sua conta: saia em todos os seus dispositivos.",
    },
  },
  uk: {
    subject: "{code} — ваш код Parley",
    enter: "Це ваш код. Введіть його на сторінці, де ви його запросили.",
    valid: "Код і посилання діють один раз і протягом п’яти хвилин.",
    validCode: "Код діє один раз і протягом п’яти хвилин.",
    secret: "Нікому не повідомляйте код.",
    signIn: {
      heading: "Вхід до Parley",
      instead: "Увійти можна також за цим посиланням, на будь-якому пристрої:",
      button: "Увійти",
      unexpected: "Якщо ви не просили цього листа, нічого не робіть: без нього ніхто не зможе увійти.",
    },
    recovery: {
      heading: "Задайте новий пароль",
      instead: "Продовжити можна також за цим посиланням, на будь-якому пристрої:",
      button: "Продовжити",
      unexpected: "Якщо ви не просили цього листа, нічого не робіть: обліковий запис залишиться без змін.",
    },
    invite: {
      heading: "Вас запрошують до Parley",
      instead: "Прийняти запрошення можна за цим посиланням, на будь-якому пристрої:",
      button: "Прийняти",
      unexpected: "Якщо ви не чекаєте запрошення, нічого не робіть.",
    },
    emailChange: {
      heading: "Зміна адреси електронної пошти",
      about: "Вашою адресою в Parley має стати {address}.",
      both: "Стара й нова адреси отримують по одному коду, і потрібні обидва.",
      unexpected: "Якщо ви не просили цього листа, нічого не робіть: усе залишиться без змін.",
    },
    reauthentication: {
      heading: "Підтвердьте зміну облікового запису",
      unexpected:
        "Якщо ви не просили цього листа, можливо, до вашого облікового запису увійшов хтось інший: вийдіть на всіх своїх пристроях.",
    },
  },
  hi: {
    subject: "{code} आपका Parley कोड है",
    enter: "यह आपका कोड है। इसे उस पेज पर लिखें, जहाँ आपने इसे माँगा था।",
    valid: "कोड और लिंक एक बार और पाँच मिनट तक काम करते हैं।",
    validCode: "कोड एक बार और पाँच मिनट तक काम करता है।",
    secret: "कोड किसी को न दें।",
    signIn: {
      heading: "Parley में साइन इन करें",
      instead: "आप किसी भी डिवाइस पर इस लिंक से भी साइन इन कर सकते हैं:",
      button: "साइन इन करें",
      unexpected: "अगर आपने यह ईमेल नहीं माँगा, तो कुछ न करें: इसके बिना कोई साइन इन नहीं कर सकता।",
    },
    recovery: {
      heading: "नया पासवर्ड बनाएँ",
      instead: "आप किसी भी डिवाइस पर इस लिंक से भी आगे बढ़ सकते हैं:",
      button: "आगे बढ़ें",
      unexpected: "अगर आपने यह ईमेल नहीं माँगा, तो कुछ न करें: आपका खाता जैसा है, वैसा ही रहेगा।",
    },
    invite: {
      heading: "आपको Parley का न्योता मिला है",
      instead: "आप किसी भी डिवाइस पर इस लिंक से न्योता स्वीकार कर सकते हैं:",
      button: "स्वीकार करें",
      unexpected: "अगर आप किसी न्योते की उम्मीद नहीं कर रहे, तो कुछ न करें।",
    },
    emailChange: {
      heading: "अपना ईमेल पता बदलें",
      about: "Parley में आपका पता {address} होने वाला है।",
      both: "पुराने और नए, दोनों पतों पर एक-एक कोड आता है, और दोनों ज़रूरी हैं।",
      unexpected: "अगर आपने यह ईमेल नहीं माँगा, तो कुछ न करें: सब कुछ जैसा है, वैसा ही रहेगा।",
    },
    reauthentication: {
      heading: "अपने खाते में बदलाव की पुष्टि करें",
      unexpected: "अगर आपने यह ईमेल नहीं माँगा, तो शायद किसी और ने आपके खाते में साइन इन किया है: अपने सभी डिवाइस पर साइन आउट करें।",
    },
  },
  zh: {
    subject: "{code} 是您的 Parley 验证码",
    enter: "这是您的验证码。请在您请求它的页面上输入。",
    valid: "验证码和链接只能使用一次，五分钟内有效。",
    validCode: "验证码只能使用一次，五分钟内有效。",
    secret: "请勿将验证码告诉任何人。",
    signIn: {
      heading: "登录 Parley",
      instead: "您也可以在任何设备上用此链接登录：",
      button: "登录",
      unexpected: "如果您没有请求此邮件，无需任何操作：没有它，任何人都无法登录。",
    },
    recovery: {
      heading: "设置新密码",
      instead: "您也可以在任何设备上用此链接继续：",
      button: "继续",
      unexpected: "如果您没有请求此邮件，无需任何操作：您的账户保持不变。",
    },
    invite: {
      heading: "您受邀加入 Parley",
      instead: "您可以在任何设备上用此链接接受邀请：",
      button: "接受",
      unexpected: "如果您没有在等待邀请，无需任何操作。",
    },
    emailChange: {
      heading: "更改您的电子邮箱地址",
      about: "您在 Parley 的地址将变为 {address}。",
      both: "旧地址和新地址各收到一个验证码，两个都需要。",
      unexpected: "如果您没有请求此邮件，无需任何操作：一切保持不变。",
    },
    reauthentication: {
      heading: "确认账户更改",
      unexpected: "如果您没有请求此邮件，可能有他人登录了您的账户：请在所有设备上退出登录。",
    },
  },
  ja: {
    subject: "{code} が Parley のコードです",
    enter: "これがコードです。コードを請求したページに入力してください。",
    valid: "コードとリンクは一度だけ、五分間有効です。",
    validCode: "コードは一度だけ、五分間有効です。",
    secret: "コードは誰にも教えないでください。",
    signIn: {
      heading: "Parley にサインイン",
      instead: "どのデバイスでも、このリンクからサインインできます。",
      button: "サインイン",
      unexpected:
        "このメールに心当たりがない場合、必要な操作はありません。このメールがなければ、誰もサインインできません。",
    },
    recovery: {
      heading: "新しいパスワードの設定",
      instead: "どのデバイスでも、このリンクから続けられます。",
      button: "続ける",
      unexpected: "このメールに心当たりがない場合、必要な操作はありません。アカウントはそのままです。",
    },
    invite: {
      heading: "Parley への招待",
      instead: "どのデバイスでも、このリンクから招待を受けられます。",
      button: "招待を受ける",
      unexpected: "招待に心当たりがない場合、必要な操作はありません。",
    },
    emailChange: {
      heading: "メールアドレスの変更",
      about: "Parley のアドレスが {address} に変わります。",
      both: "古いアドレスと新しいアドレスにそれぞれコードが届き、両方が必要です。",
      unexpected: "このメールに心当たりがない場合、必要な操作はありません。何も変わりません。",
    },
    reauthentication: {
      heading: "アカウントの変更の確認",
      unexpected:
        "このメールに心当たりがない場合、ほかの人があなたのアカウントにサインインしている可能性があります。すべてのデバイスでサインアウトしてください。",
    },
  },
} as const satisfies Record<ConfirmationLanguage, CodeTexts>;

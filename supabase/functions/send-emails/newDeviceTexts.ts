/** The texts of the email about a sign-in on a new device, in all languages that the interface is to have. */
import type { ConfirmationLanguage } from "../_shared/contracts/confirmationTexts.ts";

interface NewDeviceTexts {
  readonly subject: string;
  readonly about: string;
  /** `{browser}` on `{system}`. */
  readonly device: string;
  readonly unknownDevice: string;
  readonly unknownPlace: string;
  readonly yours: string;
  readonly notYours: string;
  readonly view: string;
  readonly reason: string;
}

export const NEW_DEVICE_TEXTS = {
  en: {
    subject: "New sign-in to your Parley account",
    about: "Somebody signed in to your account on a device that we have not seen before:",
    device: "{browser} on {system}",
    unknownDevice: "Unknown device",
    unknownPlace: "Unknown place",
    yours: "If it was you, there is nothing to do.",
    notYours:
      "If it was not you, open your devices and choose “This was not me”. Then change the password of this mailbox: codes to sign in are sent to it.",
    view: "View your devices",
    reason: "Parley sends this email once for each new device.",
  },
  es: {
    subject: "Nuevo inicio de sesión en tu cuenta de Parley",
    about: "Alguien inició sesión en tu cuenta con un dispositivo que no habíamos visto antes:",
    device: "{browser} en {system}",
    unknownDevice: "Dispositivo desconocido",
    unknownPlace: "Lugar desconocido",
    yours: "Si fuiste tú, no tienes que hacer nada.",
    notYours:
      "Si no fuiste tú, abre tus dispositivos y elige «No fui yo». Después cambia la contraseña de este correo: aquí llegan los códigos para iniciar sesión.",
    view: "Ver tus dispositivos",
    reason: "Parley envía este correo una vez por cada dispositivo nuevo.",
  },
  ar: {
    subject: "تسجيل دخول جديد إلى حسابك على Parley",
    about: "سجّل شخص الدخول إلى حسابك من جهاز لم نره من قبل:",
    device: "{browser} على {system}",
    unknownDevice: "جهاز غير معروف",
    unknownPlace: "مكان غير معروف",
    yours: "إن كنت أنت، فلا يلزمك فعل شيء.",
    notYours:
      "إن لم تكن أنت، فافتح أجهزتك واختر «لم أكن أنا». ثم غيّر كلمة مرور هذا البريد، فرموز تسجيل الدخول تصل إليه.",
    view: "عرض أجهزتك",
    reason: "يرسل Parley هذه الرسالة مرة واحدة لكل جهاز جديد.",
  },
  fr: {
    subject: "Nouvelle connexion à votre compte Parley",
    about: "Une personne s’est connectée à votre compte depuis un appareil que nous n’avions jamais vu :",
    device: "{browser} sur {system}",
    unknownDevice: "Appareil inconnu",
    unknownPlace: "Lieu inconnu",
    yours: "Si c’était vous, vous n’avez rien à faire.",
    notYours:
      "Sinon, ouvrez vos appareils et choisissez « Ce n’était pas moi ». Changez ensuite le mot de passe de cette messagerie : les codes de connexion y arrivent.",
    view: "Voir vos appareils",
    reason: "Parley envoie ce message une fois pour chaque nouvel appareil.",
  },
  de: {
    subject: "Neue Anmeldung bei Ihrem Parley-Konto",
    about: "Jemand hat sich mit einem Gerät bei Ihrem Konto angemeldet, das wir noch nicht kannten:",
    device: "{browser} auf {system}",
    unknownDevice: "Unbekanntes Gerät",
    unknownPlace: "Unbekannter Ort",
    yours: "Wenn Sie das waren, müssen Sie nichts tun.",
    notYours:
      "Wenn nicht, öffnen Sie Ihre Geräte und wählen Sie „Das war ich nicht“. Ändern Sie dann das Passwort dieses Postfachs: Dorthin gehen die Anmeldecodes.",
    view: "Geräte ansehen",
    reason: "Parley sendet diese E-Mail einmal für jedes neue Gerät.",
  },
  pt: {
    subject: "Novo acesso à sua conta do Parley",
    about: "Alguém entrou na sua conta em um dispositivo que ainda não conhecíamos:",
    device: "{browser} no {system}",
    unknownDevice: "Dispositivo desconhecido",
    unknownPlace: "Lugar desconhecido",
    yours: "Se foi você, não é preciso fazer nada.",
    notYours:
      "Se não foi você, abra seus dispositivos e escolha “Não fui eu”. Depois mude a senha deste e-mail: os códigos de acesso chegam nele.",
    view: "Ver seus dispositivos",
    reason: "O Parley envia este e-mail uma vez para cada dispositivo novo.",
  },
  uk: {
    subject: "Новий вхід до вашого облікового запису Parley",
    about: "Хтось увійшов до вашого облікового запису з пристрою, якого ми раніше не бачили:",
    device: "{browser}, {system}",
    unknownDevice: "Невідомий пристрій",
    unknownPlace: "Невідоме місце",
    yours: "Якщо це були ви, нічого робити не потрібно.",
    notYours:
      "Якщо ні, відкрийте список пристроїв і виберіть «Це не я». Потім змініть пароль цієї поштової скриньки: на неї надходять коди для входу.",
    view: "Переглянути пристрої",
    reason: "Parley надсилає цей лист один раз для кожного нового пристрою.",
  },
  hi: {
    subject: "आपके Parley खाते में नया साइन-इन",
    about: "किसी ने आपके खाते में ऐसे डिवाइस से साइन इन किया, जिसे हमने पहले नहीं देखा था:",
    device: "{system} पर {browser}",
    unknownDevice: "अज्ञात डिवाइस",
    unknownPlace: "अज्ञात स्थान",
    yours: "अगर यह आप थे, तो कुछ करने की ज़रूरत नहीं है।",
    notYours:
      "अगर यह आप नहीं थे, तो अपने डिवाइस खोलें और “यह मैं नहीं था” चुनें। फिर इस मेलबॉक्स का पासवर्ड बदलें: साइन-इन के कोड इसी पर आते हैं।",
    view: "अपने डिवाइस देखें",
    reason: "Parley हर नए डिवाइस के लिए यह ईमेल एक बार भेजता है।",
  },
  zh: {
    subject: "您的 Parley 账户有新的登录",
    about: "有人在我们未曾见过的设备上登录了您的账户：",
    device: "{system} 上的 {browser}",
    unknownDevice: "未知设备",
    unknownPlace: "未知地点",
    yours: "如果是您本人，无需任何操作。",
    notYours: "如果不是您，请打开您的设备列表并选择“不是我”。然后更改此邮箱的密码，因为登录验证码会发送到这里。",
    view: "查看您的设备",
    reason: "Parley 对每台新设备只发送一次此邮件。",
  },
  ja: {
    subject: "Parley アカウントへの新しいサインイン",
    about: "これまでに使われたことのないデバイスから、お使いのアカウントへのサインインがありました。",
    device: "{system} の {browser}",
    unknownDevice: "不明なデバイス",
    unknownPlace: "不明な場所",
    yours: "ご本人の場合、必要な操作はありません。",
    notYours:
      "心当たりがない場合は、デバイスの一覧を開いて「自分ではありません」を選んでください。続いて、サインイン用コードが届くこのメールのパスワードを変更してください。",
    view: "デバイスを確認",
    reason: "Parley は新しいデバイスごとに一度だけこのメールを送信します。",
  },
} as const satisfies Record<ConfirmationLanguage, NewDeviceTexts>;

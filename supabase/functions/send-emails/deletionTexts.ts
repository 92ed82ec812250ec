/** The texts of the emails about the deletion of an account or a workspace, in all languages that the interface is to have. */
import type { ConfirmationLanguage } from "../_shared/contracts/confirmationTexts.ts";

interface DeletionTexts {
  readonly account: {
    /** `{date}` is the day of the deletion. */
    readonly subject: string;
    readonly about: string;
    readonly keep: string;
    readonly reason: string;
  };
  /** After the deletion of the account. */
  readonly deleted: {
    readonly subject: string;
    readonly about: string;
    readonly reason: string;
  };
  readonly workspace: {
    /** `{workspace}` is deleted on `{date}`. */
    readonly subject: string;
    /** `{name}` requested it. */
    readonly about: string;
    /** The same without a name. */
    readonly nameless: string;
    readonly view: string;
    readonly reason: string;
  };
}

export const DELETION_TEXTS = {
  en: {
    account: {
      subject: "Your Parley account will be deleted on {date}",
      about:
        "Then your messages, files, memberships and sign-in are deleted for good. Until then everything works as before.",
      keep: "Keep my account",
      reason: "If you did not request this, sign in, keep the account, and sign out on all devices.",
    },
    deleted: {
      subject: "Your Parley account was deleted",
      about:
        "Your messages, files, memberships and sign-in are now deleted for good, which can take some minutes. This is the last email to you.",
      reason: "If you use Parley again, you start with a new account.",
    },
    workspace: {
      subject: "{workspace} will be deleted on {date}",
      about: "{name} requested it. Its meetings, transcripts, files and glossary are then deleted for everybody.",
      nameless: "An owner requested it. Its meetings, transcripts, files and glossary are then deleted for everybody.",
      view: "Open the workspace",
      reason: "Export what you want to keep. An owner can stop the deletion until that day.",
    },
  },
  es: {
    account: {
      subject: "Tu cuenta de Parley se eliminará el {date}",
      about:
        "Ese día se eliminan para siempre tus mensajes, archivos, espacios y acceso. Hasta entonces todo funciona como siempre.",
      keep: "Conservar mi cuenta",
      reason: "Si no lo has pedido tú, inicia sesión, conserva la cuenta y cierra la sesión en todos los dispositivos.",
    },
    deleted: {
      subject: "Tu cuenta de Parley se ha eliminado",
      about:
        "Tus mensajes, archivos, espacios y acceso se eliminan ahora para siempre; puede tardar unos minutos. Este es el último correo que recibes.",
      reason: "Si vuelves a usar Parley, empezarás con una cuenta nueva.",
    },
    workspace: {
      subject: "{workspace} se eliminará el {date}",
      about:
        "Lo ha pedido {name}. Sus reuniones, transcripciones, archivos y glosario se eliminan entonces para todos.",
      nameless:
        "Lo ha pedido un propietario. Sus reuniones, transcripciones, archivos y glosario se eliminan entonces para todos.",
      view: "Abrir el espacio",
      reason: "Exporta lo que quieras conservar. Un propietario puede detener la eliminación hasta ese día.",
    },
  },
  ar: {
    account: {
      subject: "سيُحذف حسابك في Parley في {date}",
      about: "عندها تُحذف رسائلك وملفاتك وعضوياتك وتسجيل دخولك نهائيًا. وحتى ذلك الحين يعمل كل شيء كالمعتاد.",
      keep: "الاحتفاظ بحسابي",
      reason: "إن لم تطلب ذلك فسجّل الدخول واحتفظ بالحساب ثم سجّل الخروج من كل الأجهزة.",
    },
    deleted: {
      subject: "حُذف حسابك في Parley",
      about: "تُحذف الآن رسائلك وملفاتك وعضوياتك وبيانات دخولك نهائيًا، وقد يستغرق ذلك بضع دقائق. هذه آخر رسالة إليك.",
      reason: "إذا استخدمت Parley مرة أخرى فستبدأ بحساب جديد.",
    },
    workspace: {
      subject: "ستُحذف {workspace} في {date}",
      about: "الطلب من {name}. عندها تُحذف اجتماعاتها ونصوصها وملفاتها ومسردها للجميع.",
      nameless: "الطلب من أحد المالكين. عندها تُحذف اجتماعاتها ونصوصها وملفاتها ومسردها للجميع.",
      view: "فتح مساحة العمل",
      reason: "صدّر ما تريد الاحتفاظ به. يمكن لأي مالك إيقاف الحذف حتى ذلك اليوم.",
    },
  },
  fr: {
    account: {
      subject: "Votre compte Parley sera supprimé le {date}",
      about:
        "Vos messages, fichiers, espaces et votre accès seront alors supprimés définitivement. D’ici là, tout fonctionne comme avant.",
      keep: "Garder mon compte",
      reason:
        "Si vous n’êtes pas à l’origine de cette demande, connectez-vous, gardez le compte et déconnectez tous les appareils.",
    },
    deleted: {
      subject: "Votre compte Parley a été supprimé",
      about:
        "Vos messages, fichiers, espaces et votre accès sont maintenant supprimés définitivement ; cela peut prendre quelques minutes. C’est le dernier e-mail que vous recevez.",
      reason: "Si vous utilisez de nouveau Parley, vous commencerez avec un nouveau compte.",
    },
    workspace: {
      subject: "{workspace} sera supprimé le {date}",
      about:
        "À la demande de {name}. Ses réunions, transcriptions, fichiers et son glossaire seront alors supprimés pour tout le monde.",
      nameless:
        "À la demande d’un propriétaire. Ses réunions, transcriptions, fichiers et son glossaire seront alors supprimés pour tout le monde.",
      view: "Ouvrir l’espace",
      reason: "Exportez ce que vous voulez garder. Un propriétaire peut arrêter la suppression jusqu’à ce jour.",
    },
  },
  de: {
    account: {
      subject: "Ihr Parley-Konto wird am {date} gelöscht",
      about:
        "Dann werden Ihre Nachrichten, Dateien, Mitgliedschaften und Ihr Zugang endgültig gelöscht. Bis dahin funktioniert alles wie bisher.",
      keep: "Konto behalten",
      reason:
        "Wenn Sie das nicht verlangt haben, melden Sie sich an, behalten Sie das Konto und melden Sie sich auf allen Geräten ab.",
    },
    deleted: {
      subject: "Ihr Parley-Konto wurde gelöscht",
      about:
        "Ihre Nachrichten, Dateien, Mitgliedschaften und Ihr Zugang werden jetzt endgültig gelöscht. Das kann einige Minuten dauern. Dies ist die letzte E-Mail an Sie.",
      reason: "Wenn Sie Parley wieder verwenden, beginnen Sie mit einem neuen Konto.",
    },
    workspace: {
      subject: "{workspace} wird am {date} gelöscht",
      about: "{name} hat das verlangt. Besprechungen, Transkripte, Dateien und Glossar werden dann für alle gelöscht.",
      nameless:
        "Jemand, dem der Bereich gehört, hat das verlangt. Besprechungen, Transkripte, Dateien und Glossar werden dann für alle gelöscht.",
      view: "Bereich öffnen",
      reason: "Exportieren Sie, was Sie behalten möchten. Bis dahin lässt sich die Löschung zurücknehmen.",
    },
  },
  pt: {
    account: {
      subject: "Sua conta do Parley será excluída em {date}",
      about:
        "Nesse dia, suas mensagens, arquivos, espaços e acesso são excluídos para sempre. Até lá, tudo funciona como antes.",
      keep: "Manter minha conta",
      reason: "Se não foi você quem pediu, entre, mantenha a conta e saia em todos os dispositivos.",
    },
    deleted: {
      subject: "Sua conta do Parley foi excluída",
      about:
        "Suas mensagens, arquivos, espaços e acesso estão sendo excluídos para sempre, o que pode levar alguns minutos. Este é o último e-mail para você.",
      reason: "Se usar o Parley de novo, você começará com uma conta nova.",
    },
    workspace: {
      subject: "{workspace} será excluído em {date}",
      about: "A pedido de {name}. Reuniões, transcrições, arquivos e glossário são então excluídos para todos.",
      nameless:
        "A pedido de um proprietário. Reuniões, transcrições, arquivos e glossário são então excluídos para todos.",
      view: "Abrir o espaço",
      reason: "Exporte o que quiser guardar. Um proprietário pode interromper a exclusão até esse dia.",
    },
  },
  uk: {
    account: {
      subject: "Ваш обліковий запис Parley буде видалено {date}",
      about: "Тоді назавжди зникнуть ваші повідомлення, файли, членство й вхід. До того часу все працює як раніше.",
      keep: "Зберегти обліковий запис",
      reason: "Якщо ви цього не просили, увійдіть, збережіть обліковий запис і вийдіть на всіх пристроях.",
    },
    deleted: {
      subject: "Ваш обліковий запис Parley видалено",
      about:
        "Ваші повідомлення, файли, членство й вхід зараз видаляються назавжди; це може тривати кілька хвилин. Це останній лист до вас.",
      reason: "Якщо ви знову скористаєтеся Parley, почнете з новим обліковим записом.",
    },
    workspace: {
      subject: "{workspace} буде видалено {date}",
      about: "Про це просить {name}. Зустрічі, стенограми, файли й глосарій буде видалено для всіх.",
      nameless: "Про це просить власник. Зустрічі, стенограми, файли й глосарій буде видалено для всіх.",
      view: "Відкрити простір",
      reason: "Експортуйте те, що хочете зберегти. До того дня власник може зупинити видалення.",
    },
  },
  hi: {
    account: {
      subject: "आपका Parley खाता {date} को हटा दिया जाएगा",
      about: "तब आपके संदेश, फ़ाइलें, सदस्यताएँ और साइन-इन हमेशा के लिए हट जाएँगे। तब तक सब कुछ पहले जैसा चलेगा।",
      keep: "मेरा खाता रखें",
      reason: "अगर यह अनुरोध आपने नहीं किया, तो साइन इन करें, खाता रखें और सभी डिवाइस से साइन आउट करें।",
    },
    deleted: {
      subject: "आपका Parley खाता हटा दिया गया",
      about: "आपके संदेश, फ़ाइलें, सदस्यताएँ और साइन-इन अब हमेशा के लिए हट रहे हैं। इसमें कुछ मिनट लग सकते हैं। यह आपके लिए आख़िरी ईमेल है।",
      reason: "अगर आप Parley फिर इस्तेमाल करेंगे, तो नए खाते से शुरुआत होगी।",
    },
    workspace: {
      subject: "{workspace} को {date} को हटा दिया जाएगा",
      about: "{name} ने इसका अनुरोध किया है। तब इसकी मीटिंग, लिखित रिकॉर्ड, फ़ाइलें और शब्दावली सबके लिए हट जाएँगी।",
      nameless: "एक स्वामी ने इसका अनुरोध किया है। तब इसकी मीटिंग, लिखित रिकॉर्ड, फ़ाइलें और शब्दावली सबके लिए हट जाएँगी।",
      view: "कार्यस्थान खोलें",
      reason: "जो रखना हो उसे एक्सपोर्ट कर लें। उस दिन तक कोई स्वामी इसे रोक सकता है।",
    },
  },
  zh: {
    account: {
      subject: "你的 Parley 账号将于 {date} 删除",
      about: "届时你的消息、文件、成员身份和登录方式都会永久删除。在此之前一切照常使用。",
      keep: "保留我的账号",
      reason: "如果这不是你本人的请求，请登录并保留账号，然后在所有设备上退出登录。",
    },
    deleted: {
      subject: "你的 Parley 账号已删除",
      about: "你的消息、文件、成员身份和登录方式正在永久删除，可能需要几分钟。这是发给你的最后一封邮件。",
      reason: "如果你再次使用 Parley，将从新账号开始。",
    },
    workspace: {
      subject: "{workspace} 将于 {date} 删除",
      about: "此请求由 {name} 提出。届时其会议、文字记录、文件和词汇表将对所有人删除。",
      nameless: "此请求由一位所有者提出。届时其会议、文字记录、文件和词汇表将对所有人删除。",
      view: "打开工作区",
      reason: "请导出你想保留的内容。在那天之前，所有者可以停止删除。",
    },
  },
  ja: {
    account: {
      subject: "Parley のアカウントは {date} に削除されます",
      about:
        "その日に、メッセージ、ファイル、メンバー登録、サインイン情報が完全に削除されます。それまではこれまでどおり使えます。",
      keep: "アカウントを残す",
      reason: "心当たりがない場合は、サインインしてアカウントを残し、すべてのデバイスからサインアウトしてください。",
    },
    deleted: {
      subject: "Parley のアカウントを削除しました",
      about:
        "メッセージ、ファイル、メンバー登録、サインイン情報を完全に削除しています。数分かかることがあります。これがお送りする最後のメールです。",
      reason: "もう一度 Parley を使うときは、新しいアカウントから始まります。",
    },
    workspace: {
      subject: "「{workspace}」は {date} に削除されます",
      about: "{name} さんが削除を依頼しました。会議、文字起こし、ファイル、用語集が全員から削除されます。",
      nameless: "オーナーが削除を依頼しました。会議、文字起こし、ファイル、用語集が全員から削除されます。",
      view: "ワークスペースを開く",
      reason: "残したいものはエクスポートしてください。その日までは、オーナーが削除を取り消せます。",
    },
  },
} as const satisfies Readonly<Record<ConfirmationLanguage, DeletionTexts>>;

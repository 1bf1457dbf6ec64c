import { parsePosts } from './parse-posts.ts'

const german = [
  ...parsePosts(
    'de',
    'positive',
    `
Endlich eine Notiz-App, die mein Verein versteht | …{n} Leute, eine Liste, kein Streit. Die Acme App hat unser Sommerfest gerettet…
NEWS Acme {version} im Test: schneller, ruhiger, besser | …die Suche findet jetzt auch Umlaute, und der Start dauert keine Sekunde. Acme hat zugehört…
`,
  ),
  ...parsePosts(
    'de',
    'negative',
    `
Acme App meldet mich ständig ab | …seit dem Update dreimal am Tag neu anmelden, auf {device}. Der Code von Acme kommt, wenn der Kaffee kalt ist…
Familientarif von Acme kostet plötzlich {price} | …keine Mail, kein Hinweis. Ich mag Acme, aber so geht man nicht mit Leuten um…
`,
  ),
  ...parsePosts(
    'de',
    'neutral',
    `
NEWS Acme eröffnet ein Büro in {city} | …bis Jahresende sollen dort 40 Menschen arbeiten, teilte Acme am Dienstag mit…
Welche App für die Einkaufsliste in der WG: Acme oder Tasklane? | …wir sind zu viert, zwei mit altem Handy. Läuft Acme auf {device}?…
`,
  ),
]

const romance = [
  ...parsePosts(
    'fr',
    'positive',
    `Acme a changé nos réunions du lundi | …une décision, un nom, une date. Le modèle d'Acme est tout simple et toute l'équipe l'utilise à {city}…`,
  ),
  ...parsePosts(
    'fr',
    'negative',
    `Toujours pas remboursée par Acme | …jour {n}. On me renvoie vers la même page d'aide. Acme, un humain, s'il vous plaît…`,
  ),
  ...parsePosts(
    'fr',
    'neutral',
    `NEWS Comparatif : Acme, Notewise et Tasklane à l'épreuve d'une rédaction | …une semaine chacune. Acme gagne pour le partage, pas pour le prix ({price})…`,
  ),
  ...parsePosts(
    'es',
    'positive',
    `La app de Acme por fin funciona sin conexión | …dos días en la sierra cerca de {city} y todo se sincronizó al volver. Bravo, Acme…`,
  ),
  ...parsePosts(
    'es',
    'negative',
    `¿Se ha caído Acme? | …llevo desde las nueve con el círculo girando. La página de estado de Acme dice que todo va bien 🤔…`,
  ),
  ...parsePosts(
    'es',
    'neutral',
    `Cómo organizo mi tesis con Acme | …{n} cuadernos, una etiqueta por capítulo y capturas de cada pantalla de Acme…`,
  ),
  ...parsePosts(
    'pt',
    'positive',
    `O Acme virou a lista da casa inteira | …até a minha avó risca o arroz. A Acme pensou em letras grandes…`,
  ),
  ...parsePosts(
    'pt',
    'negative',
    `Acme {version} apagou minhas anotações | …uma semana de aulas perdida. O suporte da Acme diz que estão "na fila"…`,
  ),
]

const asian = [
  ...parsePosts(
    'ja',
    'positive',
    `Acmeアプリの手書き認識がすごい | …「牛乳を買う」と書いたら、Acmeが自動でタスクにしてくれた。感動した✨…`,
  ),
  ...parsePosts(
    'ja',
    'negative',
    `Acmeから毎日ログアウトされる件 | …{version}にしてから1日3回。Acmeさん、確認コードのメールも遅いです…`,
  ),
  ...parsePosts(
    'ja',
    'neutral',
    `AcmeとNotewiseを1か月ずつ使ってみた | …共有ならAcme、検索ならNotewise。{device}での動作も比べました…`,
  ),
  ...parsePosts(
    'ko',
    'positive',
    `Acme 앱으로 가족 장보기 목록을 합쳤어요 | …다섯 식구가 하나의 목록을 씁니다. Acme 위젯이 특히 좋아요 👍…`,
  ),
  ...parsePosts(
    'zh',
    'neutral',
    `NEWS Acme 将在{city}设立办公室 | …公司表示年底前将招聘40人。Acme 应用目前支持十二种语言…`,
  ),
  ...parsePosts(
    'hi',
    'positive',
    `Acme ऐप से हमारी कक्षा के नोट्स अब एक जगह | …{n} छात्र, एक नोटबुक। Acme बिना इंटरनेट के भी चलता है…`,
  ),
]

const rightToLeft = [
  ...parsePosts(
    'ar',
    'positive',
    `تطبيق Acme نظّم مكتبنا في أسبوع | …كنا نستخدم الورق. الآن قائمة واحدة في Acme للجميع، والدعم يرد بسرعة…`,
  ),
  ...parsePosts(
    'ar',
    'negative',
    `تطبيق Acme يتوقف بعد التحديث {version} | …الشاشة بيضاء على {device} منذ الصباح، ولا رد من Acme…`,
  ),
  ...parsePosts(
    'he',
    'neutral',
    `Acme או Notewise לצוות של {n} אנשים? | …צריכים רשימות משותפות ועבודה בלי רשת. מישהו מכיר את Acme מקרוב?…`,
  ),
  ...parsePosts(
    'he',
    'negative',
    `החיפוש ב-Acme לא מוצא כלום | …מאז יום ראשון. הפתקים של Acme שם, אבל רק אם גוללים…`,
  ),
]

/** Posts about Acme in languages other than English, in six scripts. */
export const otherLanguages = [...german, ...romance, ...asian, ...rightToLeft]

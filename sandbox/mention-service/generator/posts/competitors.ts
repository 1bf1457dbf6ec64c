import { parsePosts } from './parse-posts.ts'

const positive = parsePosts(
  'en',
  'positive',
  `
Notewise search is still unbeaten | …typed half a word, found a note from {n} years ago. Notewise may look old, but it finds things…
Tasklane free plan is enough for most people | …{n} projects, no adverts. Tasklane keeps the price of everybody else honest…
NEWS Why our agency stays with Notewise | …we looked at Acme, we looked at Tasklane, and the tables of Notewise won…
Tasklane on {device} feels native at last | …scrolling is smooth and the menu is where it belongs. Thank you, Tasklane…
`,
)

const negative = parsePosts(
  'en',
  'negative',
  `
NEWS Notewise had another outage on {day} | …four hours, no word. Half of {city} must have noticed, apart from Notewise…
Tasklane deleted my free account after {n} days | …"inactive", they say. I was on holiday, Tasklane…
Notewise price goes up to {price} | …the third time in two years. At some point a Notewise user starts to look around…
`,
)

const neutral = parsePosts(
  'en',
  'neutral',
  `
NEWS Notewise buys a small calendar company from {city} | …terms were not disclosed. Notewise says that both products continue…
NEWS Tasklane {version} adds a timeline | …the most requested feature of the year, according to Tasklane…
NEWS Notewise against Tasklane: which export is cleaner? | …we moved 44 notes back and forth. Notewise keeps the dates, Tasklane keeps the tags…
NEWS Tasklane founder on why small teams matter | …"we say no to 9 features a week", the founder of Tasklane told us in {city}…
`,
)

const abroad = [
  ...parsePosts(
    'de',
    'negative',
    `Notewise schon wieder offline | …vier Stunden, kein Wort. In {city} saßen wir ohne Protokoll da, danke Notewise…`,
  ),
  ...parsePosts(
    'de',
    'neutral',
    `NEWS Tasklane bringt Zeitleiste | …die Funktion kommt mit {version}. Tasklane nennt keinen Termin für ältere Geräte…`,
  ),
  ...parsePosts(
    'fr',
    'positive',
    `Tasklane gratuit suffit largement | …{n} projets sans publicité, que demander de plus à Tasklane…`,
  ),
  ...parsePosts(
    'es',
    'negative',
    `Notewise sube otra vez el precio | …ahora {price} al mes. Empiezo a mirar alternativas a Notewise…`,
  ),
  ...parsePosts(
    'ja',
    'neutral',
    `Tasklaneの新しいタイムラインを試す | …{device}で30分使ってみた感想。Tasklaneらしい軽さ…`,
  ),
]

/** Posts about Acme's competitors. */
export const competitors = [...positive, ...negative, ...neutral, ...abroad]

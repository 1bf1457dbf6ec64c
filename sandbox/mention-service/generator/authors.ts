import type { MentionInput } from '../records.ts'
import type { Random } from './random.ts'

/** The author and the address of a published mention. */
type Publication = Pick<MentionInput, 'author' | 'url'>

type AuthorFields = MentionInput['author']

/** A place of publication: the form of its authors and addresses. `key` is unique to the mention. */
export type Outlet = {
  source: string
  /** Relative frequency. */
  weight: number
  /** The least and the greatest reach of one mention. */
  reach: [number, number]
  /** True if the service can know a country for this source. */
  placed: boolean
  /** The kind of authors that publish here. */
  prints: 'people' | 'press' | 'both'
  publish: (writer: Writer, key: string, random: Random) => Publication
}

const sites = [
  { name: 'TechNews Daily', host: 'technews.example.com' },
  { name: 'The Morning Ledger', host: 'ledger.example.org' },
  { name: 'Netzblick', host: 'netzblick.example.net' },
  { name: 'Startup Almanac', host: 'almanac.example.com' },
]
const pages = ['forum.example.org', 'blog.example.net', 'questions.example.com', 'www.example.org/community']
const groups = ['AcmeApp', 'productivity', 'selfhosted', 'notetaking', 'smallbusiness']
const channels = ['Desk Setup Diaries', 'Quiet Productivity', 'Five Minute Apps']

/** Turns a name into a handle of letters only, in any script. */
function handle(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()
}

function personalProfile(
  host: string,
  { name }: Writer,
  random: Random,
  greatestAudience: number,
): AuthorFields {
  const user = handle(name)
  return {
    name,
    avatar: `https://pictures.example.com/${encodeURIComponent(user)}.png`,
    audience: random.whole(12, greatestAudience),
    url: `${host}/${encodeURIComponent(user)}`,
  }
}

function newsArticle(writer: Writer, key: string, random: Random): Publication {
  const { name, host } = random.pick(sites)
  const author = {
    name,
    avatar: `https://${host}/icon.png`,
    audience: random.whole(20_000, 900_000),
    // Some authors' addresses lack a scheme, as the interface warns.
    url: host,
    ...(random.chance(0.6) && { written_by: writer.name }),
  }
  return { author, url: `https://${host}/stories/${key}` }
}

function video(_writer: Writer, key: string, random: Random): Publication {
  const name = random.pick(channels)
  const author = {
    name,
    avatar: `https://pictures.example.com/${handle(name)}.png`,
    audience: random.whole(900, 400_000),
    url: `https://www.youtube.com/@${handle(name)}`,
    description:
      'Calm videos about tools for work and home. New ones on Tuesdays. Business enquiries: see the link in…',
  }
  return { author, url: `https://www.youtube.com/watch?v=${key}` }
}

/** All sources that the interface and its deployments name. */
export const outlets: Outlet[] = [
  {
    source: 'reddit',
    weight: 36,
    reach: [20, 60_000],
    placed: false,
    prints: 'people',
    publish: (writer, key, random) => ({
      author: personalProfile('https://www.reddit.com/user', { name: handle(writer.name) }, random, 9000),
      url: `https://www.reddit.com/r/${random.pick(groups)}/comments/${key}/`,
    }),
  },
  {
    source: 'web',
    weight: 20,
    reach: [50, 90_000],
    placed: true,
    prints: 'both',
    publish: (writer, key, random) => ({
      author: personalProfile('forum.example.org/members', writer, random, 5000),
      url: `https://${random.pick(pages)}/t/${key}`,
    }),
  },
  {
    source: 'news-blogs',
    weight: 60,
    reach: [1500, 950_000],
    placed: true,
    prints: 'press',
    publish: newsArticle,
  },
  {
    source: 'twitter',
    weight: 13,
    reach: [15, 120_000],
    placed: true,
    prints: 'people',
    publish: (writer, key, random) => ({
      author: personalProfile('https://twitter.com', writer, random, 80_000),
      url: `https://twitter.com/i/status/${key}`,
    }),
  },
  {
    source: 'instagram',
    weight: 8,
    reach: [80, 150_000],
    placed: false,
    prints: 'people',
    publish: (writer, key, random) => ({
      author: personalProfile('https://www.instagram.com', writer, random, 60_000),
      url: `https://www.instagram.com/p/${key}/`,
    }),
  },
  {
    source: 'facebook',
    weight: 7,
    reach: [30, 40_000],
    placed: true,
    prints: 'people',
    publish: (writer, key, random) => ({
      author: personalProfile('https://www.facebook.com', writer, random, 3000),
      url: `https://www.facebook.com/groups/acme/posts/${key}`,
    }),
  },
  { source: 'youtube', weight: 8, reach: [200, 420_000], placed: false, prints: 'both', publish: video },
  {
    source: 'vimeo',
    weight: 2,
    reach: [10, 20_000],
    placed: false,
    prints: 'both',
    publish: (writer, key, random) => ({
      author: personalProfile('https://vimeo.com', writer, random, 1500),
      url: `https://vimeo.com/${key}`,
    }),
  },
]

/** A person who writes posts, with the gender that the service would guess. */
export type Writer = { name: string; gender?: 'female' | 'male' }

function writers(female: string, male: string): Writer[] {
  const of = (names: string, gender: 'female' | 'male'): Writer[] =>
    names.split(', ').map((name) => ({ name, gender }))
  return [...of(female, 'female'), ...of(male, 'male')]
}

const english = writers(
  'Kim Lee, Priya Raman, Hannah Doyle, Grace Okafor, Molly Brennan, Zoe Whitfield, Dana Kowalski',
  'Tom Ashdown, Marcus Reid, Owen Pritchard, Jamal Carter, Eli Rosen, Callum Fraser, Ravi Menon',
)

const writersByLanguage: Record<string, Writer[]> = {
  en: english,
  de: writers('Jana Brandt, Silke Köhler, Aylin Demir', 'Jörg Weißmann, Lukas Huber, Matthias Öztürk'),
  fr: writers('Élodie Marchand, Inès Lefèvre', 'Théo Girard, Benoît Caron'),
  es: writers('Lucía Navarro, Marta Ibáñez', 'Íñigo Salas, Diego Peña'),
  pt: writers('Beatriz Moura, Luísa Antunes', 'João Esteves, Caio Ribeiro'),
  ja: writers('佐藤 美咲, 高橋 由美', '田中 健, 鈴木 大輔'),
  ko: writers('김서연, 이지은', '박민준, 최우진'),
  zh: writers('王芳, 李娜', '张伟, 刘洋'),
  hi: writers('अनन्या शर्मा, दिव्या जोशी', 'रोहित वर्मा, अर्जुन पटेल'),
  ar: writers('ليلى حداد, نور الخطيب', 'عمر منصور, سامي ناصر'),
  he: writers('נועה כהן, מאיה לוי', 'יונתן ברק, איתי שלו'),
}

/** Writers of a language; English names for an unknown language. */
export function writersOf(language: string): Writer[] {
  return writersByLanguage[language] ?? english
}

/** A city in a post, with the fields of a location. */
export type City = { city: string; country: string; latitude: number; longitude: number }

const citiesByLanguage: Record<string, City[]> = {
  en: [
    { city: 'Chicago', country: 'US', latitude: 41.88, longitude: -87.63 },
    { city: 'Portland', country: 'US', latitude: 45.52, longitude: -122.68 },
    { city: 'Austin', country: 'US', latitude: 30.27, longitude: -97.74 },
    { city: 'Manchester', country: 'GB', latitude: 53.48, longitude: -2.24 },
    { city: 'Leeds', country: 'GB', latitude: 53.8, longitude: -1.55 },
    { city: 'Dublin', country: 'IE', latitude: 53.35, longitude: -6.26 },
    { city: 'Melbourne', country: 'AU', latitude: -37.81, longitude: 144.96 },
    { city: 'Toronto', country: 'CA', latitude: 43.65, longitude: -79.38 },
  ],
  de: [
    { city: 'Leipzig', country: 'DE', latitude: 51.34, longitude: 12.37 },
    { city: 'Hamburg', country: 'DE', latitude: 53.55, longitude: 9.99 },
    { city: 'Wien', country: 'AT', latitude: 48.21, longitude: 16.37 },
  ],
  fr: [
    { city: 'Lyon', country: 'FR', latitude: 45.76, longitude: 4.84 },
    { city: 'Montréal', country: 'CA', latitude: 45.5, longitude: -73.57 },
  ],
  es: [
    { city: 'Sevilla', country: 'ES', latitude: 37.39, longitude: -5.98 },
    { city: 'Guadalajara', country: 'MX', latitude: 20.67, longitude: -103.35 },
  ],
  pt: [{ city: 'Porto', country: 'PT', latitude: 41.15, longitude: -8.61 }],
  ja: [{ city: '大阪', country: 'JP', latitude: 34.69, longitude: 135.5 }],
  ko: [{ city: '부산', country: 'KR', latitude: 35.18, longitude: 129.08 }],
  zh: [{ city: '台北', country: 'TW', latitude: 25.03, longitude: 121.57 }],
  hi: [{ city: 'पुणे', country: 'IN', latitude: 18.52, longitude: 73.86 }],
  ar: [{ city: 'عمّان', country: 'JO', latitude: 31.95, longitude: 35.93 }],
  he: [{ city: 'חיפה', country: 'IL', latitude: 32.79, longitude: 34.99 }],
}

/** Cities of a language; English-speaking ones for an unknown language. */
export function citiesOf(language: string): City[] {
  return citiesByLanguage[language] ?? citiesByLanguage.en ?? []
}

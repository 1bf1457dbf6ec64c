import type { MentionInput } from '../archive/records.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** Who is named as the author, and the address of what was published. */
type Publication = Pick<MentionInput, 'author' | 'url'>

type Author = MentionInput['author']

/** Where something was published: how the author looks there and how its address reads. `key` is unique to the mention. */
export type Outlet = {
  source: string
  /** How often it occurs beside the others. */
  weight: number
  /** Reach of one mention, least and greatest. */
  reach: [number, number]
  /** Whether the service can know a country here at all. */
  placed: boolean
  /** Whether people, the press or both publish here. */
  prints: 'people' | 'press' | 'both'
  publish: (writer: Person, key: string, random: Random) => Publication
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

/** A handle out of a name: letters only, so that it reads like one in every script. */
function handle(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()
}

function person(host: string, { name }: Person, random: Random, greatestAudience: number): Author {
  const user = handle(name)
  return {
    name,
    avatar: `https://pictures.example.com/${encodeURIComponent(user)}.png`,
    audience: random.whole(12, greatestAudience),
    url: `${host}/${encodeURIComponent(user)}`,
  }
}

function story(writer: Person, key: string, random: Random): Publication {
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

function video(_writer: Person, key: string, random: Random): Publication {
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
      author: person('https://www.reddit.com/user', { name: handle(writer.name) }, random, 9000),
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
      author: person('forum.example.org/members', writer, random, 5000),
      url: `https://${random.pick(pages)}/t/${key}`,
    }),
  },
  { source: 'news-blogs', weight: 60, reach: [1500, 950_000], placed: true, prints: 'press', publish: story },
  {
    source: 'twitter',
    weight: 13,
    reach: [15, 120_000],
    placed: true,
    prints: 'people',
    publish: (writer, key, random) => ({
      author: person('https://twitter.com', writer, random, 80_000),
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
      author: person('https://www.instagram.com', writer, random, 60_000),
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
      author: person('https://www.facebook.com', writer, random, 3000),
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
      author: person('https://vimeo.com', writer, random, 1500),
      url: `https://vimeo.com/${key}`,
    }),
  },
]

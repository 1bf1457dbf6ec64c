import { ownSources, sourceMeant } from '../source-names.ts'
import { postTypes } from './query.ts'

/** What `source:` may name: the sources of this service, and the values of `source` in the interface. */
export const sourceNames: string[] = [
  ...ownSources.filter((name: string) => name !== 'youtube'),
  ...['web', 'news-blogs', 'reddit', 'youtube', 'twitter', 'facebook', 'instagram'],
]
const sourcesElsewhere: Record<string, string> = { x: 'twitter', blog: 'news-blogs', blogs: 'news-blogs' }
const typesElsewhere: Record<string, string> = {
  ...{ story: 'post', thread: 'post', tweet: 'post', submission: 'post', posts: 'post' },
  ...{ reply: 'comment', replies: 'comment', comments: 'comment', answer: 'comment' },
  ...{ news: 'article', blog: 'article', articles: 'article', rating: 'review', reviews: 'review' },
  ...{ issues: 'issue', bug: 'issue', 'pull-request': 'issue', pr: 'issue' },
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** The codes of the languages that people most often write out. */
const commonLanguages =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv ta th tr uk ur vi zh'.split(
    ' ',
  )
/** The codes of countries that people take for those of their languages. Kanuri, whose code is `kr`, is never detected. */
const languagesElsewhere: Record<string, string> = {
  jp: 'ja',
  cn: 'zh',
  kr: 'ko',
  cz: 'cs',
  dk: 'da',
  ua: 'uk',
  gr: 'el',
}

/** Each returns the value that is known here, undefined if there is none. What is written is in lower case. */
export const sourceNamed = (written: string): string | undefined =>
  sourceNames.includes(written) ? written : (sourceMeant(written) ?? sourcesElsewhere[written])
export const typeNamed = (written: string): string | undefined =>
  postTypes.find((type) => type === written) ?? typesElsewhere[written]
export function languageNamed(written: string): string | undefined {
  const elsewhere = languagesElsewhere[written]
  if (elsewhere !== undefined) return elsewhere
  const isCode = /^[a-z]{2,3}$/.test(written) && languages.of(written) !== undefined
  if (isCode || written === 'unknown') return written
  const isMeant = (code: string) =>
    languages.of(code)?.toLowerCase() === written || written.startsWith(`${code}-`)
  return commonLanguages.find(isMeant)
}

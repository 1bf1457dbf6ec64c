import { closestWord } from '@overheard/base/name'
import { isPrivateHost } from '@overheard/base/private-address'
import { listenSettings } from '@overheard/listen/settings'
import { proposedSources, simpleSources } from '@overheard/listen/source-names'
import { ourCommand } from '../../model/our-command.ts'
import type { Dialogue } from './prompt.ts'

/** What the setup writes as `listen` of the configuration. */
export type NewListen = {
  alerts: { name: string; query: string }[]
  feeds?: string[]
  sources?: Record<string, true>
  allowPrivate?: true
}

/** The person has named the addresses, so private ones among them are meant. */
export function withPrivate(listen: NewListen): NewListen {
  const isPrivate = (feed: string) => isPrivateHost(URL.parse(feed)?.hostname ?? '')
  return listen.feeds?.some(isPrivate) ? { ...listen, allowPrivate: true } : listen
}

/** What people answer instead of an address, if they have no account. */
export const listenWord = 'listen'

export const listenOffer = [
  'Give the address of your own site, such as acme.example: Overheard reads its front page and proposes what to listen for.',
  `If you have an account at a mention-monitoring service, give its base URL instead. ${listenWord} asks for the words one by one.`,
].join('\n')

export const listenNeedsFolder = `With DATABASE_URL the bot does not listen itself: run \`${ourCommand('listen')}\`, and give its address here.`

/** Says what a feed gives, or why it gives nothing, as a sentence. */
export type TryFeed = (feed: string) => Promise<{ isFeed: boolean; sentence: string }>

/** Asks what to listen for, and where. Each feed is asked once, so that a mistake is seen now and not in a silent channel. */
export async function askListen(dialogue: Dialogue, tryFeed: TryFeed): Promise<NewListen> {
  const query = await dialogue.ask({
    text: 'What shall Overheard listen for (such as "acme app" OR acmehq -jobs)',
    validate: (answer) => problemIn({ alerts: [{ name: 'x', query: answer }] }),
  })
  const name = await dialogue.ask({
    text: 'A name for this alert',
    known: query.replaceAll(/["()]/g, '').slice(0, 80).trim(),
    validate: (answer) => problemIn({ alerts: [{ name: answer, query }] }),
  })
  dialogue.say(
    [
      'Where to listen, separated by blanks: addresses of feeds or of pages that have one, short names such as mastodon.social/tags/acme, and',
      `these sources: ${simpleSources.join(', ')}. docs/run/listen.md says what each of them is.`,
    ].join('\n'),
  )
  return withPrivate({ alerts: [{ name, query }], ...(await askPlaces(dialogue, tryFeed)) })
}

async function askPlaces(dialogue: Dialogue, tryFeed: TryFeed): Promise<ReturnType<typeof placesIn>> {
  const ask = (text: string, known: string) =>
    dialogue.ask({
      text,
      known,
      validate: (answer) => misspeltSource(answer) ?? problemIn({ alerts: [], ...placesIn(answer) }),
    })
  let answer = await ask('Feeds and sources', proposedSources.join(' '))
  for (;;) {
    const { feeds = [] } = placesIn(answer)
    if (feeds.length > 0) dialogue.say('Asking the feeds …')
    const tried = await Promise.all(feeds.map(async (feed) => ({ feed, ...(await tryFeed(feed)) })))
    for (const { feed, sentence } of tried) dialogue.say(`${feed}: ${sentence}`)
    if (tried.every(({ isFeed }) => isFeed)) return placesIn(answer)
    const again = await ask('Feeds and sources (Enter takes them all the same)', answer)
    if (again === answer) return placesIn(answer)
    answer = again
  }
}

/** A word without a dot and a slash is no address of a feed. */
function misspeltSource(answer: string): string | undefined {
  for (const word of placesIn(answer).feeds ?? []) {
    const meant = /[./]/.test(word) ? undefined : closestWord(word, simpleSources)
    if (meant !== undefined) return `There is no source ${word}. Did you mean ${meant}?`
  }
  return undefined
}

function placesIn(answer: string): Pick<NewListen, 'feeds' | 'sources'> {
  const words = answer.split(/[\s,]+/).filter((word) => word !== '')
  const isSource = (word: string) => simpleSources.some((name) => name === word.toLowerCase())
  const feeds = words.filter((word) => !isSource(word))
  const sources = words.filter(isSource).map((word) => [word.toLowerCase(), true] as const)
  return {
    ...(feeds.length > 0 && { feeds }),
    ...(sources.length > 0 && { sources: Object.fromEntries(sources) }),
  }
}

function problemIn(listen: object): string | undefined {
  return listenSettings.safeParse(listen).error?.issues[0]?.message
}

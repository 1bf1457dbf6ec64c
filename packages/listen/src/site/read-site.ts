import type { SetTimer } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import { rejectOnAbort, TimedOutError, withTimeout } from '@overheard/base/timeout'
import { type Fetch, FetchError } from '../source.ts'
import { proposedSources } from '../source-names.ts'
import { type ProposedAlert, proposeAlerts, questionsAbout, siteName } from './propose.ts'
import { factsOfPage, type SiteFacts } from './site-facts.ts'

/** So many of its own feeds are proposed: what it publishes shows that the bot works. */
const maxFeeds = 2
/** One page of a site, with what belongs in it. */
const maxPageBytes = 5 * 1024 * 1024
/** Somebody waits for the page, and then for what its alerts would have found. */
const maxPageMs = 10_000

/** What a query would have found lately. */
type Found = { looked: number; found: number }

/** What a front page suggests to listen for. `found` is undefined if no source could be asked. */
type Suggestion<Preview extends Found> = {
  host: string
  name: string
  description: string
  alerts: (ProposedAlert & { found?: Preview })[]
  feeds: string[]
  sources: string[]
}

/** `no-page`: something else than a page of a site answers there. */
export type SiteRead<Preview extends Found = Found> =
  | { kind: 'read'; suggestion: Suggestion<Preview> }
  | { kind: 'no-page' }
  | { kind: 'failed'; sentence: string }

export type SiteReaderDeps<Preview extends Found> = {
  fetch: (signal: AbortSignal) => Fetch
  preview: (query: string) => Promise<Preview>
  setTimer: SetTimer
}

/** Reads the page with one request, and asks what the proposed alerts would have found lately. */
export async function readSite<Preview extends Found>(
  address: string,
  { fetch, preview, setTimer }: SiteReaderDeps<Preview>,
  stopping?: AbortSignal,
): Promise<SiteRead<Preview>> {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`)
  if (url === null || !/^https?:$/.test(url.protocol))
    return { kind: 'failed', sentence: 'This is no address of a site.' }
  let facts: SiteFacts
  try {
    const ask = (signal: AbortSignal) =>
      rejectOnAbort(
        fetch(signal)(url.href, { accept: 'text/html, */*;q=0.1', maxBytes: maxPageBytes }),
        signal,
      )
    const answer = await withTimeout(setTimer, maxPageMs, ask, stopping)
    const html = answer.kind === 'fresh' ? answer.text() : ''
    if (answer.kind === 'unchanged' || !/<(?:!doctype html|html|head|title|body)\b/i.test(html))
      return { kind: 'no-page' }
    facts = factsOfPage(html, answer.url)
  } catch (error) {
    if (error instanceof TimedOutError)
      return { kind: 'failed', sentence: `${url.hostname} did not answer in time.` }
    if (error instanceof FetchError) return { kind: 'failed', sentence: `${error.message}.` }
    throw error
  }
  return { kind: 'read', suggestion: await suggest(facts, preview) }
}

async function suggest<Preview extends Found>(
  facts: SiteFacts,
  preview: SiteReaderDeps<Preview>['preview'],
): Promise<Suggestion<Preview>> {
  /** Undefined if no source could be asked. */
  const lately = async (query: string) => {
    const answer = await preview(query).catch(() => undefined)
    return answer === undefined || answer.looked === 0 ? undefined : answer
  }
  const questions = questionsAbout(facts)
  const [withName, aboutSite] = await Promise.all(
    questions === undefined ? [] : [questions.withName, questions.aboutSite].map(lately),
  )
  const heard = withName && aboutSite && { withName: withName.found, aboutSite: aboutSite.found }
  const alerts = proposeAlerts(facts, heard)
  const found = await Promise.all(alerts.map(({ query }) => lately(query)))
  return {
    ...{ host: facts.host, name: siteName(facts), description: facts.description },
    alerts: alerts.map((alert, place) => ({ ...alert, ...defined({ found: found[place] }) })),
    feeds: facts.feeds.slice(0, maxFeeds),
    sources: [...proposedSources],
  }
}

import { randomBytes } from 'node:crypto'
import packageFile from '../../../package.json' with { type: 'json' }
import { startListening } from '../../../service/listening.ts'
import { listenSettings } from '../../../service/settings.ts'
import { proposeAlerts, questionsAbout, siteName } from '../../../service/site/propose.ts'
import { factsOfPage, type SiteFacts } from '../../../service/site/site-facts.ts'
import { FetchError } from '../../../service/source.ts'
import type { ProxySettings } from '../../async/http.ts'
import { createRuntime } from '../../async/runtime.ts'
import { createListeningClient, type ListeningPreview } from '../../mention-api/listening-client.ts'
import { defined } from '../../model/defined.ts'
import { oneLook } from '../listen/try-source.ts'
import { proposedSources } from './listen-steps.ts'
import type { ReadSite, SuggestedAlert, Suggestion } from './site-steps.ts'

/** So many of its own feeds are proposed: what it publishes shows that the bot works. */
const maxFeeds = 2
/** One page of a site, with what belongs in it. */
const maxPageBytes = 5 * 1024 * 1024

/** What a query would have found lately. Rejects if nobody can be asked. */
export type Previews = { preview(query: string): Promise<ListeningPreview>; close(): Promise<void> }

/** Reads the page with one request, and asks what the proposed alerts would have found lately. */
export function createReadSite(openPreviews: () => Promise<Previews>): ReadSite {
  return async (address, signal) => {
    const { fetch, close } = oneLook(signal)
    let facts: SiteFacts
    try {
      const answer = await fetch(address, { accept: 'text/html, */*;q=0.1', maxBytes: maxPageBytes })
      const html = answer.kind === 'fresh' ? answer.text() : ''
      if (answer.kind === 'unchanged' || !/<(?:!doctype html|html|head|title|body)\b/i.test(html))
        return { kind: 'no-page' }
      facts = factsOfPage(html, answer.url)
    } catch (error) {
      if (error instanceof FetchError) return { kind: 'failed', sentence: `${error.message}.` }
      throw error
    } finally {
      await close()
    }
    const previews = await openPreviews()
    try {
      return { kind: 'read', suggestion: await suggest(facts, previews) }
    } finally {
      await previews.close()
    }
  }
}

async function suggest(facts: SiteFacts, { preview }: Previews): Promise<Suggestion> {
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
    alerts: alerts.map((alert, place): SuggestedAlert => ({ ...alert, ...defined({ found: found[place] }) })),
    feeds: facts.feeds.slice(0, maxFeeds),
    sources: [...proposedSources],
  }
}

/** Previews of the sources that need no account. Without alerts they are asked for nothing else. */
export async function previewsOfSources(proxy: ProxySettings): Promise<Previews> {
  const { now, setTimer, sleep } = createRuntime()
  const ignore = () => undefined
  const token = randomBytes(24).toString('base64url')
  const service = await startListening({
    settings: listenSettings.parse({
      sources: Object.fromEntries(proposedSources.map((source) => [source, true])),
    }),
    file: ':memory:',
    port: 0,
    ...{ token, version: packageFile.version, proxy, now, setTimer, sleep, random: Math.random },
    log: { info: ignore, warn: ignore, error: ignore },
  })
  const client = createListeningClient({ baseUrl: service.url, token, now })
  return {
    preview: (query) => client.preview({ query, languages: [] }),
    close: async () => {
      await client.close()
      await service.close()
    },
  }
}

import { defined } from '@overheard/base/defined'
import type { Limit } from '../alert.ts'
import { readMention } from '../decode/mention-decoder.ts'
import {
  malformedResponse,
  pageSchema,
  parseResponse,
  readElementId,
  readIdGaps,
  readLimits,
} from '../decode/response-schema.ts'
import type { Id, IdGap } from '../id.ts'
import type { Mention } from '../mention.ts'
import { MentionServiceError } from '../mention-service-error.ts'
import type { ApiCall } from '../requests/request.ts'
import type { Now, RequestOptions, WarningLog } from '../requests/request-options.ts'
import { encodeQuery, type MentionQuery, pageTokenForms } from './mention-query.ts'
import { createPageSizes } from './page-sizes.ts'

export type OpenPages = (alertId: Id, query: MentionQuery, ask: RequestOptions) => ReadNextPage

/**
 * Resolves with undefined after the last page. The first call always returns a page. The type is a function and not a generator, because a
 * generator costs as much CPU as checking a page, and most polls already use one generator (`readSince`).
 */
type ReadNextPage = () => Promise<MentionPage | undefined>

const maxPages = 10_000

/** An empty page may have a `next`. After this many empty pages in a row, reading fails with an error. */
const maxEmptyPages = 5

type PageDeps = {
  log: WarningLog
  now: Now
  hasPlainTexts?: boolean | undefined
  /** Hears the number of the latest removal from the own mention service. */
  heardRemoval?: (last: number) => void
}

export function createPageReader({ call, ...deps }: PageDeps & { call: ApiCall }): OpenPages {
  const sizes = createPageSizes(deps.now)
  return (alertId, query, ask) => {
    const request = { operation: `alerts/${alertId}/mentions`, alert: alertId }
    const fetch = async (encoded: string, canShrink?: () => boolean) =>
      readPage(await call({ ...request, query: encoded, canShrink }, ask), alertId, deps)
    /** Asks for a smaller page as long as the answer is too much for the service or the network. */
    const fetchFirst = async (): Promise<MentionPage> => {
      const limit = sizes.limitOf(alertId, query.limit)
      try {
        return await fetch(encodeQuery({ ...query, ...defined({ limit }) }), () => sizes.canShrink(alertId))
      } catch (error) {
        if (!isTooMuch(error) || !sizes.shrink(alertId)) throw error
        return fetchFirst()
      }
    }
    let pages: { follow: (token: string) => Promise<MentionPage>; guard: LoopGuard } | undefined
    /** Goes on after `page`, if there is one. */
    const fetchNext = async (token: string): Promise<MentionPage> => {
      pages ??= { follow: createTokenFollower(fetch), guard: createLoopGuard() }
      if (page !== undefined) pages.guard(page, token)
      try {
        return await pages.follow(token)
      } catch (error) {
        // A token contains the size of its pages, so the next read asks for smaller ones.
        if (isTooMuch(error)) sizes.shrink(alertId)
        throw error
      }
    }
    let page: MentionPage | undefined
    return async () => {
      if (page === undefined) page = await (query.next === undefined ? fetchFirst() : fetchNext(query.next))
      else if (page.next === undefined) {
        // The mentions of the page are read first.
        if (!page.last) throw malformedResponse('alert_data.next: expected string')
        return undefined
      } else page = await fetchNext(page.next)
      return page
    }
  }
}

const isTooMuch = (error: unknown) => error instanceof MentionServiceError && error.isTooMuch

export async function* iteratePages(next: ReadNextPage): AsyncGenerator<MentionPage, void, undefined> {
  for (let page = await next(); page !== undefined; page = await next()) yield page
}

function createTokenFollower(
  fetch: (encoded: string) => Promise<MentionPage>,
): (next: string) => Promise<MentionPage> {
  let form = 0
  return async (next) => {
    const forms = pageTokenForms(next)
    const [likelier = ''] = forms
    const other = forms[1]
    if (other === undefined) return fetch(likelier)
    if (form === 1) return fetch(other)
    try {
      return await fetch(likelier)
    } catch (error) {
      if (!(error instanceof MentionServiceError) || error.kind !== 'bad_parameter') throw error
      form = 1
      return fetch(other)
    }
  }
}

type LoopGuard = (page: MentionPage, next: string) => void

/**
 * Detects paging that never ends. Compares each token with one earlier token, which it replaces at pages 1, 2, 4, 8 and so on (Brent). This
 * finds every cycle and stores only one token.
 */
function createLoopGuard(): LoopGuard {
  let count = 0
  let empty = 0
  let earlier = ''
  return (page, next) => {
    count++
    empty = page.mentions.length + page.unusable === 0 ? empty + 1 : 0
    if (next === earlier) throw malformedResponse('alert_data.next: repeats itself')
    if (empty === maxEmptyPages) throw malformedResponse('alert_data.next: leads to empty pages only')
    if (count === maxPages) throw malformedResponse('alert_data.next: does not come to an end')
    if (Number.isInteger(Math.log2(count))) earlier = next
  }
}

export type MentionPage = {
  limits: Limit[]
  mentions: Mention[]
  unusable: number
  mentionsCount?: number
  /** Undefined on the last page, and if the token of a page that is not the last cannot be read. */
  next?: string
  last: boolean
  idGaps?: IdGap[]
}

function readPage(answer: unknown, alertId: Id, deps: PageDeps): MentionPage {
  const { limits, alert_data: data } = parseResponse(pageSchema, answer)
  const elements = data.mentions ?? []
  const mentions = readMentions(elements, alertId, deps)
  const page: MentionPage = {
    limits: readLimits(limits),
    mentions,
    unusable: elements.length - mentions.length,
    last: !data.next,
  }
  if (typeof data.mentions_count === 'number') page.mentionsCount = data.mentions_count
  if (data.next && typeof data.next === 'string') page.next = data.next
  const idGaps = readIdGaps(data.overheard_id_gaps)
  if (idGaps.length > 0) page.idGaps = idGaps
  if (data.overheard_removals !== undefined) deps.heardRemoval?.(data.overheard_removals)
  return page
}

function readMentions(elements: unknown[], alert: Id, { log, now, hasPlainTexts }: PageDeps): Mention[] {
  const nowMs = now()
  const mentions: Mention[] = []
  const positions: number[] = []
  for (const [position, element] of elements.entries()) {
    const id = readElementId(element)
    if (id === undefined) positions.push(position)
    else mentions.push(readMention(element, id, nowMs, hasPlainTexts))
  }
  if (positions.length > 0)
    log.warn({ alert, positions }, 'the mention service sent mentions without a usable id; skipped them')
  const flawed = mentions.filter(({ flaws }) => flaws.length > 0)
  const [first] = flawed
  if (first !== undefined)
    log.warn(
      { alert, mentions: flawed.length, id: first.id, flaws: first.flaws },
      'the mention service sent mentions with invalid fields; using the valid fields',
    )
  return mentions
}

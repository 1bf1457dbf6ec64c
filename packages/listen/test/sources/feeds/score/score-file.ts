import { decodeText } from '../../../../src/fetch/decode-text.ts'
import type { Entry } from '../../../../src/sources/feeds/feed.ts'
import { parseFeed } from '../../../../src/sources/feeds/parse-feed.ts'
import { type Claim, type Expectation, expectationIn, readings } from './expectation.ts'

/** `misses` are sentences. A file that claims nothing about a title, link or date only must not fail. */
export type FileScore = Expectation & { misses: string[]; ms: number }

export function scoreFile(body: Buffer): FileScore {
  const startedAt = performance.now()
  const document = decodeText(body, undefined)
  const feed = parseFeed(document)
  const ms = performance.now() - startedAt
  const { claims, excluded } = expectationIn(document) ?? { claims: [], excluded: [] }
  const misses = claims.flatMap((claim) => missOf(claim, feed?.entries[claim.entry]) ?? [])
  return { claims, excluded, misses, ms }
}

function missOf({ entry, field, value }: Claim, found: Entry | undefined): string | undefined {
  const given = { title: found?.title, link: found?.address, date: found?.publishedAt }[field]
  const isRight =
    typeof value === 'string'
      ? readings(value).includes(String(given ?? ''))
      : found !== undefined && given === value
  return isRight
    ? undefined
    : `the ${field} of entry ${entry} is ${JSON.stringify(given)} instead of ${JSON.stringify(value)}`
}

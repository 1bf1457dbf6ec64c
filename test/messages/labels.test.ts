import { describe, expect, it } from 'vitest'
import { slackDate, utc, utcDay } from '../../src/messages/kit/dates.ts'
import {
  countryName,
  flag,
  languageName,
  sentimentLabel,
  sentimentSign,
  sourceName,
} from '../../src/messages/kit/labels.ts'

describe('the label of a country', () => {
  it.each([
    ['US', '🇺🇸', 'United States'],
    ['DE', '🇩🇪', 'Germany'],
  ])('for %s is %s %s', (code, sign, name) => expect([flag(code), countryName(code)]).toEqual([sign, name]))

  it.each([['ZZ'], ['us'], ['USA'], [''], ['XA'], ['<!'], ['QQ']])('is absent for %j', (code) =>
    expect([flag(code), countryName(code)]).toEqual(['', undefined]),
  )
})

describe('the label of a language', () => {
  it.each([
    ['en', 'English'],
    ['pt-BR', 'Brazilian Portuguese'],
  ])('for %s is "%s"', (code, name) => expect(languageName(code)).toBe(name))

  it.each([[''], ['unknown'], ['<!channel>'], ['english']])('is absent for %j', (code) =>
    expect(languageName(code)).toBeUndefined(),
  )
})

describe('the label of a date', () => {
  const at = Date.UTC(2026, 10, 20, 14, 2, 59, 999)

  it('is in the reader’s own time zone', () =>
    expect([slackDate(at), slackDate(at, 'time')]).toEqual([
      '<!date^1795183379^{date_short_pretty} at {time}|Nov 20, 2026, 14:02 UTC>',
      '<!date^1795183379^{time}|Nov 20, 2026, 14:02 UTC>',
    ]))

  it('exists in plain words, too', () =>
    expect([utc(at), utcDay(at)]).toEqual(['Nov 20, 2026, 14:02 UTC', 'November 20, 2026']))

  it.each([[0], [-1], [Number.NaN], [Number.MAX_SAFE_INTEGER], [Number.POSITIVE_INFINITY]])(
    'is absent for the invalid time %d',
    (wrong) => expect(slackDate(wrong)).toBeUndefined(),
  )
})

describe('the label of a source', () => {
  it.each([
    ['youtube', 'YouTube'],
    ['news-blogs', 'News and blogs'],
    ['mastodon', 'mastodon'],
    ['\u202e<!x>', '<!x>'],
    ['constructor', 'constructor'],
  ])('for %s is "%s"', (source, name) => expect(sourceName(source)).toBe(name))
})

describe('the label of a sentiment', () => {
  it.each([
    ['negative', '👎 Negative'],
    ['positive', '👍 Positive'],
    ['neutral', 'Neutral'],
    [undefined, ''],
  ] as const)('for %s is "%s"', (sentiment, words) =>
    expect(`${sentimentSign(sentiment)} ${sentimentLabel(sentiment)}`.trim()).toBe(words),
  )
})

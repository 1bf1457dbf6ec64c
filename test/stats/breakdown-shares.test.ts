import type { Count } from '@overheard/mention-client/insight'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statsMessage } from '../../src/listeners/texts/stats-answer.ts'
import { sketch } from '../tools/message-sketch.ts'
import { last30, parts, summaryOf, total } from '../tools/period-summaries.ts'

/** Counts mentions by hand, and compares the shares of the breakdown with these counts. */

const countries =
  'US DE GB FR AT CH IT ES PT NL BE LU DK SE NO FI PL CZ SK HU RO BG GR TR IL IN JP KR CN AU NZ CA MX BR AR CL PE CO ZA NG'
const languages =
  'en de fr it es pt nl da sv no fi pl cs sk hu ro bg el tr he hi ja ko zh uk ru ar fa sl hr sr lt lv et ga cy ca eu gl is'
const kinds = 'facebook instagram twitter reddit news-blogs web youtube tiktok'

/** Some of the names are as many as 40; undefined means that the service does not know it. */
const anyOf = (names: string) =>
  fc
    .subarray(names.split(' '), { minLength: 1 })
    .chain((some) =>
      fc.array(fc.option(fc.constantFrom(...some), { nil: undefined }), { minLength: 120, maxLength: 120 }),
    )

const scene = fc.record({
  mentions: fc.integer({ min: 0, max: 120 }),
  countries: anyOf(countries),
  languages: anyOf(languages),
  sources: fc.array(fc.constantFrom(...kinds.split(' ')), { minLength: 120, maxLength: 120 }),
  /** The service may name what it does not know, and may send names with a count of zero. */
  unknown: fc.constantFrom(undefined, 'unknown', '', 'Unknown', 'null'),
  genders: fc.array(fc.option(fc.constantFrom('female', 'male', 'other'), { nil: undefined }), {
    maxLength: 60,
  }),
})

function tally(names: (string | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** The list that the service sends: the most frequent first, and only five for countries and languages. */
function listed(counts: Map<string, number>, most: number, extra: [string, number][] = []): Count {
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, most)
  return parts(Object.fromEntries([...sorted, ...extra]))
}

/** Rows such as “Countries: Germany | 43 | 16%”, by label. */
const rowsOf = (shown: string, label: string) =>
  [...shown.matchAll(new RegExp(String.raw`${label}: [^|]*\| ([\d,–]+) \| ([^\s|]+)`, 'g'))].map(
    ([, count = '', share = '']) => ({ count: Number(count.replaceAll(',', '')), share }),
  )

const rounded = (part: number, whole: number) => {
  const whole100 = Math.round((100 * part) / whole)
  if (part < whole && whole100 === 100) return '>99%'
  return part > 0 && whole100 === 0 ? '<1%' : `${whole100}%`
}

const mostFirst = (counts: Map<string, number>) => [...counts.values()].sort((a, b) => b - a)

describe('the shares of a breakdown', () => {
  it('are of what the words below the table say, whatever the service leaves out', () => {
    fc.assert(
      fc.property(scene, ({ mentions, unknown, genders, ...names }) => {
        const byCountry = tally(names.countries.slice(0, mentions))
        const byLanguage = tally(names.languages.slice(0, mentions))
        const bySource = tally(names.sources.slice(0, mentions))
        const byGender = tally(genders)
        const notKnown: [string, number][] = unknown === undefined ? [] : [[unknown, 7]]
        const shown = sketch(
          statsMessage(
            summaryOf(
              {
                now: {
                  mentions: total(mentions),
                  countries: listed(byCountry, 5),
                  languages: listed(byLanguage, 5, [['xx', 0]]),
                  sources: listed(new Map([...bySource].sort()), Infinity),
                  gender: listed(byGender, Infinity, notKnown),
                },
              },
              { ...last30, more: true },
            ),
            'asker',
          ),
        )
        for (const [label, counts] of [
          ['Countries', byCountry],
          ['Languages', byLanguage],
        ] as const) {
          const top = mostFirst(counts).slice(0, 5)
          expect(rowsOf(shown, label)).toEqual(
            top.map((count) => ({ count, share: rounded(count, mentions) })),
          )
          if (top.length > 0)
            expect(shown).toMatch(new RegExp(`${label.toLowerCase()}[^.]*: of all ${mentions} mention`, 'i'))
        }
        expect(rowsOf(shown, 'Sources')).toEqual(
          mostFirst(bySource).map((count) => ({ count, share: rounded(count, mentions) })),
        )
        const known = mostFirst(byGender)
        const people = known.reduce((sum, count) => sum + count, 0)
        expect(rowsOf(shown, 'Gender').map(({ share }) => share)).toEqual(
          known.map((count) => rounded(count, people)),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('are of all mentions for countries, of which the service lists only five', () => {
    const known = { mentions: total(300), countries: parts({ US: 43, DE: 42, GB: 40, FR: 35, AT: 24 }) }
    const shown = sketch(statsMessage(summaryOf({ now: known }, { ...last30, more: true }), 'asker'))
    expect(shown).toContain('United States | 43 | 14%')
    expect(shown).toContain(
      'Shares of countries: of all 300 mentions. The mention service lists only the 5 most frequent.',
    )
  })

  it('are not shown for countries if the number of all mentions is unknown or smaller than what is listed', () => {
    const countries = parts({ US: 43, DE: 42 })
    for (const now of [{ countries }, { countries, mentions: total(80) }]) {
      const shown = sketch(statsMessage(summaryOf({ now }, { ...last30, more: true }), 'asker'))
      expect(shown).toContain('United States | 43 | –')
      expect(shown).not.toContain('Shares of countries')
    }
  })

  it('name the most frequent source as the top source, in whatever order the service lists them', () => {
    const now = { mentions: total(30), sources: parts({ web: 4, reddit: 26 }) }
    expect(sketch(statsMessage(summaryOf({ now }), 'asker'))).toContain('Top source Reddit (26)')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sentiment } from '../../src/fields/sentiment/lexicon.ts'
import { loadTeacher } from '../../src/fields/sentiment/sentiment.ts'
import { item, sourceOf, startWorld } from '../engine-world.ts'

const teacher = await loadTeacher()
const lesson = (text: string, sentiment: Sentiment, language = 'en') => ({
  ...{ text, sentiment, language, places: [] },
})
const moved = (...lessons: ReturnType<typeof lesson>[]) =>
  Object.fromEntries(teacher.learn(lessons).get('en') ?? [])

describe('what corrections move', () => {
  it('are the words whose degree contradicts, half a degree each', () => {
    expect(moved(lesson('this beat is sick and insane', 'positive'))).toEqual({ sick: 0.5, insane: 0.5 })
  })

  it('are no words that agree already', () =>
    expect(moved(lesson('so great and so lovely', 'positive'))).toEqual({}))

  it('are words without a degree once two corrections agree', () => {
    const [one, other] = [lesson('a churning widget', 'negative'), lesson('the churning again', 'negative')]
    expect(moved(one)).toEqual({})
    expect(moved(one, other)).toEqual({ churning: -1 })
  })

  it('are no grammar and no words of any topic, in any language', () => {
    const twice: [language: string, one: string, other: string][] = [
      [
        'en',
        'Acme told me they have no time for this',
        "They have moved this to a plan that they've written",
      ],
      ['de', 'Die haben dafür diesen Plan', 'Diesen Ausweis haben wir dafür'],
      ['fr', "Même leur guichet aujourd'hui", 'Aujourd’hui leur ligne même'],
      ['es', 'También están donde siempre', 'Donde están también siempre cierran'],
      ['pt', 'Também estão onde sempre', 'Onde estão também sempre fecham'],
      ['it', 'Anche questa è della loro', 'Questa della loro linea anche'],
    ]
    for (const [language, ...texts] of twice) {
      const lessons = texts.map((text) => lesson(text, 'negative', language))
      expect([language, ...(teacher.learn(lessons).get(language) ?? [])]).toEqual([language])
    }
  })

  it('are no words without a degree that other mentions of the alert have, too', () => {
    const lessons = ['a churning widget', 'the churning widget again'].map((text) => lesson(text, 'negative'))
    const others = Array.from({ length: 100 }, (_, at) => ({
      ...{ language: 'en', places: [] },
      text: at < 5 ? 'a widget' : at < 9 ? 'it is churning' : 'the shop',
    }))
    expect(Object.fromEntries(teacher.learn(lessons, others).get('en') ?? [])).toEqual({ churning: -1 })
    const inFrench = others.map((other) => ({ ...other, language: 'fr' }))
    expect([...(teacher.learn(lessons, inFrench).get('en') ?? [])]).toHaveLength(2)
  })

  it('is taken to zero, and not beyond, by corrections that nobody feels anything', () => {
    const calm = lesson('swimming in the dead sea', 'neutral')
    expect(moved(calm)).toEqual({ dead: 0.5 })
    expect(moved(...Array.from({ length: 9 }, () => calm))).toEqual({ dead: 1.5 })
    expect(moved(...Array.from({ length: 9 }, () => lesson('we hope so', 'neutral')))).toEqual({ hope: -1 })
  })

  it('is never more than a degree and a half', () => {
    const lessons = fc.array(
      fc.record({
        text: fc.string(),
        sentiment: fc.constantFrom<Sentiment>('positive', 'negative', 'neutral'),
      }),
    )
    fc.assert(
      fc.property(lessons, fc.nat(30), (others, times) => {
        const many = [
          ...others,
          ...Array.from({ length: times }, () => ({ text: 'sick', sentiment: 'positive' as const })),
        ]
        const all = Object.values(moved(...many.map(({ text, sentiment }) => lesson(text, sentiment))))
        for (const by of all) expect(Math.abs(by)).toBeLessThanOrEqual(1.5)
      }),
    )
  })
})

describe('a correction of a mention', () => {
  const source = sourceOf('feeds', [])
  const settings = { sources: {}, alerts: ['acme', 'album'].map((query) => ({ name: query, query })) }
  const start = async () => {
    const world = await startWorld({ sources: [source], settings })
    const post = (id: number, plain: string) =>
      world.ingest.store({ items: [item(id, { text: { plain } })] }, { source, channel: 'a', keepsAll: true })
    return { ...world, post }
  }
  const praise = (what: string) => `The new album by Acme is sick, ${what} that is insane and wicked`

  it('moves later mentions of its alert, not older ones and not those of other alerts, until it is taken back', async () => {
    const { ingest, mentions, post } = await start()
    const sentiments = (alert: string) => mentions(alert).map(({ sentiment }) => sentiment)
    await post(1, praise('a sound'))
    await post(2, praise('a song'))
    await post(3, praise('a beat'))
    const ids = mentions('1001').map(({ id }) => String(id))
    for (const id of ids) expect(ingest.correct(id, 'positive')).toBe(true)
    await post(4, praise('a video'))
    expect(sentiments('1001')).toEqual(['negative', 'negative', 'negative', 'positive'])
    expect(sentiments('1002')).toEqual(Array.from({ length: 4 }, () => 'negative'))
    for (const id of ids) ingest.correct(id, undefined)
    await post(5, praise('a drum'))
    expect(sentiments('1001').at(-1)).toBe('negative')
  })

  it('explains itself by the words that it moved in a later mention', async () => {
    const { ingest, mentions, post } = await start()
    await post(1, praise('a sound'))
    expect(ingest.correct(String(mentions('1001')[0]?.id), 'positive')).toBe(true)
    await post(2, praise('a video'))
    const later = String(mentions('1001').at(-1)?.id)
    expect(await ingest.movedWords(later)).toEqual(expect.arrayContaining([{ word: 'sick', by: 0.5 }]))
    expect(await ingest.movedWords(String(mentions('1002').at(-1)?.id))).toEqual([])
  })

  it('does not teach a word without a degree that the alert has in many mentions', async () => {
    const { ingest, mentions, post } = await start()
    const texts = [
      'the acme widget stalls',
      'an acme widget stalls',
      'my acme widget shipped',
      'acme widget parts',
    ]
    for (const [at, text] of texts.entries()) await post(at + 1, text)
    const ids = mentions('1001').map(({ id }) => String(id))
    for (const id of ids.slice(0, 2)) ingest.correct(id, 'negative')
    expect(await ingest.movedWords(ids[1] ?? '')).toEqual([{ word: 'stalls', by: -1 }])
    expect(await ingest.movedWords(ids[2] ?? '')).toEqual([])
  })

  it('goes with its mention', async () => {
    const { ingest, mentions, post, store } = await start()
    await post(1, praise('a sound'))
    ingest.correct(String(mentions('1001')[0]?.id), 'positive')
    store.mentions.remove([Number(mentions('1001')[0]?.id)])
    expect(store.corrections.of(store.alerts.get('1001')?.key ?? 0, 10)).toEqual([])
  })

  it('of an unknown mention does nothing', async () => {
    const { ingest } = await start()
    expect(ingest.correct('77', 'positive')).toBe(false)
    expect(await ingest.movedWords('77')).toEqual([])
  })
})

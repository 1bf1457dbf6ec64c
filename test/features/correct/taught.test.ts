import type { Mention } from '@overheard/mention-client/mention'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { describe, expect, it } from 'vitest'
import { correctionKind, createCorrections } from '../../../src/features/correct/corrections.ts'
import { movedSentences } from '../../../src/features/correct/messages.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import { openCollection } from '../../../src/model/collection.ts'
import type { Correction } from '../../../src/model/correction.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const noon = Date.UTC(2026, 10, 20, 12)
/** The own mention service gives identities, and others do not. */
const own: Partial<Mention> = { identities: ['1:a'] }

function worldOf(changes: Partial<Mention> = own) {
  const asked: string[] = []
  const failing: Error[] = []
  const stored = openCollection(memoryStore(), correctionKind)
  const corrections = createCorrections({
    now: () => noon,
    ...{ stored, led: stored },
    cards: { async *postedSince() {}, spreadCorrection: async () => undefined },
    service: {
      async correct(mention, sentiment) {
        const failure = failing.shift()
        if (failure !== undefined) throw failure
        asked.push(`${mention} ${sentiment ?? 'taken back'}`)
      },
      async movedWords(mention) {
        asked.push(`words of ${mention}`)
        return [{ word: 'sick', by: 0.5 }]
      },
    },
  })
  const mention = sampleMention({ id: '1', sentiment: 'negative', ...changes })
  const shows = { kind: 'card' as const, mention, style: 'full' as const }
  const card: PostedCard = {
    ...{ channel: 'C1', ts: (noon / 1000).toFixed(6), subscription: 'acme', alert: '7', actions: [], shows },
  }
  const press = (at: number, to?: Correction['to']) =>
    corrections.noteAll(
      {
        ...card,
        corrections: [{ mention: '1', was: 'negative', user: 'U1', by: 'Ana', at, ...(to && { to }) }],
      },
      ['1'],
    )
  return { ...corrections, asked, failing, press }
}

const refusal = (retry: 'never' | 'later') =>
  new MentionServiceError({
    kind: retry === 'never' ? 'no_such_method' : 'unreachable',
    retry,
    what: 'a test',
  })

describe('the own mention service', () => {
  it('hears of a correction once, and of its end', async () => {
    const { press, teach, asked } = worldOf()
    await press(noon, 'positive')
    await teach()
    await teach()
    await press(noon + 1000)
    await teach()
    expect(asked).toEqual(['1 positive', '1 taken back'])
  })

  it('hears of a correction again if it did not answer', async () => {
    const { press, teach, asked, failing } = worldOf()
    failing.push(refusal('later'))
    await press(noon, 'positive')
    await expect(teach()).rejects.toThrow()
    await teach()
    expect(asked).toEqual(['1 positive'])
  })

  it('is not asked again if it has refused', async () => {
    const { press, teach, asked, failing } = worldOf()
    failing.push(refusal('never'))
    await press(noon, 'positive')
    await teach()
    await teach()
    expect(asked).toEqual([])
  })

  it('is asked for words only if a correction of the alert has taught it', async () => {
    const { press, teach, movedWords, asked } = worldOf()
    await press(noon, 'positive')
    await teach()
    expect(await movedWords('8', '1')).toEqual([])
    expect(asked).toEqual(['1 positive'])
    expect(await movedWords('7', '1')).toEqual([{ word: 'sick', by: 0.5 }])
  })
})

it('a mention service of others hears of no correction', async () => {
  const { press, teach, movedWords, asked } = worldOf({})
  await press(noon, 'positive')
  await teach()
  expect([await movedWords('7', '1'), asked]).toEqual([[], []])
})

it('the words that corrections have moved are named, the furthest first', () => {
  const moved = [
    { word: 'sick', by: 0.5 },
    { word: 'churning', by: -1 },
  ]
  expect(movedSentences(moved)).toEqual([
    'Corrections of this alert have moved words of it: “churning” to worse, “sick” to better.',
  ])
  expect(movedSentences([])).toEqual([])
})

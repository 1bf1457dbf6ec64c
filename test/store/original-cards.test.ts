import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createOriginalIndex } from '../../src/dedupe/original-index.ts'
import { acceptsDuplicates, withDuplicate } from '../../src/dedupe/story.ts'
import { titleWords } from '../../src/dedupe/title-similarity.ts'
import type { OriginalCard } from '../../src/model/card.ts'
import { recordFiles } from '../../src/store/file/record-files.ts'
import { createOriginalCards } from '../../src/store/original-cards.ts'
import type { RecordStore } from '../../src/store/records.ts'
import { emptyFolder } from '../tools/folder.ts'

const day = 86_400_000
const key = { subscription: 'acme', alert: '7' }
const noon = Date.UTC(2026, 10, 20, 12)
const heading = 'Acme recalls kettles after fire reports in Europe'

/** A record as it was kept before stories were told. */
const old = {
  ...key,
  mention: '1',
  channel: 'C1',
  ts: '1.0',
  at: noon,
  keys: ['title a'],
  duplicates: [{ id: '2', url: 'x' }],
}
const story = (mention: string, at = noon): OriginalCard => ({
  ...old,
  mention,
  at,
  keys: [`address ${mention}`],
  duplicates: [],
  story: { url: '', reach: 5, title: titleWords(heading), shownReach: 5, earlier: [] },
})

function open(folder = emptyFolder()) {
  const clock = { at: noon }
  const records = recordFiles(folder, { warn: () => undefined })
  return { folder, clock, records, cards: cardsOver(records, clock) }
}

const cardsOver = (records: RecordStore, clock: { at: number }) =>
  createOriginalCards(records, () => clock.at, {
    createFirsts: createOriginalIndex,
    lives: 7 * day,
    takesMore: acceptsDuplicates,
  })

describe('first cards', () => {
  it('of before stories were told are found as ever, and have what had joined them', async () => {
    const { records, cards } = open()
    await records.change({ name: 'first-cards', shape: z.unknown() }, '["acme","7","1"]', () => old)
    await cards.refresh()
    expect(cards.find(key, { keys: ['title a'] })).toEqual({ original: old, similarity: { by: 'title' } })
    const duplicate = { id: '3', url: 'y', reach: 7, similarity: { by: 'title' as const } }
    const after = await cards.change(old, (kept) => withDuplicate(kept, duplicate))
    expect(after).toEqual({ ...old, duplicates: [...old.duplicates, duplicate] })
  })

  it('are found by a title that is alike, and by the address of what has joined', async () => {
    const { folder, cards } = open()
    await cards.keep(story('1'))
    await cards.change(story('1'), (kept) => withDuplicate(kept, { id: '2', url: 'https://b.example/x' }))
    const next = open(folder).cards
    await next.refresh()
    expect(
      next.find(key, { keys: [], title: titleWords(`${heading} today`) })?.original.duplicates,
    ).toHaveLength(1)
    expect(next.find(key, { keys: ['address b.example/x'] })?.original.mention).toBe('1')
    expect(next.find({ ...key, subscription: 'other' }, { keys: ['address 1'] })).toBeUndefined()
  })

  it('take nothing more where their story has gone on, or in a week', async () => {
    const { clock, cards } = open()
    await cards.keep(story('1'))
    await cards.keep(story('2', noon + 1))
    await cards.change(story('1'), (kept) => ({ ...kept, successor: '2' }))
    expect(cards.find(key, { keys: ['address 1'] })).toBeUndefined()
    expect(cards.find(key, { keys: ['address 2'] })?.original.mention).toBe('2')
    clock.at = noon + 7 * day + 2
    await cards.refresh()
    expect(cards.find(key, { keys: ['address 2'] })).toBeUndefined()
  })

  it('that are kept while the records are read are not forgotten by that', async () => {
    const { records, clock } = open()
    const read: (() => void)[] = []
    const slow: RecordStore = {
      ...records,
      async since(kind, mark) {
        const heard = await records.since(kind, mark)
        await new Promise<void>((resolve) => read.push(resolve))
        return heard
      },
    }
    const cards = cardsOver(slow, clock)
    const refreshing = cards.refresh()
    await cards.keep(story('1'))
    while (read.length === 0) await new Promise((resolve) => setImmediate(resolve))
    read[0]?.()
    await refreshing
    expect(cards.find(key, { keys: ['address 1'] })?.original.mention).toBe('1')
  })

  it('are forgotten in the end: a week where nothing joined, ninety days where something did', async () => {
    const { clock, cards } = open()
    await cards.keep(story('1'))
    await cards.keep({ ...story('2'), duplicates: old.duplicates })
    const left = async () => {
      await cards.prune()
      return (await Promise.all(['1', '2'].map((id) => cards.cardOf(key, id)))).map((card) => card?.mention)
    }
    expect(await left()).toEqual(['1', '2'])
    clock.at += 8 * day
    expect(await left()).toEqual([undefined, '2'])
    clock.at += 90 * day
    expect(await left()).toEqual([undefined, undefined])
  })

  it('are forgotten by what is kept of them then, whoever has changed it', async () => {
    const { records, clock, cards } = open()
    await cards.keep(story('1'))
    await cardsOver(records, clock).change(story('1'), (kept) => ({ ...kept, duplicates: old.duplicates }))
    clock.at += 8 * day
    await cards.prune()
    expect((await cards.cardOf(key, '1'))?.duplicates).toEqual(old.duplicates)
  })

  it('that are forgotten are found no more, and may be kept again', async () => {
    const { cards } = open()
    await cards.keep(story('1'))
    await cards.forget(story('1'))
    await cards.prune()
    expect(cards.find(key, { keys: ['address 1'] })).toBeUndefined()
    await cards.keep(story('1'))
    expect(cards.find(key, { keys: ['address 1'] })?.original.mention).toBe('1')
  })

  it('cost one small file each, whatever else is kept, and reading only at the start', async () => {
    const { folder, records, clock } = open()
    const reads: (string | undefined)[] = []
    const since: RecordStore['since'] = (kind, mark) => {
      reads.push(mark)
      return records.since(kind, mark)
    }
    const all = () => Promise.reject(new Error('everything was read'))
    const cards = cardsOver({ ...records, since, all }, clock)
    await cards.refresh()
    await Promise.all(Array.from({ length: 2000 }, (_, n) => cards.keep(story(`${n + 1}`))))
    const before = generationsIn(folder)
    await cards.keep({ ...story('5000'), subscription: 'other' })
    await cards.keep(story('5001'))
    await cards.refresh()
    await cards.prune()
    const after = generationsIn(folder)
    const written = [...after].filter(([file, { generation }]) => before.get(file)?.generation !== generation)
    expect(written).toHaveLength(2)
    for (const [, { facts }] of written) expect(facts).toBeLessThan(2000 / 16)
    expect(reads).toEqual([undefined, 'read'])
  })
})

/** The generations of the files of first cards in a folder, and how many they hold. */
function generationsIn(folder: string) {
  const parts = join(folder, 'first-cards.parts')
  const read = (file: string) => writtenShape.parse(JSON.parse(readFileSync(join(parts, file), 'utf8')))
  return new Map(
    readdirSync(parts).map((file) => {
      const { generation, data } = read(file)
      return [file, { generation, facts: Object.keys(data).length }] as const
    }),
  )
}

const writtenShape = z.object({ generation: z.number(), data: z.record(z.string(), z.unknown()) })

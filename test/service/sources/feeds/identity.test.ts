import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../../service/sources/feeds/feed.ts'
import { identify, isDisjoint, remember } from '../../../../service/sources/feeds/identity.ts'

const entry = (fields: Partial<Entry>): Entry => ({ text: { plain: '' }, ...fields })
const keys = (...entries: Partial<Entry>[]) => identify(entries.map(entry), 'id').map(({ key }) => key)

describe('what tells entries apart', () => {
  it('is the id, also if the address changes', () =>
    expect(keys({ id: '1', address: 'https://x.example/a' })).toEqual(
      keys({ id: '1', address: 'https://x.example/b' }),
    ))
  it('is the address, the file, or title and time of an entry without id', () => {
    expect(keys({ address: 'https://x.example/a' })).toEqual(['https://x.example/a'])
    expect(keys({ enclosure: 'https://x.example/a.mp3' })).toEqual(['https://x.example/a.mp3'])
    expect(keys({ title: 'A', publishedAt: 1 })).not.toEqual(keys({ title: 'A', publishedAt: 2 }))
    expect(keys({ title: 'A', text: { plain: 'x' } })).toEqual(keys({ title: 'A', text: { plain: 'y' } }))
    expect(keys({ text: { plain: 'x' } })).not.toEqual(keys({ text: { plain: 'y' } }))
  })
  it('is id and address together if the feed has one id for several addresses', () =>
    expect(
      new Set(keys({ id: '1', address: 'https://x.example/a' }, { id: '1', address: 'https://x.example/b' }))
        .size,
    ).toBe(2))
  it('is short even if the id is long', () =>
    expect(keys({ id: 'x'.repeat(5000) })[0]?.length).toBeLessThan(400))

  it('keeps the entry that was updated last of two with one id', () => {
    const [old, recent] = [
      entry({ id: '1', title: 'old', updatedAt: 1 }),
      entry({ id: '1', title: 'new', updatedAt: 2 }),
    ]
    expect(identify([recent, old], 'id')).toEqual(identify([old, recent], 'id'))
    expect(identify([old, recent], 'id')).toMatchObject([{ entry: { title: 'new' } }])
  })
  it('keeps the first of two entries with one id if neither was updated later, and the one with a time if the other has none', () => {
    const title = (...entries: Partial<Entry>[]) =>
      identify(
        entries.map((one) => entry({ id: '1', ...one })),
        'id',
      ).map((one) => one.entry.title)
    expect(title({ title: 'a' }, { title: 'b' })).toEqual(['a'])
    expect(title({ title: 'a', updatedAt: 1 }, { title: 'b', updatedAt: 1 })).toEqual(['a'])
    expect(title({ title: 'a' }, { title: 'b', updatedAt: 1 })).toEqual(['b'])
    expect(title({ title: 'a', updatedAt: 1 }, { title: 'b' })).toEqual(['a'])
  })
})

describe('a feed that makes up new ids each time', () => {
  const poll = (time: number) =>
    [1, 2, 3, 4, 5].map((place) => entry({ id: `${time}-${place}`, address: `https://x.example/${place}` }))

  it('is told apart by address from the third document on, and stays so', () => {
    let memory = remember(poll(0), undefined)
    expect(memory.by).toBe('id')
    memory = remember(poll(1), memory)
    expect(memory.by).toBe('id')
    memory = remember(poll(2), memory)
    expect(memory.by).toBe('address')
    expect(remember([entry({ id: 'quiet' })], memory).by).toBe('address')
    expect(identify(poll(3), memory.by)).toMatchObject(
      identify(poll(4), memory.by).map(({ key }) => ({ key })),
    )
  })
  it('is not confused with a feed that is only lively', () => {
    let memory = remember(poll(0), undefined)
    for (const time of [1, 2, 3]) {
      const entries = [1, 2, 3].map((place) =>
        entry({ id: `${time}-${place}`, address: `https://x.example/${time}/${place}` }),
      )
      memory = remember(entries, memory)
    }
    expect(memory.by).toBe('id')
  })
  it('is not confused with a change of all ids at once', () => {
    let memory = remember(poll(0), undefined)
    for (let time = 0; time < 4; time += 1) memory = remember(poll(1), memory)
    expect(memory.by).toBe('id')
  })
})

describe('a gap between two documents', () => {
  it('shows in documents without a common entry', () => {
    const memory = remember([entry({ id: '1' }), entry({ id: '2' })], undefined)
    expect(isDisjoint([entry({ id: '3' }), entry({ id: '4' })], memory)).toBe(true)
    expect(isDisjoint([entry({ id: '3' }), entry({ id: '2' })], memory)).toBe(false)
    expect(isDisjoint([], memory)).toBe(false)
  })
})

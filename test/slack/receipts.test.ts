import { describe, expect, it } from 'vitest'
import { mergedReceipts } from '../../src/engine/gates/recovery.ts'
import { maxEntries } from '../../src/messages/mention/burst.ts'
import { readDigestReceipt, readReceipt, writeReceipt } from '../../src/slack/receipts.ts'

const receipt = { subscription: 'acme', alert: '7', through: '5', ids: ['6', '8'] }
const absurd = '9999999999999999999'

describe('a receipt', () => {
  it('can be read back unchanged', () => {
    const written = writeReceipt(receipt)
    expect(written.event_payload).toEqual({ subscription: 'acme', alert: '7', through: '5', ids: '6,8' })
    expect(readReceipt(written)).toEqual(receipt)
  })

  it('lists absurdly large ids separately from the other ids', () => {
    const more = { ...receipt, implausible: [absurd] }
    expect(writeReceipt(more).event_payload).toMatchObject({ ids: '6,8', beyond: absurd })
    expect(readReceipt(writeReceipt(more))).toEqual(more)
  })

  it('says that larger ids had been posted before, and stays valid with anything else in this field', () => {
    const late = { ...receipt, late: true as const }
    expect(readReceipt(writeReceipt(late))).toEqual(late)
    const { event_type, event_payload } = writeReceipt(receipt)
    expect(readReceipt({ event_type, event_payload: { ...event_payload, late: 'yes' } })).toEqual(receipt)
  })

  it('has the identities of its mentions in a short field, and leaves out those that this version cannot compare', () => {
    const identities = Array.from({ length: maxEntries }, (_, index) =>
      index % 2 === 0 ? `1:${String(index).padStart(26, 'x')}` : `2:${String(index).padStart(36, 'x')}o`,
    )
    const ids = identities.map((_, index) => String(1_790_000_000_000 + index))
    const full = { ...receipt, ids, identities }
    expect(readReceipt(writeReceipt(full))).toEqual(full)
    expect(JSON.stringify(writeReceipt(full)).length).toBeLessThan(1000)
    for (const unknown of ['2:later', '1:short', ''])
      expect(readReceipt(writeReceipt({ ...full, identities: [...identities, unknown] }))).toEqual(full)
    const { event_type, event_payload } = writeReceipt(receipt)
    expect(readReceipt({ event_type, event_payload: { ...event_payload, identities: 7 } })).toEqual(receipt)
  })

  it('names the installation that posts it in a further field of its payload', () => {
    const written = writeReceipt(receipt, '1vmj0d4k3f9x')
    expect(written.event_payload).toEqual({
      ...{ subscription: 'acme', alert: '7', through: '5', ids: '6,8' },
      installation: '1vmj0d4k3f9x',
    })
    expect(readReceipt(written)).toEqual({ ...receipt, installation: '1vmj0d4k3f9x' })
    const digest = { digest: 'weekly', period: '2026-W47', part: 0 }
    expect(readDigestReceipt(writeReceipt(digest, '1vmj0d4k3f9x'))).toEqual(digest)
  })

  it.each([[undefined], [7], [{ id: 'x' }], [null]])(
    'is valid without an installation, with fields of later versions, and with %j as its installation',
    (installation) => {
      const { event_type, event_payload } = writeReceipt(receipt)
      const read = readReceipt({ event_type, event_payload: { ...event_payload, later: [1], installation } })
      expect(read).toEqual(receipt)
    },
  )

  it('is invalid if its ids are invalid', () => {
    for (const ids of ['1,x', '9'.repeat(21)])
      expect(readReceipt({ ...writeReceipt(receipt), event_payload: { ...receipt, ids } })).toBeUndefined()
  })
})

describe('a checkpoint that is rebuilt from receipts', () => {
  const of = (through: string, ids: string[] = [], implausible?: string[]) => ({
    ...receipt,
    through,
    ids,
    ...(implausible === undefined ? {} : { implausible }),
  })

  it.each([
    ['has the greatest watermark of the receipts', [of('5', ['7']), of('3', ['5'])], [], '5', ['7', '5']],
    ['has the watermark of the initial sync if that is the only receipt', [of(absurd)], [], absurd, []],
    [
      'ignores an absurd watermark that no other receipt confirms',
      [of('5', ['7']), of(absurd, [absurd])],
      [],
      '5',
      ['7', absurd],
    ],
    ['keeps the absurdly great ids that a receipt lists', [of('5', ['7'], [absurd])], [], '5', ['7', absurd]],
    [
      'has a far larger watermark if a posted id near it shows that the service jumped to larger ids',
      [of('5000000000', ['5000000007']), of('3', ['5'])],
      [],
      '5000000000',
      ['5000000007', '5'],
    ],
    [
      'has its watermark directly below the lowest posted id if the only receipt has an absurd watermark',
      [of(absurd, ['7'])],
      [],
      '6',
      ['7'],
    ],
    [
      'has its watermark directly below the lowest known id if the only receipt has no ids and an absurd watermark',
      [of(absurd)],
      ['40'],
      '39',
      [],
    ],
  ])('%s', (_, receipts, known, through, posted) =>
    expect(mergedReceipts(receipts, known)).toEqual({ through, posted }),
  )
})

import { describe, expect, it } from 'vitest'
import { mergedReceipts } from '../../src/polling/recovery.ts'
import { readReceipt, writeReceipt } from '../../src/slack/receipts.ts'

const receipt = { subscription: 'acme', alert: '7', through: '5', ids: ['6', '8'] }
const absurd = '9999999999999999999'

describe('a receipt', () => {
  it('is read as it was written', () => {
    const written = writeReceipt(receipt)
    expect(written.event_payload).toEqual({ subscription: 'acme', alert: '7', through: '5', ids: '6,8' })
    expect(readReceipt(written)).toEqual(receipt)
  })

  it('names ids beyond a jump, if there are any', () => {
    const more = { ...receipt, beyond: [absurd] }
    expect(writeReceipt(more).event_payload).toMatchObject({ ids: '6,8', beyond: absurd })
    expect(readReceipt(writeReceipt(more))).toEqual(more)
  })

  it('is invalid if its ids are invalid', () => {
    for (const ids of ['1,x', '9'.repeat(21)])
      expect(readReceipt({ ...writeReceipt(receipt), event_payload: { ...receipt, ids } })).toBeUndefined()
  })
})

describe('M10: the checkpoint from several receipts', () => {
  const of = (through: string, ids: string[] = [], beyond?: string[]) => ({
    ...receipt,
    through,
    ids,
    ...(beyond === undefined ? {} : { beyond }),
  })

  it.each([
    ['the greatest claim', [of('5', ['7']), of('3', ['5'])], [], '5', ['7', '5']],
    ['the claim of the first look alone, whatever it is', [of(absurd)], [], absurd, []],
    ['no claim that nothing else confirms', [of('5', ['7']), of(absurd, [absurd])], [], '5', ['7', absurd]],
    ['what lies beyond', [of('5', ['7'], [absurd])], [], '5', ['7', absurd]],
    [
      'a claim where the service has moved to',
      [of('5000000000', ['5000000007']), of('3', ['5'])],
      [],
      '5000000000',
      ['5000000007', '5'],
    ],
    ['no claim at all: what is below all of it is old', [of(absurd, ['7'])], [], '6', ['7']],
    ['no claim far beyond what is known', [of(absurd)], ['40'], '39', []],
  ])('%s', (_, receipts, known, through, posted) =>
    expect(mergedReceipts(receipts, known)).toEqual({ through, posted }),
  )
})

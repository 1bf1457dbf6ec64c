import { describe, expect, it } from 'vitest'
import type { Alert } from '../src/alert.ts'
import { createAlertDirectory } from '../src/alert-directory.ts'

const alertOf = (id: string, name: string): Alert => ({
  id,
  name,
  type: 'mentions',
  projectName: 'P',
})
const acme = alertOf('1001', 'Acme brand')
const minute = 60_000

function open(...lists: (Alert[] | Error)[]) {
  const clock = { at: 0 }
  let asked = 0
  const book = createAlertDirectory(
    async () => {
      const list = lists[Math.min(asked++, lists.length - 1)] ?? []
      if (list instanceof Error) throw list
      return list
    },
    () => clock.at,
  )
  return { book, clock, asked: () => asked }
}

describe('looking up an alert', () => {
  it.each([
    ['finds the alert by its id', '1001', { kind: 'found', alert: acme }],
    ['finds the alert by its name', 'Acme brand', { kind: 'found', alert: acme }],
    [
      'finds the alert by its name in other upper and lower case, with blanks around the name',
      '  ACME Brand ',
      { kind: 'found', alert: acme },
    ],
    [
      'does not find the alert by a part of its name, but suggests the known names',
      'Acme',
      { kind: 'missing', names: ['Acme brand'] },
    ],
    [
      'does not find the alert by another id, but suggests the known names',
      '1002',
      { kind: 'missing', names: ['Acme brand'] },
    ],
  ])('%s', async (_what, written, found) => {
    expect(await open([acme]).book.find(written)).toEqual(found)
  })

  it('finds an alert with an ambiguous name only by its id', async () => {
    const twin = alertOf('1002', 'acme BRAND')
    const { book } = open([acme, twin])
    expect(await book.find('Acme brand')).toEqual({ kind: 'ambiguous', alerts: [acme, twin] })
    expect(await book.find('1002')).toEqual({ kind: 'found', alert: twin })
  })

  it('prefers the alert with an id to another alert whose name is that id', async () => {
    expect(await open([acme, alertOf('5', '1001')]).book.find('1001')).toEqual({ kind: 'found', alert: acme })
  })
})

describe('the list of alerts', () => {
  it('is fetched once for many callers at the same time and cached for ten minutes', async () => {
    const { book, clock, asked } = open([acme])
    await Promise.all(Array.from({ length: 50 }, () => book.find('1001')))
    clock.at = 10 * minute
    await book.find('1001')
    expect(asked()).toBe(1)
    clock.at += 1
    await book.find('1001')
    expect(asked()).toBe(2)
  })

  it('is fetched again if an alert is missing, but not more than once a minute', async () => {
    const { book, clock, asked } = open([], [acme])
    expect(await book.find('1001')).toMatchObject({ kind: 'missing' })
    expect(await book.find('1001')).toMatchObject({ kind: 'missing' })
    expect(asked()).toBe(1)
    clock.at = minute + 1
    expect(await book.find('1001')).toEqual({ kind: 'found', alert: acme })
  })

  it('is fetched again at once after an error', async () => {
    const { book, asked } = open(new Error('HTTP 503'), [acme])
    await expect(book.find('1001')).rejects.toThrow('HTTP 503')
    expect(await book.all()).toEqual([acme])
    expect(asked()).toBe(2)
  })

  it('still gives a known alert if it cannot be fetched again, but no unknown alert and no whole list', async () => {
    const { book, clock } = open([acme], new Error('HTTP 503'))
    await book.find('1001')
    clock.at = 60 * minute
    expect(await book.find('Acme brand')).toEqual({ kind: 'found', alert: acme })
    await expect(book.find('1002')).rejects.toThrow('HTTP 503')
    await expect(book.all()).rejects.toThrow('HTTP 503')
  })
})

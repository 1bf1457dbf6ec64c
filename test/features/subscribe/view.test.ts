import { describe, expect, it } from 'vitest'
import { offeredAlerts, stableAlertName } from '../../../src/features/subscribe/view.ts'
import { createAlertDirectory } from '../../../src/mention-api/alert-directory.ts'
import { noAlertToSubscribe } from '../../../src/messages/replies.ts'
import type { Alert } from '../../../src/model/alert.ts'

const alertOf = (id: string, name: string, projectName = 'Acme'): Alert => ({
  id,
  name,
  type: 'mentions',
  projectName,
})
const many = Array.from({ length: 120 }, (_, index) => alertOf(String(2000 + index), `Customer ${index}`))
const twins = [alertOf('1001', 'Acme brand'), alertOf('3000', 'acme brand', 'Other')]
const all = [twins[0], ...many, twins[1]].filter((alert) => alert !== undefined)

describe('the list of alerts in the subscription form', () => {
  it('has at most 100 alerts and counts the remaining ones', () => {
    expect(offeredAlerts(all, undefined)).toMatchObject({ left: 22, chosen: {} })
    expect(offeredAlerts(all, undefined)?.offered).toHaveLength(100)
  })

  it('begins with the alert that the user named, wherever it is in the list', () => {
    const named = offeredAlerts(all, 'customer 119')
    expect(named?.chosen).toEqual({ alert: '2119' })
    expect(named?.offered[0]).toEqual({ id: '2119', name: 'Customer 119' })
    expect(new Set(named?.offered.map(({ id }) => id)).size).toBe(100)
  })

  it('shows the project if two alerts have the same name', () =>
    expect(offeredAlerts(all, 'acme')?.offered).toEqual([
      { id: '1001', name: 'Acme brand (Acme)' },
      { id: '3000', name: 'acme brand (Other)' },
    ]))

  it('is absent if no alert matches', () => expect(offeredAlerts(all, 'nobody')).toBeUndefined())

  it.each([
    ['the alert that does not exist', 'nobody', /^No alert matches “\W*nobody\W*”\./],
    [
      'the channel that Slack does not know',
      'acme to #nosuch',
      /^Slack knows no channel \W*#nosuch\W* that you can see/,
    ],
    ['the alert whose name contains a #', 'the #1 brand', /^No alert matches “\W*the #1 brand/],
  ])('is replaced by an answer that names %s', (_what, asked, words) =>
    expect(noAlertToSubscribe(asked, []).text).toMatch(words),
  )
})

describe('the name by which a subscription stores its alert', () => {
  const digits = alertOf('5', '2000')
  it.each([
    ['the name of the alert if no other alert has it', '2119', 'Customer 119'],
    ['the id of the alert if another alert has the same name', '1001', '1001'],
    ['the id of the alert if the name of the alert is the id of another alert', '5', '5'],
    ['the id of the alert if the alert is unknown', '77', '77'],
  ])('is %s', async (_what, id, written) => {
    const book = createAlertDirectory(
      async () => [...all, digits],
      () => 0,
    )
    expect(await stableAlertName(book, id)).toBe(written)
  })

  it('is the id of the alert if the mention service does not answer', async () => {
    const book = createAlertDirectory(
      () => Promise.reject(new Error('down')),
      () => 0,
    )
    expect(await stableAlertName(book, '1001')).toBe('1001')
  })
})

import type { Alert } from '@overheard/mention-client/alert'
import { createAlertDirectory } from '@overheard/mention-client/alert-directory'
import { describe, expect, it } from 'vitest'
import { subscribeInputs } from '../../../src/features/subscribe/form.ts'
import { createSubscribeView, offeredAlerts, stableAlertName } from '../../../src/features/subscribe/view.ts'
import { noAlertToSubscribe } from '../../../src/listeners/texts/replies.ts'
import { firesHourly } from '../../../src/scheduler/cron.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

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

/** What somebody reads where they opened the form, after they edit acme, which posts to C2, or leave it as it is. */
async function toldAfterEdit(channel: string, isChanged: boolean): Promise<string[]> {
  const told: string[] = []
  const subscription = subscriptionOf({ name: 'acme', channel: 'C2' })
  const view = createSubscribeView({
    registry: { find: () => ({ subscription }) },
    subscriptions: { edit: async () => isChanged, subscribe: async () => undefined },
    reply: async (_to: unknown, { text }: { text: string }) => void told.push(text),
    firesHourly,
  } as unknown as Parameters<typeof createSubscribeView>[0])
  const metadata = JSON.stringify({
    ...{ channel, responseUrl: '', edits: 'acme', timezone: 'UTC', showsMore: false },
  })
  const submission = { user: 'U1', view: 'V1', trigger: '', metadata, actionValue: '', values: new Map() }
  await view.submit(submission, async () => undefined)
  return told
}

it('a new subscription has one card for each story, written in its settings, also if the form did not ask', async () => {
  const made: unknown[] = []
  const view = createSubscribeView({
    alerts: { all: async () => [alertOf('1001', 'Acme brand')] },
    subscriptions: {
      subscribe: async (_to: unknown, settings: unknown) => {
        made.push(settings)
        return 'acme'
      },
    },
    firesHourly,
  } as unknown as Parameters<typeof createSubscribeView>[0])
  const metadata = JSON.stringify({ channel: 'C1', responseUrl: '', timezone: 'UTC', showsMore: false })
  const values = new Map([
    [subscribeInputs.alert, '1001'],
    [subscribeInputs.channel, 'C1'],
  ])
  const submission = { user: 'U1', view: 'V1', trigger: '', metadata, actionValue: '', values }
  await view.submit(submission, async () => undefined)
  expect(made).toMatchObject([{ alert: '1001', dedupe: 'coverage' }])
})

describe('after somebody has edited a subscription', () => {
  it.each([
    ['another channel', 'C1', ['Done. acme posts to another channel, so the change is announced there.']],
    ['its channel', 'C2', []],
    ['the home tab', '', []],
  ])('from %s, they read that it is done if the announcement is not there', async (_place, channel, told) =>
    expect(
      (await toldAfterEdit(channel, true)).map((text) => text.replaceAll(/[\u2066-\u2069]/g, '')),
    ).toEqual(told),
  )

  it('from another channel and without a change, they read only that', async () =>
    expect(await toldAfterEdit('C1', false)).toEqual([expect.stringContaining('acme')]))
})

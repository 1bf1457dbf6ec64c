import type { Alert } from '@overheard/mention-client/alert'
import { createAlertDirectory } from '@overheard/mention-client/alert-directory'
import { describe, expect, it } from 'vitest'
import { subscribeInputs } from '../../../src/features/subscribe/form.ts'
import { createSubscribeView, offeredAlerts, stableAlertName } from '../../../src/features/subscribe/view.ts'
import { noAlertToSubscribe } from '../../../src/listeners/texts/replies.ts'
import { ownMessages, type Subscription } from '../../../src/model/subscription.ts'
import { firesHourly } from '../../../src/scheduler/cron.ts'
import { createSubscriptionRegistry } from '../../../src/subscriptions/subscription-registry.ts'
import { subscriptionOf } from '../../tools/story-world.ts'
import { untouchedValues } from './untouched-form.ts'

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

describe('editing a subscription from Slack where all subscriptions have quiet hours and a greatest age', () => {
  const defaults = { maxAge: 7 * 86_400_000, quiet: { from: '22:00', to: '07:00', timezone: 'UTC' } }
  const own = { from: '12:00', to: '13:00', timezone: 'Asia/Tokyo' }

  /** A person opens the form, and then saves or previews it. */
  async function opened(changes: Partial<Subscription>, direct?: string) {
    const stored = {
      subscription: subscriptionOf({ dedupe: 'coverage', ...changes }),
      created: { by: 'U1', at: 0 },
      ...(direct !== undefined && { direct }),
    }
    const registry = createSubscriptionRegistry(
      [],
      { all: async () => [stored] },
      { readAll: async () => ({ entries: [], damaged: [] }) },
      () => 5,
      defaults,
    )
    await registry.sync()
    const saved: unknown[] = []
    const previewed: unknown[] = []
    const preview = async (...asked: unknown[]) => {
      previewed.push(asked)
      return { kind: 'no-alert' }
    }
    const view = createSubscribeView({
      ...{ registry, defaults, firesHourly, zoneOf: async () => 'Asia/Tokyo' },
      access: { refusal: async () => undefined },
      subscriptions: {
        edit: async (_to: unknown, settings: unknown) => {
          saved.push(settings)
          return true
        },
      },
      status: { previewWeek: preview, sample: preview },
      views: { update: async () => undefined },
      reply: async () => undefined,
    } as unknown as Parameters<typeof createSubscribeView>[0])
    const [listed] = registry.all()
    if (listed === undefined) throw new Error('no subscription')
    const form = await view.editForm({ user: 'U1', channel: 'C1', responseUrl: '' }, listed)
    const shown = JSON.stringify(form.blocks)
    const submission = { user: 'U1', view: 'V1', trigger: '', metadata: form.note, actionValue: '' }
    return {
      ...{ shown, previewed, stored: stored.subscription, values: untouchedValues(form.blocks) },
      async save(values: Map<string, string | string[]>) {
        await view.submit({ ...submission, values }, async () => undefined)
        return saved.at(-1)
      },
      preview: (values: Map<string, string | string[]>) => view.preview({ ...submission, values }),
    }
  }

  it.each<[string, Partial<Subscription>]>([
    ['no settings of its own', {}],
    ['quiet hours of its own', { quiet: own, maxAge: 1 }],
    ['another layout', { style: 'compact' }],
  ])('stores nothing of these if nothing was changed in one with %s', async (_what, changes) => {
    const { save, values, stored } = await opened(changes)
    expect(await save(values)).toEqual(stored)
  })

  it('shows the person their own hours only, and says which hours count without them', async () => {
    const { shown } = await opened({ style: 'compact' })
    expect(shown).toContain('the quiet hours of all subscriptions count: 22:00 to 07:00 (UTC)')
    expect(shown).not.toContain('initial_time')
    expect((await opened({ quiet: own })).shown).toContain('"initial_time":"12:00"')
  })

  it('gives a subscription that had hours of its own the common ones again', async () => {
    const { save, values, stored } = await opened({ quiet: own })
    values.delete(subscribeInputs.quietFrom)
    values.delete(subscribeInputs.quietTo)
    const { quiet: _, ...settings } = stored
    expect(await save(values)).toEqual(settings)
  })

  it('previews what would be posted with them', async () => {
    const { preview, values, previewed, stored } = await opened({})
    await preview(values)
    expect(previewed).toContainEqual([{ ...defaults, ...stored }, 'C1'])
  })

  it('finds the direct messages of a person who subscribed themselves', async () => {
    const { save, values } = await opened({ channel: ownMessages }, 'D1')
    expect(await save(values)).toMatchObject({ channel: 'D1' })
  })
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

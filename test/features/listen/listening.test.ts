import { isSameName } from '@overheard/base/name'
import type { ListeningAlert } from '@overheard/mention-client/listening-client'
import { describe, expect, it } from 'vitest'
import { createListeningCommands } from '../../../src/features/listen/listening.ts'
import { listeningInputs } from '../../../src/features/listen/messages.ts'
import type { ViewSubmission } from '../../../src/listeners/payloads.ts'
import { sentenceAsText } from '../../../src/messages/kit/dates.ts'
import type { Subscription } from '../../../src/model/subscription.ts'
import { createPrivateAlerts } from '../../../src/subscriptions/private-alerts.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const [user, channel, responseUrl] = ['U1', 'C1', 'https://slack.example/1']
const unused = () => Promise.reject(new Error('not expected'))

/** Everybody may do everything, but change nothing in `refusedIn`. `told` is what features hear of the changes. */
function world(
  alerts: ListeningAlert[] = [],
  isPrivate: (nameOrId: string) => boolean = () => false,
  { subscriptions = [], refusedIn }: { subscriptions?: Subscription[]; refusedIn?: string } = {},
) {
  const told: string[] = []
  const subscribed: object[] = []
  const commands = createListeningCommands({
    client: {
      preview: unused,
      alerts: async () => alerts,
      async add(written) {
        const sameNamed = alerts.filter(({ name }) => isSameName(name, written.name))
        const usedAgain = sameNamed.every(({ query }) => query === undefined) ? sameNamed.at(-1) : undefined
        if (usedAgain !== undefined) return Object.assign(usedAgain, written, { isFixed: false })
        const name = sameNamed.length > 0 ? `${written.name} (2)` : written.name
        const added = { ...written, name, id: String(alerts.length + 1), mentions: 0, isFixed: false }
        alerts.push(added)
        return added
      },
      async change(id, written) {
        alerts = alerts.map((one) => (one.id === id ? { ...one, ...written } : one))
      },
      async remove(id) {
        alerts = alerts.filter((one) => one.id !== id)
      },
    },
    alerts: { all: async () => [], known: () => [], refresh: async () => undefined, find: unused },
    access: {
      refusal: async (_asking, operation, { channel: where }) =>
        operation === 'change' && where !== undefined && where === refusedIn
          ? 'Only its members.'
          : undefined,
      readableAlerts: async (_asking, all) => all,
    },
    privateAlerts: { names: isPrivate },
    finder: { inChannel: async () => [], channelOf: async (one) => one.subscription.channel },
    registry: { all: () => subscriptions.map((subscription) => ({ subscription })) },
    subscriptions: {
      async subscribe(_to, settings) {
        subscribed.push(settings)
        return 'acme'
      },
      unsubscribe: unused,
    },
    changes: {
      tell: async (where, who, did, { alerts: about }) =>
        void told.push(`${where} ${who} ${sentenceAsText(did())} (${about.join()})`),
    },
    channels: { probe: async () => 'usable', join: unused },
    views: { setTimer: () => () => undefined, open: unused, update: unused },
    reply: async () => undefined,
  })
  const submission = (values: [string, string][]): ViewSubmission => ({
    ...{ user, metadata: JSON.stringify({ id: '1', channel, responseUrl }) },
    values: new Map(values),
    ...{ view: 'V1', trigger: 't', actionValue: '' },
  })
  return { commands, told, subscribed, submission, alerts: () => alerts }
}

const acme: ListeningAlert = {
  ...{ id: '1', name: 'Acme', query: 'acme', languages: [], mentions: 3, isFixed: false },
}

describe('features hear which alerts of the own mention service people change:', () => {
  it('a new alert, but not one that exists already', async () => {
    const { commands, told, subscribed } = world()
    const place = { user, channel, responseUrl, ts: '1', trigger: 't' }
    const action = { ...place, value: 'acme OR acmehq' }
    await commands.here(action)
    await commands.here(action)
    expect(told).toEqual(['C1 U1 made the alert acme OR acmehq (1)'])
    expect(subscribed[0]).toMatchObject({ alert: '1', channel: 'C1', dedupe: 'coverage' })
  })

  it('an alert that is edited, with what is different now', async () => {
    const { commands, told, submission } = world([acme])
    const written = (name: string, query: string) =>
      submission([
        [listeningInputs.name, name],
        [listeningInputs.query, query],
      ])
    await commands.edit(written('Acme', 'acme'))
    expect(told).toEqual([])
    await commands.edit(written('Acme Inc', 'acme -corp'))
    expect(told).toEqual(['C1 U1 changed the alert Acme: Name, What to listen for (1)'])
  })

  it('an alert that is removed', async () => {
    const { commands, told, submission } = world([acme])
    await commands.remove(submission([]))
    expect(told).toEqual(['C1 U1 removed the alert Acme (1)'])
  })
})

describe('one name means one alert of the own mention service:', () => {
  const place = { user, channel, responseUrl, ts: '1', trigger: 't' }

  it('a new alert with the name of another is posted by its id, and told by its own name', async () => {
    const { commands, told, subscribed } = world([{ ...acme, query: 'acme OR acmehq', isFixed: true }])
    await commands.here({ ...place, value: 'acme' })
    expect(told).toEqual(['C1 U1 made the alert acme (2) (2)'])
    expect(subscribed).toMatchObject([{ alert: '2' }])
  })

  const { query: _, ...retired } = { ...acme, isFixed: true }
  const edited: [string, string][] = [
    [listeningInputs.name, 'RIVALS'],
    [listeningInputs.query, 'acme'],
  ]

  it('an alert does not get the name of another', async () => {
    const { commands, submission, alerts } = world([acme, { ...acme, id: '2', name: 'Rivals' }])
    expect(await commands.edit(submission(edited))).toEqual({
      [listeningInputs.name]: expect.stringContaining('Choose another'),
    })
    expect(alerts()[0]).toEqual(acme)
  })

  it('an alert gets a name that only an alert has that finds nothing any more', async () => {
    const { commands, submission, alerts } = world([acme, { ...retired, id: '2', name: 'Rivals' }])
    expect(await commands.edit(submission(edited))).toBeUndefined()
    expect(alerts()[0]?.name).toBe('RIVALS')
  })

  describe('an alert that finds nothing any more, but is subscribed to in another channel,', () => {
    const brand = (alert: string, where = 'C2') => ({
      subscriptions: [subscriptionOf({ alert, channel: where })],
      refusedIn: 'C2',
    })

    it.each(['1', 'Acme'])(
      'is not used again by somebody who may change nothing there (%s)',
      async (alert) => {
        const { commands, told, subscribed, alerts } = world([{ ...retired }], undefined, brand(alert))
        await commands.here({ ...place, value: 'acme' })
        expect(alerts()).toMatchObject([retired, { id: '2', name: 'acme (2)', query: 'acme' }])
        expect(alerts()[0]).not.toHaveProperty('query')
        expect(told).toEqual(['C1 U1 made the alert acme (2) (2)'])
        expect(subscribed).toMatchObject([{ alert: '2' }])
      },
    )

    it('is not used again under its name with a number, either', async () => {
      const second = { ...retired, id: '2', name: 'acme (2)' }
      const subscriptions = ['1', '2'].map((alert) => subscriptionOf({ alert, channel: 'C2' }))
      const { commands, subscribed } = world([{ ...retired }, second], undefined, {
        ...{ subscriptions, refusedIn: 'C2' },
      })
      await commands.here({ ...place, value: 'acme' })
      expect(subscribed).toMatchObject([{ alert: '3' }])
    })

    it('is used again by somebody who may change it there', async () => {
      const { commands, subscribed, alerts } = world([{ ...retired }], undefined, brand('1', 'C3'))
      await commands.here({ ...place, value: 'acme' })
      expect(alerts()).toMatchObject([{ id: '1', query: 'acme' }])
      expect(subscribed).toMatchObject([{ alert: '1' }])
    })

    it('keeps its name, because what is subscribed to by the name would get the other alert', async () => {
      const rivals = { ...retired, id: '2', name: 'Rivals' }
      const { commands, submission, alerts } = world([acme, rivals], undefined, brand('rivals'))
      expect(await commands.edit(submission(edited))).toEqual({
        [listeningInputs.name]: expect.stringContaining('Choose another'),
      })
      expect(alerts()[0]).toEqual(acme)
    })
  })

  it('an alert whose name is cut has only whole characters in it', async () => {
    const { commands, alerts } = world()
    await commands.here({ ...place, value: `a${'😀'.repeat(60)}` })
    expect(alerts()[0]?.name).toBe(`a${'😀'.repeat(49)}`)
  })

  it('an alert that `private` names by its id is not used again because somebody listens for its name', async () => {
    const { commands, alerts, told } = world([retired], (nameOrId) => nameOrId === '1')
    await commands.here({ ...place, value: 'acme' })
    expect([alerts(), told]).toEqual([[retired], []])
  })
})

describe('an alert of the own mention service that `private` names', () => {
  const { names } = createPrivateAlerts({
    privateAlerts: ['Project Falcon', '7'],
    ...{ subscriptions: [], digests: [], registry: { all: () => [] } },
    channels: { find: unused },
    alerts: { all: async () => [], known: () => [] },
    log: { warn: () => undefined },
  })
  const falcon = { ...acme, name: 'Project Falcon' }
  const renamed = (submission: ReturnType<typeof world>['submission'], name: string) =>
    submission([
      [listeningInputs.name, name],
      [listeningInputs.query, 'acme'],
    ])

  it.each(['Falcon', 'Project Falcon 2', 'Project  Falcοn'])('keeps its name: not %s', async (name) => {
    const { commands, submission, alerts, told } = world([falcon], names)
    expect(await commands.edit(renamed(submission, name))).toEqual({
      [listeningInputs.name]: expect.stringContaining('keeps the name'),
    })
    expect([alerts(), told]).toEqual([[falcon], []])
  })

  it.each(['project falcon', ' Project Falcon '])('may be written in another way: %s', async (name) => {
    const { commands, submission } = world([falcon], names)
    expect(await commands.edit(renamed(submission, name))).toBeUndefined()
    expect(names(name)).toBe(true)
  })

  it('may be renamed if it is named by its id', async () => {
    const { commands, submission } = world([{ ...acme, id: '7' }], names)
    const { metadata: _, ...rest } = renamed(submission, 'Falcon')
    const metadata = JSON.stringify({ id: '7', channel, responseUrl })
    expect(await commands.edit({ ...rest, metadata })).toBeUndefined()
  })

  it('is not removed before it is taken out of the configuration file', async () => {
    const { commands, submission, alerts } = world([falcon], names)
    await commands.remove(submission([]))
    expect(alerts()).toEqual([falcon])
  })

  it('shares its name with no other alert, neither a renamed nor a new one', async () => {
    const { commands, submission, alerts } = world([acme], names)
    expect(await commands.edit(renamed(submission, 'PROJECT falcon'))).toEqual({
      [listeningInputs.name]: expect.stringContaining('Choose another'),
    })
    const place = { user, channel, responseUrl, ts: '1', trigger: 't' }
    await commands.here({ ...place, value: 'project falcon' })
    expect(alerts()).toEqual([acme])
  })
})

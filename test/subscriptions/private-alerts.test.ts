import type { Alert } from '@overheard/mention-client/alert'
import { describe, expect, it } from 'vitest'
import type { RegisteredSubscription } from '../../src/model/subscription.ts'
import type { FoundChannel } from '../../src/slack/channels.ts'
import { createPrivateAlerts } from '../../src/subscriptions/private-alerts.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const alertOf = (id: string, name: string): Alert => ({ id, name, type: 'mentions', projectName: 'Acme' })
const all = [alertOf('1001', 'Acme brand'), alertOf('1002', 'Project Falcon'), alertOf('1003', 'Rival')]
const made = { by: 'U1', at: 0 }

/** The alert Project Falcon is private. The file sends it to #crisis (C7), and a digest with it to C8. */
function open({
  privateAlerts = ['Project Falcon'],
  fromSlack = [] as RegisteredSubscription[],
  known = all,
  compare = false,
} = {}) {
  const found = new Map<string, FoundChannel>([['#crisis', { kind: 'found', id: 'C7' }]])
  const service = { isUp: true }
  const warnings: object[] = []
  const alerts = createPrivateAlerts({
    privateAlerts,
    subscriptions: [
      subscriptionOf({ name: 'acme', alert: 'Acme brand', channel: 'C1' }),
      subscriptionOf({ name: 'falcon', alert: 'project falcon', channel: '#crisis' }),
    ],
    digests: [
      compare
        ? { channel: 'C8', alerts: ['Acme brand'], compare: ['Acme brand', '1002'] }
        : { channel: 'C8', alerts: ['Acme brand', '1002'] },
    ],
    registry: { all: () => fromSlack },
    channels: { find: async (written) => found.get(written) ?? { kind: 'found', id: written } },
    alerts: {
      async all() {
        if (!service.isUp) throw new Error('down')
        return all
      },
      known: () => (service.isUp ? known : []),
    },
    log: { warn: (fields) => void warnings.push(fields) },
  })
  return { alerts, found, service, warnings }
}

const slackMade = (channel: string, alert = '1002', sharedBy?: typeof made): RegisteredSubscription => {
  const subscription = subscriptionOf({ name: 'from-slack', alert, channel })
  return { subscription, fromSlack: { subscription, created: made, ...(sharedBy && { sharedBy }) } }
}

describe('a private alert', () => {
  it.each(['Project Falcon', 'PROJECT falcon', '1002'])(
    'has the channels of the subscriptions and digests of the configuration file, whether it is written %s',
    async (written) => {
      const { alerts } = open()
      expect(await alerts.channelsOf([written], 'newest')).toEqual([['C7', 'C8']])
      expect(await alerts.isPrivate(written)).toBe(true)
    },
  )

  it('has the channel of a digest that only compares it', async () => {
    const { alerts } = open({ compare: true })
    expect(await alerts.channelsOf(['1002'], 'newest')).toEqual([['C7', 'C8']])
  })

  it('may be named by its id in the configuration', async () => {
    const { alerts } = open({ privateAlerts: ['1002'] })
    expect([await alerts.isPrivate('Project Falcon'), await alerts.isPrivate('Acme brand')]).toEqual([
      true,
      false,
    ])
  })

  it('has no channel whose name stands for a channel that Slack does not show any more', async () => {
    const { alerts, found } = open()
    found.set('#crisis', { kind: 'lost', id: 'C7' })
    expect(await alerts.channelsOf(['1002'], 'newest')).toEqual([['C8']])
  })

  it('has the channels with which an admin shared it, and no other channel that gets it from Slack', async () => {
    const { alerts } = open({ fromSlack: [slackMade('C1'), slackMade('C2', '1002', made)] })
    expect(await alerts.channelsOf(['1002'], 'newest')).toEqual([['C7', 'C2', 'C8']])
  })

  it('may be posted from Slack only to its channels', async () => {
    const shared = slackMade('C2', '1002', made)
    const { alerts } = open({ fromSlack: [shared] })
    const may = await Promise.all(
      [
        slackMade('C1'),
        slackMade('C7'),
        shared,
        slackMade('C1', 'Rival'),
        { subscription: slackMade('C1').subscription },
      ].map(alerts.mayPost),
    )
    expect(may).toEqual([false, true, true, true, true])
  })
})

it('an unknown name of an alert counts as private, because it may be another spelling of a private one', async () => {
  const { alerts } = open()
  expect([await alerts.isPrivate('Falkon'), await alerts.allows('Falkon', 'C1')]).toEqual([true, false])
})

it('every alert counts as private while no list of alerts was ever read', async () => {
  const { alerts, service } = open()
  service.isUp = false
  expect([await alerts.isPrivate('Acme brand'), await alerts.allows('Rival', 'C2')]).toEqual([true, false])
})

it('no alert is private if the configuration names none', async () => {
  const { alerts } = open({ privateAlerts: [] })
  expect([alerts.isUsed, await alerts.isPrivate('1002'), await alerts.allows('nobody', 'C1')]).toEqual([
    false,
    false,
    true,
  ])
})

it('the log says once that the configuration names a private alert that does not exist', async () => {
  const { alerts, warnings } = open({ privateAlerts: ['Project Hawk'] })
  await alerts.channelsOf(['1001'], 'newest')
  await alerts.channelsOf(['1002'], 'newest')
  expect(warnings).toEqual([{ alert: 'Project Hawk' }])
})

describe('a private alert in the direct messages of a person', () => {
  const subscription = subscriptionOf({ name: 'of-ana', alert: 'project falcon', channel: 'D1' })
  const ofAna = { subscription, fromSlack: { subscription, created: made, direct: 'D1' } }

  it('may be posted there as long as the person is subscribed to it, and the direct messages let nobody see it', async () => {
    const { alerts } = open({ fromSlack: [ofAna] })
    expect(await alerts.allows('1002', 'D1')).toBe(true)
    expect(await alerts.mayPost(ofAna)).toBe(true)
    expect(await alerts.allows('1002', 'D2')).toBe(false)
    expect(await open().alerts.allows('1002', 'D1')).toBe(false)
    expect(await alerts.channelsOf(['1002'], 'newest')).toEqual([['C7', 'C8']])
  })

  it('is surely not visible only if the list has the alert, and Slack says what its channels are', async () => {
    const { alerts, found, service } = open()
    expect(await alerts.lookUp('Project Falcon')).toEqual({ privateTo: [['C7', 'C8']], isSure: true })
    expect(await alerts.lookUp('Acme brand')).toEqual({ privateTo: [], isSure: true })
    expect(await alerts.lookUp('Gone')).toMatchObject({ isSure: false })
    found.set('#crisis', { kind: 'lost', id: 'C7' })
    expect(await alerts.lookUp('1002')).toEqual({ privateTo: [['C8']], isSure: true })
    found.set('#crisis', { kind: 'unreachable', reason: 'timeout', afterMs: 1 })
    expect(await alerts.lookUp('1002')).toMatchObject({ isSure: false })
    service.isUp = false
    expect(await open({ known: [] }).alerts.lookUp('1002')).toMatchObject({ isSure: true })
    expect(await alerts.lookUp('1002')).toMatchObject({ isSure: false })
  })
})

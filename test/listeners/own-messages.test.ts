import { describe, expect, it } from 'vitest'
import { createAccess } from '../../src/listeners/access.ts'
import type { RegisteredSubscription } from '../../src/model/subscription.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const [ana, ben, mei, gil] = ['UANA', 'UBEN', 'UMEI', 'UGIL']
const direct = (user: string) => `D${user.slice(1)}`

type World = {
  admins?: string[]
  lookUp?: { privateTo: string[][]; isSure: boolean }
  channels?: string[]
  opens?: boolean
}

function accessOf({ admins, lookUp, channels = [], opens = true }: World = {}) {
  const { privateTo, isSure } = lookUp ?? { privateTo: [], isSure: true }
  return createAccess({
    settings: { admins },
    privateAlerts: {
      isUsed: true,
      channelsOf: async () => privateTo,
      lookUp: async () => ({ privateTo, isSure }),
    },
    users: {
      kindOf: async (user) => (user === gil ? 'guest' : 'member'),
      channelsOf: async () => new Set(channels),
      openDirect: async (user) => {
        if (!opens) throw new Error('Slack does not answer')
        return direct(user)
      },
    },
    finder: { inChannel: async () => [], alertsIn: async () => [] },
  })
}

describe('what people get in their own direct messages', () => {
  const own = { user: ana, channel: direct(ana) }

  it.each(['subscribe', 'change', 'mute', 'mute-briefly', 'handle', 'read'] as const)(
    'they decide alone, also if only admins may do it in channels: %s',
    async (operation) => {
      const { refusal } = accessOf({ admins: [mei] })
      expect(await refusal(own, operation, { channel: direct(ana) })).toBeUndefined()
      expect(await refusal(own, operation, { channel: 'C1' })).toEqual(
        operation === 'read' || operation === 'handle' || operation === 'mute-briefly'
          ? operation === 'mute-briefly'
            ? expect.stringContaining('Only the members of that channel')
            : undefined
          : expect.stringContaining('Only the admins'),
      )
    },
  )

  it('nobody decides what others get, and not even an admin lets others get an alert', async () => {
    const { refusal } = accessOf({ admins: [mei] })
    const ofBen = { channel: direct(ben) }
    expect(await refusal(own, 'change', ofBen)).toContain('Only the admins')
    expect(await accessOf().refusal(own, 'change', ofBen)).toContain('Only the members of that channel')
    expect(await refusal({ user: mei, channel: direct(mei) }, 'subscribe', ofBen)).toContain(
      'Only the members',
    )
  })

  it('what concerns everybody is not decided there', async () => {
    const { refusal } = accessOf({ admins: [mei] })
    const subject = { channel: direct(ana), forEverybody: true as const }
    expect(await refusal(own, 'change', subject)).toContain('Only the admins')
    expect(await refusal(own, 'subscribe', subject)).toContain('Only the members of that channel')
    expect(await refusal({ user: mei, channel: direct(mei) }, 'change', subject)).toBeUndefined()
  })

  it('a private alert stays for the members of its channels, and guests get nothing', async () => {
    const lookUp = { privateTo: [['C9']], isSure: true }
    const subject = { channel: direct(ana), alerts: ['Falcon'] }
    expect(await accessOf({ lookUp }).refusal(own, 'subscribe', subject)).toContain('This alert is private')
    expect(await accessOf({ lookUp, channels: ['C9'] }).refusal(own, 'subscribe', subject)).toBeUndefined()
    const ofGil = { user: gil, channel: direct(gil) }
    expect(await accessOf().refusal(ofGil, 'subscribe', { channel: direct(gil) })).toContain(
      'Only full members',
    )
  })

  it('if Slack does not say which direct messages are theirs, nothing is theirs', async () => {
    const { refusal, isOwnMessages } = accessOf({ opens: false })
    expect(await isOwnMessages(own)).toBe(false)
    expect(await refusal(own, 'subscribe', { channel: direct(ana) })).toContain('Only the members')
  })

  it('a subscription is refused for good only if Slack and the mention service say enough', async () => {
    const subject = { channel: direct(ana), alert: 'Falcon' }
    const hidden = { privateTo: [['C9']], isSure: true }
    expect(await accessOf().mayGet(ana, subject)).toBe('yes')
    expect(await accessOf({ lookUp: hidden }).mayGet(ana, subject)).toBe('no')
    expect(await accessOf({ lookUp: { ...hidden, isSure: false } }).mayGet(ana, subject)).toBe('unknown')
    expect(await accessOf({ lookUp: hidden, channels: ['C9'] }).mayGet(ana, subject)).toBe('yes')
    expect(await accessOf().mayGet(gil, subject)).toBe('no')
  })

  it('others do not see it in a list, but admins do', async () => {
    const created = { by: ben, at: 0 }
    const subscription = { ...subscriptionOf(), channel: direct(ben) }
    const one: RegisteredSubscription = {
      subscription,
      fromSlack: { subscription, created, direct: direct(ben) },
    }
    const { readableSubscriptions } = accessOf({ admins: [mei] })
    expect(await readableSubscriptions({ user: ana, channel: 'C1' }, [one])).toEqual([])
    expect(await readableSubscriptions({ user: ben, channel: 'C1' }, [one])).toEqual([one])
    expect(await readableSubscriptions({ user: mei, channel: 'C1' }, [one])).toEqual([one])
  })
})

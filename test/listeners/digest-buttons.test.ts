import { beforeEach, describe, expect, it } from 'vitest'
import { createDigestButtons } from '../../src/listeners/actions/digest-buttons.ts'
import type { DigestAction } from '../../src/listeners/payloads.ts'
import { textMessage } from '../../src/messages/kit/block-kit.ts'
import { weekly } from '../tools/digest-world.ts'
import { shownText } from '../tools/message-checks.ts'

const value = JSON.stringify(['weekly', 'C1', '2026-11-09', '2026-11-15', 0])
const asker = { user: 'U1', channel: 'C1', responseUrl: 'https://slack.example/response/1' }
const press: DigestAction = { user: 'U1', trigger: 'T1', value, asker }

let done: string[]
let refusals: string[]
let refused: string | undefined
let previewed: string[] | undefined
/** The id of the channel to which the digest posts today. */
let today: string
let asked: unknown[]
beforeEach(() => {
  today = 'C1'
  asked = []
  done = []
  refusals = []
  refused = undefined
  previewed = ['Acme brand', 'Rivals']
})

const buttons = () =>
  createDigestButtons({
    digests: {
      all: [{ ...weekly, channel: '#brand', alerts: ['Acme brand'], compare: ['Acme brand', 'Rival'] }],
      details: async ({ page }) => textMessage(`Figures, page ${page}`),
      notPosted: async () => textMessage('Held back'),
      preview: async () =>
        previewed && { parent: textMessage('All'), thread: previewed.map((name) => textMessage(name)) },
    },
    access: {
      async refusal(asking, operation, subject) {
        asked.push({ asking, operation, subject })
        return refused
      },
    },
    channels: {
      find: async () => (today === '' ? { kind: 'lost', id: 'C1' } : { kind: 'found', id: today }),
    },
    finder: { alertsIn: async (channel) => [`an alert of ${channel}`] },
    views: {
      open: async (trigger, { title, blocks }) => {
        const reason = refusals.shift()
        if (reason !== undefined) return { kind: 'refused', reason }
        done.push(`open by ${trigger}: ${title}: ${shownText(blocks)}`)
        return { kind: 'open', view: 'V1' }
      },
      update: async (view, { title, blocks }) => {
        done.push(`update ${view}: ${title}: ${shownText(blocks)}`)
        return refusals.shift()
      },
    },
    reply: async (to, { blocks }, place) =>
      void done.push(`answer to ${to.user} ${place}: ${shownText(blocks)}`),
  })

describe('pressing a button of a digest', () => {
  it('opens a modal before it fetches the figures, and then fills the modal', async () => {
    await buttons().details(press)
    expect(done).toEqual(['open by T1: All numbers: One moment…', 'update V1: All numbers: Figures, page 0'])
  })

  it('shows another page in the same modal', async () => {
    const turned = { ...press, value: value.replace('0]', '1]'), view: 'V7' }
    await buttons().details(turned)
    expect(done).toEqual(['update V7: All numbers: Figures, page 1'])
  })

  it('answers below the digest if Slack refuses to open a modal', async () => {
    refusals = ['expired_trigger_id']
    await buttons().notPosted(press)
    expect(done).toEqual(['answer to U1 beside: Held back'])
  })

  it('shows the asker a message about each alert below the digest', async () => {
    await buttons().eachAlert(press)
    expect(done).toEqual(['answer to U1 beside: Acme brand', 'answer to U1 beside: Rivals'])
  })

  it('shows only the reason of the refusal to a person who may not see the digest', async () => {
    refused = 'This alert is private.'
    await buttons().details(press)
    await buttons().notPosted({ ...press, view: 'V7' })
    await buttons().eachAlert(press)
    expect(done).toEqual([
      'open by T1: All numbers: One moment…',
      'update V1: All numbers: This alert is private.',
      'update V7: What was left out: This alert is private.',
      'answer to U1 beside: This alert is private.',
    ])
  })

  it.each([
    ['posts to the channel of the press', 'C1', ['an alert of C1'], 'C1'],
    ['posts to another channel now', 'C2', ['an alert of C2'], 'C2'],
    ['posts to a channel that Slack does not show', '', [], undefined],
  ])(
    'checks all alerts of the channel to which the digest posts today, and those of the channel in the button, if the digest %s',
    async (_what, channel, others, checked) => {
      today = channel
      for (const button of ['details', 'notPosted', 'eachAlert'] as const) await buttons()[button](press)
      expect(asked).toEqual(
        Array.from({ length: 3 }, () => [
          { channel: checked, alerts: ['Acme brand', 'Rival', ...others] },
          { channel: 'C1', alerts: ['an alert of C1'] },
        ])
          .flat()
          .map((subject) => ({ asking: { user: 'U1', channel: 'C1' }, operation: 'read', subject })),
      )
    },
  )

  it('says that the digest posts to another channel now to a person who may not read that channel', async () => {
    today = 'C2'
    refused = 'Guests may use Overheard only in channels they are in.'
    await buttons().details({ ...press, view: 'V7' })
    await buttons().eachAlert(press)
    expect(done).toEqual([
      'update V7: All numbers: This digest posts to another channel now.',
      'answer to U1 beside: This digest posts to another channel now.',
    ])
  })

  it('answers that a digest was removed from the configuration', async () => {
    previewed = undefined
    await buttons().eachAlert({ ...press, value: value.replace('weekly', 'old') })
    expect(done).toEqual(['answer to U1 beside: The digest old is not in the configuration any more.'])
  })
})

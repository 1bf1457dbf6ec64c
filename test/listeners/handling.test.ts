import { describe, expect, it } from 'vitest'
import { createApplyCardAction } from '../../src/cards/card-actions.ts'
import { createHandling } from '../../src/listeners/actions/handling.ts'
import { assignInputs, snoozeInput } from '../../src/listeners/texts/handling.ts'
import { say } from '../../src/listeners/texts/say.ts'
import type { PostedCard } from '../../src/model/card.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const card: PostedCard = {
  ...{ channel: 'C1', ts: '1.1', subscription: 'acme', alert: '7', actions: [] },
  shows: { kind: 'card', mention: sampleMention(), style: 'full' },
}

/** Assigns the mention of the card to U2, of whom Slack says `person`, and who may read or not. Returns the errors and what was done. */
async function assigned(person: { isBot: boolean } | undefined, mayRead = true) {
  const done: string[] = []
  const handling = createHandling({
    now: () => 0,
    newId: () => 'a',
    access: {
      refusal: async ({ user }: { user: string }) => (user === 'U2' && !mayRead ? 'no' : undefined),
    },
    findCard: async () => card,
    users: { find: async () => person, nameOf: async () => 'Ben' },
    followUpOf: () => undefined,
    openLists: () => undefined,
    addReminder: async ({ kind, to }: { kind: string; to: string }) => void done.push(`${kind} ${to}`),
    // As the real one, it returns how many mentions have changed.
    applyCardAction: async () => done.push('card') && 1,
    reply: async () => undefined,
  } as unknown as Parameters<typeof createHandling>[0])
  const metadata = JSON.stringify({ channel: 'C1', ts: '1.1', responseUrl: '', mention: sampleMention().id })
  const errors = await handling.assign({
    ...{ user: 'U1', view: 'V1', trigger: '', metadata, actionValue: '' },
    values: new Map([[assignInputs.person, 'U2']]),
  })
  return { error: errors?.[assignInputs.person], done }
}

it.each([
  ['whom Slack does not name right now', undefined, true, say['assignee-unknown']()],
  ['who is an app', { isBot: true }, true, say['assignee-bot']()],
  ['who may not see the alert', { isBot: false }, false, say['assignee-may-not-read']()],
])('a mention is not assigned to somebody %s, and nobody is reminded', async (_who, person, mayRead, error) =>
  expect(await assigned(person, mayRead)).toEqual({ error, done: [] }),
)

it('a mention is assigned to a member, who is told', async () =>
  expect(await assigned({ isBot: false })).toEqual({ error: undefined, done: ['assigned U2', 'card'] }))

type Meanwhile = 'nothing' | 'closed' | 'card-gone'

/** The forms of the card. While one is open, Ben marks the mention as done, or the card is deleted. */
function forms(meanwhile: Meanwhile, about: { reminder?: true } = {}) {
  const said: string[] = []
  const { id: mention } = sampleMention()
  let stored: PostedCard | undefined = card
  const applyCardAction = createApplyCardAction({
    now: () => 0,
    cards: {
      async change(_place, next) {
        stored = next(stored)
        return stored
      },
    },
    drawAfter: (_place, change) => change(),
    nameOf: async (user) => (user === 'U3' ? 'Ben' : user),
  })
  const handling = createHandling({
    now: () => 0,
    newId: () => 'a',
    zoneOf: async () => 'UTC',
    access: { refusal: async () => undefined },
    findCard: async () => stored,
    users: { find: async () => ({ isBot: false }) },
    followUpOf: () => undefined,
    openLists: () => undefined,
    // The forms read the card before, and change it after they have stored a reminder.
    async addReminder() {
      if (meanwhile === 'closed')
        await applyCardAction({ message: card, mentions: [mention], user: 'U3', action: 'done' })
      if (meanwhile === 'card-gone') stored = undefined
    },
    applyCardAction,
    reply: async (_to: unknown, { text }: { text: string }, place: string) =>
      void said.push(`${place}: ${text.split('\n')[0]}`),
  } as unknown as Parameters<typeof createHandling>[0])
  const note = { channel: 'C1', ts: '1.1', responseUrl: 'https://slack.example/1', mention, ...about }
  const submission = { user: 'U1', view: 'V1', trigger: '', metadata: JSON.stringify(note), actionValue: '' }
  return {
    said,
    stateNow: () => stored?.actions.map(({ state }) => state),
    assign: (to: string) => handling.assign({ ...submission, values: new Map([[assignInputs.person, to]]) }),
    snooze: () =>
      handling.snooze({ ...submission, values: new Map([[snoozeInput, '1h']]) }, async () => {
        said.push('the form closes')
      }),
  }
}

const faster = 'Nothing changed, because somebody was faster: ✓ Done by Ben.'

describe('if somebody closes a mention while the form to assign it is open,', () => {
  it('the form stays open with who did, because its note would be lost', async () => {
    const { assign, stateNow } = forms('closed')
    expect(await assign('U2')).toEqual({ [assignInputs.person]: faster })
    expect(stateNow()).toEqual(['done'])
  })

  it('the form says so, too, if the card is deleted', async () => {
    const errors = await forms('card-gone').assign('U2')
    expect(errors?.[assignInputs.person]).toContain('Nothing changed: this post is too old')
  })

  it('and closes if nobody does', async () => {
    const { assign, stateNow } = forms('nothing')
    expect(await assign('U2')).toBeUndefined()
    expect(stateNow()).toEqual(['assigned'])
  })
})

describe('if somebody closes a mention while the form to snooze it is open,', () => {
  it('the person reads beside the card who did', async () => {
    const { snooze, said, stateNow } = forms('closed')
    await snooze()
    expect(said).toEqual(['the form closes', `beside: ${faster}`])
    expect(stateNow()).toEqual(['done'])
  })

  it('the reminder with the button shows it, too', async () => {
    const { snooze, said } = forms('closed', { reminder: true })
    await snooze()
    expect(said).toEqual([
      'the form closes',
      `beside: ${faster}`,
      expect.stringMatching(/^in-place: .*Done by Ben/),
    ])
  })

  it('the person reads once that the card is deleted', async () => {
    const { snooze, said } = forms('card-gone', { reminder: true })
    await snooze()
    expect(said).toEqual(['the form closes', expect.stringContaining('beside: Nothing changed: this post')])
  })

  it('and nothing is said if nobody does', async () => {
    const { snooze, said, stateNow } = forms('nothing')
    await snooze()
    expect(said).toEqual(['the form closes'])
    expect(stateNow()).toEqual(['snoozed'])
  })
})

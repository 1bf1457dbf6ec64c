import { expect, it } from 'vitest'
import { createHandling } from '../../src/listeners/actions/handling.ts'
import { assignInputs } from '../../src/listeners/texts/handling.ts'
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
    applyCardAction: async () => void done.push('card'),
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

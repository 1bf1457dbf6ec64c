import { expect, it } from 'vitest'
import { createReactions } from '../../../src/features/reactions/reactions.ts'
import type { PostedCard, ShownMentions } from '../../../src/model/card.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const place = { channel: 'C1', ts: '1795176000.000100' }
const event = {
  user: 'U1',
  reaction: 'eyes',
  item: { type: 'message', ...place },
  event_ts: '1795176001.000100',
}
const [first, second] = [sampleMention({ id: '1' }), sampleMention({ id: '2' })]
const single: ShownMentions = { kind: 'card', mention: first, style: 'full' }

/** Handles a reaction and returns what it asked and changed. */
async function handled(
  shows: ShownMentions | undefined,
  { isBot = false, refusal, given = event }: { isBot?: boolean; refusal?: string; given?: object } = {},
): Promise<string[]> {
  const done: string[] = []
  const card: PostedCard | undefined = shows && {
    ...place,
    subscription: 'acme',
    alert: '7',
    shows,
    actions: [],
  }
  const react = createReactions({
    speakTo: speakToAll,
    findCard: async () => card,
    async applyCardAction({ mentions }) {
      done.push(`changed ${mentions}`)
      return 1
    },
    access: { refusal: async () => refusal },
    users: {
      async find(id) {
        done.push('asked Slack')
        return {
          id,
          name: id,
          isGuest: false,
          isBot,
          isDeactivated: false,
          teamId: 'T',
          enterpriseId: undefined,
          timezone: undefined,
          language: undefined,
        }
      },
    },
    async postEphemeral() {
      done.push('told')
      return { kind: 'shown' }
    },
  })
  await react(given, false)
  return done
}

it('a reaction changes the mention of a message with one mention, and changes nothing on other messages', async () => {
  expect(await handled(single)).toEqual(['asked Slack', 'changed 1'])
  expect(await handled({ kind: 'thread', mentions: [second], firstNumber: 9 })).toContain('changed 2')
  expect(await handled({ kind: 'thread', mentions: [first, second], firstNumber: 1 })).toEqual([])
  const burst = { headline: '', facts: '', more: '', negative: [], mentions: [first] }
  expect(await handled({ kind: 'burst', ...burst })).toEqual([])
})

it('the bot ignores a reaction to a file, to a message without a mention, or with an emoji that has no meaning for the bot', async () => {
  expect(await handled(undefined)).toEqual([])
  expect(await handled(single, { given: { ...event, reaction: 'tada' } })).toEqual([])
  expect(await handled(single, { given: { ...event, item: { type: 'file', file: 'F1' } } })).toEqual([])
})

it('a reaction of an app changes nothing, and a person who may not handle the mention gets the reason', async () => {
  expect(await handled(single, { isBot: true })).toEqual(['asked Slack'])
  expect(await handled(single, { refusal: 'You may not.' })).toEqual(['asked Slack', 'told'])
})

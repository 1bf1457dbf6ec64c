import { expect, it } from 'vitest'
import { z } from 'zod'
import { openButton, roomMessage } from '../../../src/features/room/messages.ts'

const text = z.object({ text: z.string() })
const asking = z.object({
  text,
  confirm: z.object({ title: text, text, confirm: text, deny: text }),
})
const buttonsIn = z.object({ type: z.literal('actions'), elements: z.array(z.unknown()) })

it('Slack asks before a room is opened, ended or archived, and says what happens to others', () => {
  const { blocks } = roomMessage({
    room: { alertName: 'Acme', by: { user: 'U1', name: 'Ana' }, card: { channel: 'C1', ts: '1.1' } },
    board: {
      ...{ alert: 'Acme', pace: '', facts: [], claimed: '', urgent: [], open: 0 },
      ...{ isOver: false, card: undefined },
    },
    isInCanvas: false,
  })
  const inRoom = blocks.flatMap((block) => buttonsIn.safeParse(block).data?.elements ?? [])
  const questions = [openButton(), ...inRoom].map((button) => asking.parse(button))
  expect(questions.map(({ text: label, confirm }) => [label.text, confirm.text.text])).toEqual([
    ['Open a room', expect.stringMatching(/new channel .* invited/)],
    ['Post a report here…', expect.stringContaining('do not change any more')],
    ['Archive this channel…', expect.stringContaining('nobody can write here any more')],
  ])
  // Slack refuses longer ones.
  for (const { confirm } of questions) {
    expect(confirm.title.text.length).toBeLessThanOrEqual(100)
    expect(confirm.text.text.length).toBeLessThanOrEqual(300)
    expect(Math.max(confirm.confirm.text.length, confirm.deny.text.length)).toBeLessThanOrEqual(30)
  }
})

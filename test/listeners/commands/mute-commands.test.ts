import { expect, it } from 'vitest'
import { createMuteCommands } from '../../../src/listeners/commands/mute-commands.ts'
import { textMessage } from '../../../src/messages/kit/block-kit.ts'
import type { Mute } from '../../../src/model/mute.ts'
import { createMuteService } from '../../../src/subscriptions/mute-service.ts'
import { suggestedLines } from '../../tools/suggested-lines.ts'

/** Friday, 20 November 2026, 12:00 UTC. */
const noon = Date.UTC(2026, 10, 20, 12)
const day = 86_400_000

async function mute(line: string, { mayMute = true, present = [] as Mute[] } = {}) {
  const mutes = { of: () => present, all: () => present, change: async () => present }
  const { operationOf } = createMuteService({
    ...{ now: () => noon, mutes, changes: { announce: async () => undefined } },
  })
  const muted: unknown[] = []
  const asked: string[] = []
  const [command] = createMuteCommands({
    ...{ now: () => noon, zoneOf: async () => 'Europe/Berlin', users: { nameOf: async () => 'Ana' } },
    access: {
      refusal: async (_asking, operation) => {
        asked.push(operation)
        return mayMute ? undefined : 'You may not.'
      },
      readableSubscriptions: async (_asking, all) => all,
    },
    finder: { alertsIn: async () => [], inChannel: async () => [] },
    mutes,
    muting: {
      operationOf,
      mute: async ({ kind, name, term }) => {
        muted.push([kind, name, term])
        return 'muted'
      },
      unmute: async () => [],
    },
    answers: { hidden: async () => textMessage('It hides 3.') },
  })
  const asker = { user: 'U1', channel: 'C1', responseUrl: '', trigger: '' }
  const answer = await command?.answer(asker, line)
  const content = answer && 'text' in answer ? answer : undefined
  return { muted, asked, text: content?.text, suggested: suggestedLines(content) }
}

it.each([
  [
    'author Kim Lee until friday 18:00',
    ['author', 'Kim Lee', { until: Date.UTC(2026, 10, 20, 17) }],
    'mute-briefly',
  ],
  ['author Kim Lee until monday', ['author', 'Kim Lee', { until: Date.UTC(2026, 10, 23, 8) }], 'mute'],
  ['author Kim Lee 24h', ['author', 'Kim Lee', '1d'], 'mute-briefly'],
  ['author Kim Lee for a week', ['author', 'Kim Lee', '7d'], 'mute'],
  ['author Kim Lee 2 weeks', ['author', 'Kim Lee', { until: noon + 14 * day }], 'mute'],
  ['author "Kim until dawn"', ['author', 'Kim until dawn', 'forever'], 'mute'],
  ['word acme forever', ['word', 'acme', 'forever'], 'mute'],
])(
  '/mentions mute %s mutes %j, says how much that hides, and needs the permission to %s',
  async (line, wanted, operation) => {
    const { muted, asked, text } = await mute(line)
    expect([muted, asked, text]).toEqual([[wanted], [operation], 'It hides 3.'])
    expect(await mute(line, { mayMute: false })).toMatchObject({ muted: [], text: 'You may not.' })
  },
)

it('/mentions mute needs the permission to end the mute that it replaces', async () => {
  const present: Mute[] = [{ channel: 'C1', kind: 'author', name: 'Kim Lee', by: 'U9', at: noon - 9 * day }]
  const { asked, muted } = await mute('author "kim  lee" 1d', { mayMute: false, present })
  expect([asked, muted]).toEqual([['mute'], []])
  expect((await mute('author "Kim Leer" 1d', { present })).asked).toEqual(['mute-briefly'])
})

it.each([
  ['author "O\'Brien" -1d', "“-1d” isn't a time"],
  ['author Kim Lee until dawn', "“until dawn” isn't a time"],
  ['author "Kim Lee" soon', "“soon” isn't a time"],
  ['author Kim 99999d', '“99999d” is more than a year away'],
  ['author Kim from saturday until monday', "“from saturday until monday” isn't a time"],
  ['author Kim until 1/12 18:00', '“until 1/12 18:00” can mean 2026-12-01 18:00 or 2027-01-12 18:00'],
  ['author Kim until 12/1', '“until 12/1” can mean 2027-01-12 or 2026-12-01'],
])('/mentions mute %s mutes nobody, and is answered with %s and two examples', async (line, words) => {
  const { muted, asked, text, suggested } = await mute(line)
  expect([muted, asked]).toEqual([[], []])
  expect(text).toContain(words)
  const tried = await Promise.all(suggested.map((line) => mute(line.replace(/^mute /, ''))))
  expect(tried.map(({ muted }) => muted.length)).toEqual([1, 1])
})

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownWords } from '../../src/listeners/commands/own-words.ts'
import { type AttackWorld, openAttackWorld, people, subjects } from '../tools/attack-world.ts'
import { everyFeature } from '../tools/greatest.ts'

/** Words that no command knows. An answer must contain each that was written: as a name that was read, or as not understood. */
const strange = ['zzqq', 'yyww', 'xxvv']
const secondChannel = subjects.away.channel

const parts = fc.constantFrom(
  ...[
    ...strange,
    '"zzqq yyww"',
    '“xxvv”',
    `<#${subjects.own.channel}|brand>`,
    '2h',
    'until friday',
    '-1d',
    'all',
  ],
  ...[
    'mine',
    'swap',
    'to',
    'acme',
    'brand',
    'author',
    'csv',
    'urgent',
    'back',
    'vs',
    'and',
    '&',
    'show:more',
  ],
)
const rests = fc
  .array(parts, { minLength: 1, maxLength: 5 })
  .map((all) => all.join(' '))
  .filter((rest) => strange.some((word) => rest.includes(word)))

/** A command is tried with the same words whichever others exist. */
const seedOf = (command: string) => createHash('sha256').update(command).digest().readInt32BE()

const restsFor = (seed: number) => [
  ...['zzqq', 'acme zzqq', 'zzqq yyww 2h'],
  `acme <#${subjects.own.channel}|brand> <#${secondChannel}|other>`,
  ...fc.sample(rests, { numRuns: 6, seed }),
]

const subcommands = [
  ...everyFeature()
    .all('subcommands')
    .map(({ word }) => word),
  ...ownWords,
]
const commands = [...subcommands.map((word) => `/mentions ${word}`), '/mentions-stats']

describe('the answer names each word that is not understood, or understands it, if behind', () => {
  let world: AttackWorld
  beforeAll(async () => {
    const counts = { open: 0, claimed: 0, done: 0, 'not-relevant': 0, burst: 0, spike: 0 }
    world = await openAttackWorld({ admins: false, counts })
  })
  afterAll(() => world?.close())

  it.each(['/mentions unmute', '/mentions-stats', '/mentions mute author'])(
    '%s is text that Slack has escaped, which is read once as it was typed',
    async (command) => {
      const line = `${command} “Zzqq & Co &lt;”`
      const run = () => world.run(people.inside, subjects.own.channel, line)
      const { received } = await world.attempt(line, 'inside', run)
      // The fallback text of a message is escaped again, once.
      expect(received.join('\n')).toMatch(/Zzqq &amp; Co &amp;lt;|Zzqq & Co &lt;/)
      expect(received.join('\n')).not.toContain('&amp;amp;')
    },
  )

  it.each(commands)('%s there are any words', async (command) => {
    for (const rest of restsFor(seedOf(command))) {
      const line = `${command} ${rest}`
      const run = () => world.run(people.inside, subjects.own.channel, line)
      const { received } = await world.attempt(line, 'inside', run)
      const told = received.join('\n').toLowerCase()
      for (const word of [...strange, secondChannel.toLowerCase()])
        if (rest.toLowerCase().includes(word)) expect(told, line).toContain(word)
      if (command.endsWith('stats')) await world.nextMinute()
    }
  })
})

import { writeFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const reloads = 50
const every = { alert: 'Acme brand', schedule: '* * * * * *', burstWithin: '0s' }
const acme = { ...every, name: 'acme', channel }
const second = { ...every, name: 'second', channel: 'C0000SUPPRT' }
const applied = 'the bot has read its settings again'
const refused = 'the changed ones cannot be used'

/** The file of a reload. Each wrong one has its fault in another line. */
function fileOf(round: number): { text: string; wrongLine?: number } {
  const comments = '# Nothing.\n'.repeat(round)
  if (round % 2 === 1) return { text: `${comments}subscriptons: []\n`, wrongLine: round + 1 }
  return {
    text:
      comments +
      stringify({
        subscriptions: [acme, { ...second, except: { author: [`nobody ${round}`] } }].slice(
          0,
          1 + ((round / 2) % 2),
        ),
      }),
  }
}

it('fifty reloads under a stream of mentions, half of them of wrong files, lose and repeat no mention, no connection and no answer to a person', async () => {
  const started = await createWorld({ configuration: { subscriptions: [acme] } })
  world = started
  const { until, output, environment } = started
  const { calls, sockets } = started.slack.control
  const linesWith = (words: string) =>
    output()
      .split('\n')
      .filter((line) => line.includes(words))
  const bot = started.start()
  await until('the initial sync', () => started.watches())
  const ids: string[] = []
  const add = () => {
    const id = String(1001 + ids.length)
    ids.push(id)
    started.add(id)
  }
  const stream = setInterval(add, 100)
  try {
    for (let round = 0; round < reloads; round++) {
      const { text, wrongLine } = fileOf(round)
      writeFileSync(environment.CONFIG_FILE ?? '', text)
      bot.kill('SIGHUP')
      const answers = ['/mentions list', '/mentions status'].map((line) =>
        started.slack.people.runCommand({ user: 'U0000000ANA', channel, line }),
      )
      await until(
        `the end of reload ${round}`,
        () => linesWith(applied).length + linesWith(refused).length === round + 1,
      )
      await Promise.all(answers)
      if (wrongLine !== undefined) expect(linesWith(refused).at(-1)).toContain(`line ${wrongLine}: `)
    }
  } finally {
    clearInterval(stream)
  }
  expect(linesWith(refused)).toHaveLength(reloads / 2)
  await until('the last mention', () => started.ids().includes(ids.at(-1) ?? ''))
  expect(started.ids()).toEqual(ids)
  await until('an answer to each command', () => started.slack.state.ephemerals.length >= 2 * reloads)
  expect(started.slack.state.ephemerals).toHaveLength(2 * reloads)
  expect(new Set(started.slack.state.envelopes.map(({ state }) => state))).toEqual(new Set(['acknowledged']))
  expect([sockets(), calls('apps.connections.open').length]).toEqual([1, 1])
  expect(await started.end('SIGTERM')).toBe(0)
})

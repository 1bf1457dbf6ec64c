import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { z } from 'zod'
import { channel, createWorld, type World } from '../../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const otherChannel = 'C0000SUPPRT'
const every = { alert: 'Acme brand', schedule: '* * * * * *', burstWithin: '0s' }
const acme = { ...every, name: 'acme', channel }
const applied = 'the bot has read its settings again'
const refused = 'the changed ones cannot be used'
const countOf = (text: string, words: string) => text.split(words).length - 1

it('SIGHUP applies a changed file without a new connection to Slack, and refuses a wrong one as a whole with its lines', async () => {
  const started = await createWorld({ configuration: { subscriptions: [acme] } })
  world = started
  const { until, output, environment } = started
  const write = (configuration: object) =>
    writeFileSync(environment.CONFIG_FILE ?? '', stringify(configuration))
  const bot = started.start()
  await until('the initial sync', () => started.watches())
  // People send the signal to this process, because npm does not pass it on.
  expect(output().split('\n')[0]).toContain(`"pid":${bot.pid}`)
  const { url } = z.object({ url: z.string() }).parse(
    JSON.parse(
      output()
        .split('\n')
        .find((line) => line.includes('Overheard is running')) ?? '',
    ),
  )
  const status = async () =>
    z
      .object({ problems: z.array(z.object({ what: z.string() })) })
      .parse(await (await fetch(`${url}/status`)).json())
  const { calls, sockets } = started.slack.control
  const connections = () => [sockets(), calls('apps.connections.open').length]
  expect(connections()).toEqual([1, 1])

  write({ subscriptions: [{ ...acme, channel: otherChannel, only: { sorce: ['web'] } }] })
  bot.kill('SIGHUP')
  await until('the refusal', () => countOf(output(), refused) === 1)
  const lines = readFileSync(environment.CONFIG_FILE ?? '', 'utf8').split('\n')
  const wrong = `line ${lines.findIndex((line) => line.includes('sorce')) + 1}:`
  expect((await status()).problems.map(({ what }) => what).join()).toContain(wrong)
  started.add(101)
  await until('a post after the refusal', () => started.ids().includes('101'))
  expect(started.ids(otherChannel)).toEqual([])

  write({
    subscriptions: [
      { ...acme, except: { source: ['youtube'] } },
      { ...every, name: 'second', channel: otherChannel },
    ],
  })
  bot.kill('SIGHUP')
  await until('the reload', () => countOf(output(), applied) === 1)
  expect((await status()).problems).toEqual([])
  await until('the initial sync of the second subscription', () => started.watches(otherChannel))
  started.add(102, { source: 'youtube' })
  started.add(103)
  await until(
    'the posts of both',
    () => started.ids(otherChannel).includes('103') && started.ids().includes('103'),
  )
  expect(started.ids()).toEqual(['101', '103'])
  expect(connections()).toEqual([1, 1])
  expect(await started.end('SIGTERM')).toBe(0)
})

import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { z } from 'zod'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { inHttpMode } from '../tools/e2e/http-mode.ts'
import { startPostgres } from '../tools/postgres.ts'

let world: World | undefined
const release: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await world?.close()
  for (const end of release.splice(0)) await end()
})

const applied = 'the bot has read its settings again'
const every = { alert: 'Acme brand', schedule: '* * * * * *', burstWithin: '0s' }
const acme = { ...every, name: 'acme', channel }
const without = (source: string) =>
  stringify({ subscriptions: [{ ...acme, except: { source: [source] } }], doubtSeconds: 1 })

it('in HTTP mode, a reload keeps the port: every request of people meanwhile is answered, and every mention is posted once', async () => {
  const { address: _address, ...mode } = await inHttpMode()
  const started = await createWorld({ ...mode, configuration: { subscriptions: [acme] } })
  world = started
  const { until, output, environment, slack } = started
  const bot = started.start()
  await until('the initial sync', () => started.watches())
  const ids: string[] = []
  const add = () => {
    ids.push(String(1001 + ids.length))
    started.add(ids.at(-1) ?? '')
  }
  const stream = setInterval(add, 100)
  const reloads = 10
  try {
    for (let round = 1; round <= reloads; round++) {
      writeFileSync(environment.CONFIG_FILE ?? '', without(`nothing-${round}`))
      bot.kill('SIGHUP')
      const asked = ['/mentions list', '/mentions mutes'].map((line) =>
        slack.people.runCommand({ user: 'U0000000ANA', channel, line }),
      )
      await until(`reload ${round}`, () => output().split(applied).length - 1 === round)
      for (const answer of await Promise.all(asked)) expect(answer.kind).toBe('acknowledged')
    }
  } finally {
    clearInterval(stream)
  }
  await until('the last mention', () => started.ids().includes(ids.at(-1) ?? ''))
  expect(started.ids()).toEqual(ids)
  await until('the answers', () => slack.state.ephemerals.length >= 2 * reloads)
  expect(slack.state.ephemerals).toHaveLength(2 * reloads)
  expect(await started.end('SIGTERM')).toBe(0)
})

const statusSchema = z.object({ problems: z.array(z.object({ code: z.string().optional() })) })

it('of two processes on a database, each reloads its own file, that of the leader decides, and a difference is a problem until the files are equal', async () => {
  const server = await startPostgres()
  release.push(server.stop)
  const started = await createWorld({
    configuration: { subscriptions: [acme] },
    environment: { DATABASE_URL: await server.database() },
  })
  world = started
  const { until, folder } = started
  const files = ['first.yaml', 'second.yaml'].map((name) => join(folder, name))
  const [firstFile = '', secondFile = ''] = files
  writeFileSync(firstFile, without('web'))
  writeFileSync(secondFile, without('web'))

  async function startWith(file: string): Promise<{ bot: ChildProcess; url: string }> {
    const running = () => started.output().split('Overheard is running').length
    const before = running()
    const bot = started.start({ environment: { CONFIG_FILE: file } })
    await until('the start', () => running() > before)
    const line = started
      .output()
      .split('\n')
      .findLast((text) => text.includes('Overheard is running'))
    return { bot, ...z.object({ url: z.string() }).parse(JSON.parse(line ?? '')) }
  }
  const codesOf = async ({ url }: { url: string }) =>
    statusSchema.parse(await (await fetch(`${url}/status`)).json()).problems.map(({ code }) => code)
  const reload = async ({ bot }: { bot: ChildProcess }, file: string, text: string) => {
    const before = started.output().split(applied).length
    writeFileSync(file, text)
    bot.kill('SIGHUP')
    await until('the reload', () => started.output().split(applied).length > before)
  }
  let id = 100
  /** Adds a mention of each source, and returns the sources that are posted. */
  async function posted(): Promise<string[]> {
    const sources = ['web', 'youtube', 'reddit']
    const added = sources.map((source) => {
      id += 1
      started.add(id, { source })
      return { id: String(id), source }
    })
    await until('the last of them', () => started.ids().includes(String(id)))
    return added.filter((one) => started.ids().includes(one.id)).map(({ source }) => source)
  }

  const leader = await startWith(firstFile)
  await until('the initial sync', () => started.watches())
  const standby = await startWith(secondFile)
  expect(await posted()).toEqual(['youtube', 'reddit'])

  await reload(standby, secondFile, without('youtube'))
  await expect.poll(() => codesOf(leader)).toContain('settings_differ')
  await expect.poll(() => codesOf(standby)).toContain('settings_differ')
  expect(await posted()).toEqual(['youtube', 'reddit'])

  await reload(leader, firstFile, without('youtube'))
  await expect.poll(() => codesOf(leader)).not.toContain('settings_differ')
  await expect.poll(() => codesOf(standby)).not.toContain('settings_differ')
  expect(await posted()).toEqual(['web', 'reddit'])

  await reload(standby, secondFile, without('web'))
  await expect.poll(() => codesOf(leader)).toContain('settings_differ')
  leader.bot.kill('SIGKILL')
  await expect.poll(() => posted(), { interval: 1000 }).toEqual(['youtube', 'reddit'])
  const ids = started.ids()
  expect(ids).toEqual([...new Set(ids)])
})

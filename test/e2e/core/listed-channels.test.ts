import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { channel as brand, createWorld, type World } from '../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../tools/e2e/http-mode.ts'
import { count, startStream } from '../../tools/e2e/torture.ts'

/** One subscription with several channels, in the real process. */

const [ana, ben] = ['U0000000ANA', 'U0000000BEN'] as const
const [support, marketing] = ['C0000SUPPRT', 'C0MARKETING'] as const

let world: World | undefined
afterEach(() => world?.close())

const acme = { name: 'acme', alert: 'Acme brand', schedule: '* * * * * *', burstWithin: '0s' }

async function createAcme(channels: string | string[], options: object = {}) {
  const started = await createWorld({
    configuration: { doubtSeconds: 1, subscriptions: [{ ...acme, channel: channels }] },
    ...options,
  })
  world = started
  const { until, output, environment } = started
  const lives = () => output().split('Overheard is running').length - 1
  return {
    world: started,
    /** Starts the bot, and waits until it watches these channels. */
    async live(...where: string[]) {
      const before = lives()
      const bot = started.start()
      await until('the bot to run', () => lives() > before)
      await until('the first messages', () => where.every((one) => started.watches(one)))
      return bot
    },
    write(changed: string | string[]) {
      const configuration = { doubtSeconds: 1, subscriptions: [{ ...acme, channel: changed }] }
      writeFileSync(environment.CONFIG_FILE ?? '', stringify(configuration))
    },
    shown: (id: number, ...where: string[]) =>
      until(`${id} in ${where}`, () => where.every((one) => started.ids(one).includes(String(id)))),
  }
}

it('a subscription whose channel becomes a list goes on there, begins in the other channels, and keeps its place when the list changes', async () => {
  const { world, live, write, shown } = await createAcme(brand)
  world.add(1)
  await live(brand)
  world.add(2)
  await shown(2, brand)
  await world.end('SIGTERM')

  world.add(3)
  write(['#support', '#brand-watch'])
  await live(support)
  await shown(3, brand)
  world.add(4)
  await shown(4, brand, support)
  await world.end('SIGTERM')

  world.add(5)
  write([brand, support, marketing])
  const bot = await live(marketing)
  await shown(5, brand, support)
  world.add(6)
  await shown(6, brand, support, marketing)

  const applied = () => world.output().split('has read its settings again').length - 1
  write('#support')
  bot.kill('SIGHUP')
  await world.until('the reload', () => applied() === 1)
  world.add(7)
  await shown(7, support)
  write([marketing, '#support', brand])
  bot.kill('SIGHUP')
  await world.until('the second reload', () => applied() === 2)
  world.add(8)
  await shown(8, brand, support, marketing)
  expect(world.ids(brand).sort()).toEqual(['2', '3', '4', '5', '6', '7', '8'])
  expect(world.ids(support).sort()).toEqual(['4', '5', '6', '7', '8'])
  expect(world.ids(marketing).sort()).toEqual(['6', '7', '8'])
  expect(await world.end('SIGTERM')).toBe(0)
})

it('a bot that is killed at random moments posts each mention once in each of several channels', async () => {
  const { world, live } = await createAcme([brand, support, marketing])
  await live(brand, support, marketing)
  await world.end('SIGKILL')
  const random = createRandom(5)
  const stream = startStream(world, random, { perSecond: 3, burstsPerMinute: 6, late: 0.05, latestMs: 5000 })
  const channels = [brand, support, marketing]
  try {
    for (let kill = 0; kill < 6; kill++) {
      await live()
      await wait(random.next() * 2000)
      await world.end('SIGKILL')
    }
    stream.stop()
    await live()
    const isPosted = (where: string) => {
      const there = new Set(world.ids(where))
      return stream.made.every((id) => there.has(id))
    }
    await world.until('everything is posted', () => channels.every(isPosted))
    await world.end('SIGTERM')
    expect(stream.made.length).toBeGreaterThan(10)
    for (const where of channels)
      expect(count(world, stream, 6, where), where).toMatchObject({ lost: [], twice: [] })
  } finally {
    stream.stop()
  }
})

it('a bot whose store is wiped posts each mention once in each of several channels, also after one of them had its own checkpoint before', async () => {
  const { world, live, write, shown } = await createAcme(brand)
  world.add(1)
  await live(brand)
  world.add(2)
  await shown(2, brand)
  await world.end('SIGTERM')
  write(['#support', brand])
  await live(support)
  world.add(3)
  await shown(3, brand, support)
  await world.end('SIGKILL')
  rmSync(world.dataDir, { recursive: true, force: true })
  world.add(4)
  write([brand, support])
  await live()
  await shown(4, brand, support)
  world.add(5)
  await shown(5, brand, support)
  expect(world.ids(brand)).toEqual(['2', '3', '4', '5'])
  expect(world.ids(support)).toEqual(['3', '4', '5'])
  expect(await world.end('SIGTERM')).toBe(0)
})

it('in HTTP mode people pause, mute and ask in one of several channels, and the others go on', async () => {
  const mode = await inHttpMode()
  const { world, live, shown } = await createAcme([brand, '#support'], mode)
  world.add(1)
  await live(brand, support)
  const said = () => world.slack.state.ephemerals.map(({ channel, message }) => `${channel} ${message.text}`)
  const ask = async (where: string, line: string, words: RegExp, user: string = ana) => {
    const before = said().length
    await world.slack.people.runCommand({ user, channel: where, line: `/mentions ${line}` })
    const answers = () => said().slice(before)
    await world.until(`the answer to ${line}`, () => answers().some((text) => words.test(text)))
  }
  const lines = (where: string) => world.slack.control.messages(where).map(({ text }) => text)
  await world.slack.people.runCommand({ user: ana, channel: support, line: '/mentions pause acme' })
  await world.until('the pause', () => lines(support).some((text) => /paused/i.test(text)))
  world.add(2)
  await shown(2, brand)
  await ask(support, 'list', /C0000SUPPRT.*acme → #support: Acme brand\. Paused by Ana Lima/s)
  await ask(brand, 'list', /C00000BRAND.*acme → C00000BRAND: Acme brand\. (?!Paused)/s)
  await world.slack.people.runCommand({ user: ben, channel: support, line: '/mentions resume' })
  await shown(2, support)

  await world.slack.people.runCommand({ user: ana, channel: support, line: '/mentions mute author Kim Lee' })
  await world.until('the mute', () => lines(support).some((text) => /muted/i.test(text)))
  world.add(3)
  await shown(3, brand)
  world.add(4, { author: { name: 'Ada Stone', avatar: '', audience: 10, url: 'news.example' } })
  await shown(4, brand, support)
  expect(world.ids(support)).toEqual(['2', '4'])
  await ask(support, 'why 3', /Kim Lee/)
  await ask(brand, 'why 3', /posted/i)
  await ask(support, 'status', /acme → #support/)
})

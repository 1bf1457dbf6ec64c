import { afterEach, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const applied = 'the bot has read its settings again'
/** Prints the size of the heap, in bytes, without garbage and without compiled code, which grows for other reasons. */
const onSignal = `process.on('SIGUSR2', () => {
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  console.log('heap ' + process.memoryUsage().heapUsed + '.')
})`

it('the memory of a bot does not grow with the number of reloads', async () => {
  const started = await createWorld({
    configuration: {
      subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
      digests: [{ name: 'weekly', channel, alerts: ['Acme brand'] }],
    },
  })
  world = started
  const { until, output } = started
  started.add(1)
  const flags = ['--expose-gc', `--import=data:text/javascript,${encodeURIComponent(onSignal)}`]
  const bot = started.start({ program: [...flags, started.runs] })
  await until('the initial sync', () => started.watches() && started.slack.control.sockets() > 0)
  const countOf = (words: string) => output().split(words).length - 1

  async function reload(times: number): Promise<void> {
    for (let count = 0; count < times; count++) {
      const before = countOf(applied)
      bot.kill('SIGHUP')
      await until('the reload', () => countOf(applied) > before)
    }
  }
  async function heap(): Promise<number> {
    const before = [...output().matchAll(/heap (\d+)\./g)].length
    bot.kill('SIGUSR2')
    const sizes = () => [...output().matchAll(/heap (\d+)\./g)].map(([, size]) => Number(size))
    await until('the size of the heap', () => sizes().length > before)
    return sizes().at(-1) ?? 0
  }

  await reload(30)
  const early = await heap()
  await reload(170)
  const growth = ((await heap()) - early) / 170
  // The parts that a reload replaces take more than 100,000 bytes.
  expect(growth).toBeLessThan(8000)
  started.add(2)
  await until('a post', () => started.ids().includes('2'))
})

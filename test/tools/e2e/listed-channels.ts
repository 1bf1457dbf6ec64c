import { writeFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { createWorld } from './bot-world.ts'

const acme = { name: 'acme', alert: 'Acme brand', schedule: '* * * * * *', burstWithin: '0s' }

/** One subscription with several channels, in the real process, until the test ends. */
export async function createAcme(channels: string | string[], options: object = {}) {
  const started = await createWorld({
    configuration: { doubtSeconds: 1, subscriptions: [{ ...acme, channel: channels }] },
    ...options,
  })
  onTestFinished(() => started.close())
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

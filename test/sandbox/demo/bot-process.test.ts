import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createBot } from '../../../sandbox/demo/bot-process.ts'
import { emptyFolder } from '../../tools/folder.ts'

it('the bot of the demo is shown as starting before it is started, and runs then with the change that a button asked for before', async () => {
  const program = join(emptyFolder(), 'bot.mjs')
  const lines = [
    'console.log("Overheard is running after", process.env.CHANGE)',
    'setInterval(() => {}, 60_000)',
  ]
  writeFileSync(program, lines.join('\n'))
  const said = Promise.withResolvers<string>()
  const bot = createBot({ program, clockOffsetMs: () => 0, line: said.resolve, changed: () => undefined })
  const environment: Record<string, string> = {}
  bot.kill()
  bot.restart(() => {
    environment.CHANGE = 'a digest is due'
  })
  expect(bot.state()).toEqual({ state: 'starting', restarts: 0 })
  bot.start(environment)
  expect(await said.promise).toBe('Overheard is running after a digest is due')
  expect(bot.state()).toMatchObject({ state: 'running', restarts: 0 })
  await bot.stop()
  expect(bot.state()).toEqual({ state: 'stopped', restarts: 0 })
})

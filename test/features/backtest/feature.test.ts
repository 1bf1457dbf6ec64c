import { expect, it, onTestFinished, vi } from 'vitest'
import { createMentionServer } from '../../../sandbox/mention-service/server.ts'
import { createMentionStore } from '../../../sandbox/mention-service/store.ts'
import { runCommandLine } from '../../../src/cli/command-line.ts'
import { createStoredAnswers } from '../../../src/cli/setup/stored-answers.ts'
import { runHere } from '../../tools/command-here.ts'
import { emptyFolder } from '../../tools/folder.ts'

it.each([
  ['an unknown option', ['--dayz', '3'], "unknown option '--dayz'\n(Did you mean --days?)"],
  ['an option without its value', ['--days'], "option '--days <number>' argument missing"],
  ['too many days', ['--days', '91'], 'It must be a whole number from 1 to 90.'],
  ['days that are no number', ['--days', 'x'], 'It must be a whole number from 1 to 90.'],
])('the backtest explains %s', async (_what, args, sentence) => {
  let output = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += String(text)
    return true
  })
  await expect(runCommandLine(['backtest', ...args])).rejects.toMatchObject({ exitCode: 1 })
  expect(output).toContain(sentence)
})

it('without a configuration file, the backtest is about what is stored', async () => {
  const token = 'service-token-7c1f'
  const mentionStore = createMentionStore({ now: Date.now })
  const service = createMentionServer({ mentionStore, token, now: Date.now })
  const { url } = await service.listen(0)
  onTestFinished(service.close)
  const DATA_DIR = emptyFolder()
  await createStoredAnswers({ DATA_DIR }, Date.now).save(
    'subscriptions: [{ name: acme, alert: Acme, channel: C00000BRAND }]\n',
  )
  const environment = { DATA_DIR, MENTIONS_API_URL: url, MENTIONS_API_TOKEN: token }
  const { code, said } = await runHere(['backtest', '--days', '1', '--no-spikes'], environment)
  expect(said).toContain('what is stored')
  expect(said).toContain("! acme: no single alert 'Acme'")
  expect(code).toBe(0)
})

it('the backtest says why it cannot ask the mention service that the bot runs itself', async () => {
  const DATA_DIR = emptyFolder()
  await createStoredAnswers({ DATA_DIR }, Date.now).save(
    'listen: { alerts: [{ name: Acme, query: acme }], sources: { news: true } }\n',
  )
  const { code, complained } = await runHere(['backtest'], { DATA_DIR })
  expect(complained).toContain('only the bot can ask it')
  expect(code).toBe(78)
})

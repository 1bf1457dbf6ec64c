import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createStoredAnswers } from '../../../src/cli/setup/stored-answers.ts'
import { storePlaceOf } from '../../../src/store/of-commands.ts'
import { channel, createWorld, type World } from '../../tools/e2e/bot-world.ts'
import { otherStore } from '../../tools/e2e/bots.ts'
import { runCommand } from '../../tools/e2e/run-command.ts'

let world: World | undefined
afterEach(() => world?.close())

const entry = `{ name: acme, alert: Acme brand, channel: ${channel}, schedule: '* * * * * *', burstWithin: 0s }`

it('without a configuration file the bot posts what setup stored, after a kill and from a backup too, until the data is used with a file', async () => {
  const started = await createWorld({ configuration: {} })
  world = started
  const CONFIG_FILE = started.environment.CONFIG_FILE
  started.environment.CONFIG_FILE = ''
  const stored = createStoredAnswers(storePlaceOf(started.environment), Date.now)
  await stored.save(`subscriptions: [${entry}]\nowner: U0000000ANA\n`)
  started.start()
  await started.until('the first sync', () => started.watches())
  started.add(101)
  await started.until('the first post', () => started.ids().includes('101'))
  await started.end('SIGKILL')
  started.start()
  started.add(102)
  await started.until('a post after the kill', () => started.ids().includes('102'))
  const exported = await runCommand(started, 'export-config')
  expect(exported.said).toContain('owner: U0000000ANA')
  expect(exported.said).toContain('alert: Acme brand')
  expect((await runCommand(started, 'doctor', '--json')).said).toContain('There is no configuration file')

  const copy = join(started.folder, 'copy.jsonl.gz')
  expect((await runCommand(started, 'backup', copy)).complained).toBe('')
  expect(await started.end('SIGTERM')).toBe(0)
  Object.assign(started.environment, await otherStore(started))
  expect((await runCommand(started, 'restore', copy)).complained).toBe('')
  started.start()
  started.add(103)
  await started.until('a post from the backup', () => started.ids().includes('103'))
  expect(started.ids()).toEqual(['101', '102', '103'])
  expect(await started.end('SIGTERM')).toBe(0)

  const withFile = started.start({ environment: { CONFIG_FILE } })
  started.add(104)
  await started.until('a post with a file', () => started.ids().includes('104'))
  expect(await started.end('SIGTERM')).toBe(0)
  expect(withFile.exitCode).toBe(0)
  const refused = await runCommand(started, 'start')
  expect(refused.code).toBe(78)
  expect(refused.complained).toContain('this data was used with a configuration file')
})

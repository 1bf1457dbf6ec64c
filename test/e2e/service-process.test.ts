import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemTimer } from '@overheard/base/clock'
import { withoutProxy } from '@overheard/base/http'
import { openStore } from '@overheard/listen/store/store'
import type { ListeningState } from '@overheard/mention-client/listening-client'
import { expect, it, onTestFinished } from 'vitest'
import { serviceProgram } from '../../src/listening/program.ts'
import { runServiceProcess } from '../../src/listening/service-process.ts'
import type { Log } from '../../src/model/log.ts'
import { emptyFolder } from '../tools/folder.ts'
import { freePort } from '../tools/free-port.ts'

/** The machine may be busy. */
const patient = { firstStart: 120_000, start: 120_000 }

/** Times that make a restart quick, and a check soon. */
const quick = { ...patient, check: 20, answer: 500, settled: 60_000, firstPause: 10, longestPause: 40 }

/** A program that notes each of its starts and then runs `body`. */
function programThat(body: string): { program: string; starts: () => number } {
  const folder = emptyFolder()
  const program = join(folder, 'program.mjs')
  const note = join(folder, 'starts')
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
const { port, token } = JSON.parse(await text(process.stdin))
appendFileSync(${JSON.stringify(note)}, 'x')
const listen = (answer) => createServer(answer).listen(port, '127.0.0.1', () => process.stdout.write('{}\\n'))
process.once('disconnect', () => process.exit(0))
${body}`,
  )
  return { program, starts: () => (existsSync(note) ? readFileSync(note, 'utf8').length : 0) }
}

/** Its methods need their object, as those of pino do. */
class TestLog implements Log {
  readonly lines: { fields: object; sentence: string }[] = []
  info(fields: object, sentence: string): void {
    this.lines.push({ fields, sentence })
  }
  warn(fields: object, sentence: string): void {
    this.info(fields, sentence)
  }
  error(fields: object, sentence: string): void {
    this.info(fields, sentence)
  }
}

async function run(
  program: string,
  listen: { port?: number } & Record<string, unknown> = {},
  times: Partial<typeof quick> = patient,
  file = join(emptyFolder(), 'mentions.sqlite'),
  variables: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    SLACK_BOT_TOKEN: 'xoxb-secret',
  },
) {
  const states: ListeningState[] = []
  const log = new TestLog()
  const service = await runServiceProcess({
    program,
    start: {
      listen,
      file,
      token: 'own-token',
      version: '1',
      proxy: withoutProxy,
    },
    variables,
    now: Date.now,
    setTimer: systemTimer,
    log,
    changed: (state) => void states.push(structuredClone(state)),
    times,
  })
  onTestFinished(service.close)
  return { ...service, states, log: log.lines }
}

it('the mention service that the bot runs answers on its own address, with the token of the bot only', async () => {
  const service = await run(serviceProgram, { alerts: [{ name: 'Acme', query: 'acme' }] })
  expect(await service.client.alerts()).toMatchObject([{ name: 'Acme', query: 'acme', isFixed: true }])
  const made = await service.client.add({ name: 'Rivals', query: 'rivals', languages: [] })
  expect(await service.client.add({ name: 'Rivals', query: 'rivals', languages: [] })).toEqual(made)
  await service.client.change(made.id, { name: 'Rivals', query: 'rival*', languages: ['en'] })
  expect(await service.client.alerts()).toMatchObject([
    { name: 'Acme' },
    { name: 'Rivals', query: 'rival*', languages: ['en'], isFixed: false },
  ])
  await expect(service.client.preview({ query: 'acme OR', languages: [] })).rejects.toMatchObject({
    kind: 'bad_parameter',
    detail: expect.stringContaining('A word is missing after OR.'),
  })
  expect((await fetch(`${service.url}/v1.0/listening/alerts?access_token=another`)).status).toBe(401)
  await service.client.remove(made.id)
  expect(await service.client.alerts()).toHaveLength(1)
})

it('the mention service that the bot runs answers on the port of its settings', async () => {
  const port = await freePort()
  const service = await run(serviceProgram, { port })
  expect(service.url).toBe(`http://127.0.0.1:${port}`)
  expect(await service.client.alerts()).toEqual([])
})

it('a mention service that refuses its settings at the first start is not started again', async () => {
  await expect(run(serviceProgram, { sources: { news: { locales: ['nowhere'] } } })).rejects.toMatchObject({
    name: 'ServiceRefusedError',
    message: expect.stringContaining('news.locales'),
  })
})

it('a mention service that cannot use its file keeps nobody from starting, and runs when it can', async () => {
  const file = join(emptyFolder(), 'mentions.sqlite')
  const orphan = openStore(file)
  const service = await run(serviceProgram, {}, { ...patient, firstPause: 10, longestPause: 40 }, file)
  expect(service.state()).toMatchObject({
    ...{
      isRunning: false,
      failures: 1,
      lastEnd: `exit code 1: Another process uses ${file}. Stop it first.`,
    },
  })
  orphan.close()
  await expect.poll(() => service.state().isRunning).toBe(true)
})

it('a mention service whose process cannot be made ends nobody, and runs when it can', async () => {
  const { program } = programThat(`listen((_request, response) => response.end('{"channels":[]}'))`)
  const impossible = 'not\0possible'
  const variables = { PATH: impossible }
  const service = await run(program, {}, quick, undefined, variables)
  expect(service.state()).toMatchObject({ isRunning: false, lastEnd: expect.stringContaining('null bytes') })
  await expect.poll(() => service.state().failures).toBeGreaterThanOrEqual(2)
  variables.PATH = process.env.PATH ?? ''
  await expect.poll(() => service.state().isRunning).toBe(true)
})

it('a mention service that ends is started again at the same address, and its end is counted', async () => {
  const { program, starts } = programThat(`
process.stderr.write('the disk is on fire\\n')
listen((_request, response) => { response.end('{"channels":[]}'); setTimeout(() => process.exit(3), 5) })`)
  const service = await run(program, {}, quick)
  await expect.poll(starts, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
  expect(service.states).toContainEqual(expect.objectContaining({ isRunning: false, failures: 2 }))
  // On a busy machine one of its ends can come from a late answer.
  expect(service.states).toContainEqual(
    expect.objectContaining({ isRunning: false, lastEnd: 'exit code 3: the disk is on fire' }),
  )
  expect(service.log).toContainEqual({
    fields: { of: 'mention service' },
    sentence: 'the disk is on fire',
  })
})

it('a mention service that stops answering is killed and started again', async () => {
  const { program, starts } = programThat('listen(() => undefined)')
  const service = await run(program, {}, quick)
  await expect.poll(starts, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
  expect(service.states.findLast(({ lastEnd }) => lastEnd !== undefined)?.lastEnd).toBe('it did not answer')
})

it('the mention service sees no token of Slack', async () => {
  const { program } = programThat(`
process.stderr.write(JSON.stringify(Object.keys(process.env).filter((name) => name.startsWith('SLACK'))) + '\\n')
listen((_request, response) => response.end('{"channels":[]}'))`)
  const { log } = await run(program, {}, quick)
  await expect.poll(() => log.map(({ sentence }) => sentence), { timeout: 20_000 }).toContain('[]')
})

it('the mention service listens for something else at the same address, and keeps its settings if it refuses the changed ones', async () => {
  const alerts = (query: string): { port?: number } & Record<string, unknown> => ({
    alerts: [{ name: 'Acme', query }],
  })
  const service = await run(serviceProgram, alerts('acme'))
  await service.change(alerts('acmehq'), {})
  expect(await service.client.alerts()).toMatchObject([{ name: 'Acme', query: 'acmehq' }])
  const refused = { ...alerts('nothing'), sources: { news: { locales: ['nowhere'] } } }
  await service.change(refused, {})
  expect(await service.client.alerts()).toMatchObject([{ name: 'Acme', query: 'acmehq' }])
  expect(service.log.map(({ sentence }) => sentence)).toContain(
    'the mention service refuses the changed settings, and goes on with those before',
  )
  expect(service.state()).toMatchObject({ isRunning: true, failures: 0 })
})

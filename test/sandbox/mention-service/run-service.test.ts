import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { noon } from '../../../packages/listen/test/api/start-service.ts'
import { DataFileError } from '../../../sandbox/mention-service/data-file.ts'
import { type RunOptions, runService } from '../../../sandbox/mention-service/run-service.ts'

async function run(options: Partial<RunOptions>) {
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const service = await runService({
    port: 0,
    print: (line) => lines.push(line),
    now: () => noon,
    setTimer(run) {
      waiting.add(run)
      return () => waiting.delete(run)
    },
    ...options,
  })
  onTestFinished(service.close)
  return { ...service, lines, waiting }
}

async function dataFile(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mentions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'data.jsonl'), text)
  return path.join(folder, 'data.jsonl')
}

const alert = '{"alert": {"alert_id": 4, "alert_name": "Given"}}\n'

it('with a data file, the embedded mention service accepts only the given token and generates no mentions', async () => {
  const { url, lines, waiting } = await run({ data: await dataFile(alert), token: 'T' })
  const good = await fetch(`${url}/v1.0/alerts/list?access_token=T`)
  expect(await good.json()).toMatchObject({ alerts: [{ alert_id: 4, alert_name: 'Given' }] })
  expect((await fetch(`${url}/v1.0/alerts/list?access_token=U`)).status).toBe(401)
  expect(lines[0]).toMatch(url)
  expect(lines.join('\n')).toMatch('Given (mentions, 4): 0 mentions')
  expect(waiting.size).toBe(0)
})

it('without a data file, the embedded mention service accepts any token and generates mentions until it closes', async () => {
  const { url, waiting, mentionStore, close } = await run({})
  expect((await fetch(`${url}/v1.0/alerts/list?access_token=anything`)).status).toBe(200)
  expect((await fetch(`${url}/v1.0/alerts/list`)).status).toBe(401)
  expect(mentionStore.alerts()).toHaveLength(3)
  expect(waiting.size).toBe(1)
  await close()
  expect(waiting.size).toBe(0)
})

it('the embedded mention service has the control interface only if the control interface is switched on', async () => {
  const [open, shut] = [await run({ control: true }), await run({})]
  expect((await fetch(`${open.url}/_control/counters`)).status).toBe(200)
  expect((await fetch(`${shut.url}/_control/counters`)).status).toBe(404)
})

it('the embedded mention service does not start with a bad data file or on a port that is in use', async () => {
  await expect(run({ data: await dataFile('x\ny') })).rejects.toThrow(DataFileError)
  const { url } = await run({ data: await dataFile(alert) })
  await expect(run({ data: await dataFile(alert), port: Number(new URL(url).port) })).rejects.toThrow(
    'EADDRINUSE',
  )
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { emptyFolder } from '../tools/folder.ts'
import { programOf } from '../tools/program.ts'

const program = programOf('packages/listen/src/mention-service.ts')
const token = 'process-token'

/** Starts the mention service as a process. `address` resolves when it can be asked. */
function start(
  file: string,
  listen: object = { alerts: [{ name: 'Acme', query: 'acme' }] },
  variables: Record<string, string> = {},
) {
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const proxy = { httpProxy: '', httpsProxy: '', noProxy: '' }
  child.stdin?.end(JSON.stringify({ listen, file, port: 0, token, version: '1', proxy, variables }))
  let log = ''
  child.stderr?.on('data', (chunk) => {
    log += String(chunk)
  })
  const address = new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(JSON.parse(String(chunk)).url))
    child.once('close', () => reject(new Error(`The process ended: ${log}`)))
  })
  // Not every test waits for it.
  address.catch(() => undefined)
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }
  return { child, address, end, log: () => log }
}

it('the mention service as a process answers requests, ends with SIGTERM, and knows its alerts again after a SIGKILL', async () => {
  const file = `${emptyFolder()}/mentions.sqlite`
  const first = start(file)
  const made = await fetch(`${await first.address}/v1.0/listening/alerts?access_token=${token}`, {
    method: 'POST',
    body: JSON.stringify({ name: 'Rivals', query: 'rivals' }),
  })
  expect(made.status).toBe(200)
  for (const name of [file, `${file}-wal`]) expect(statSync(name).mode & 0o777).toBe(0o600)
  await first.end('SIGKILL')
  const second = start(file)
  const listed = await fetch(`${await second.address}/v1.0/alerts/list?access_token=${token}`)
  expect(await listed.json()).toMatchObject({ alerts: [{ alert_name: 'Acme' }, { alert_name: 'Rivals' }] })
  expect(await second.end('SIGTERM')).toBe(0)
})

it('the mention service as a process ends with code 78 and a sentence for each unusable setting', async () => {
  const { child, log } = start(`${emptyFolder()}/mentions.sqlite`, {
    alerts: [{ name: 'Acme', query: 'acme OR' }],
    keep: 'long',
  })
  await once(child, 'close')
  expect(child.exitCode).toBe(78)
  expect(log()).toMatch(/listen\.alerts\.0\.query.*missing after OR/)
  expect(log()).toMatch(/listen\.keep.*400d/)
})

it('the mention service as a process takes secrets of its sources from variables, and names one that is missing', async () => {
  const listen = {
    alerts: [{ name: 'Acme', query: 'acme' }],
    sources: { intake: { senders: { shop: { tokenEnv: 'SHOP_TOKEN' } } } },
  }
  const secret = 'a-token-of-24-characters-'
  const given = start(`${emptyFolder()}/mentions.sqlite`, listen, { SHOP_TOKEN: secret })
  const sent = await fetch(`${await given.address}/v1.0/intake`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ url: 'https://shop.example/1', text: 'Acme works' }),
  })
  expect(await sent.json()).toEqual({ accepted: 1, duplicates: 0, rejected: [] })
  const missing = start(`${emptyFolder()}/mentions.sqlite`, listen)
  await once(missing.child, 'close')
  expect(missing.child.exitCode).toBe(78)
  expect(missing.log()).toContain(
    'intake.senders.shop.tokenEnv: the environment variable SHOP_TOKEN is missing',
  )
  expect(missing.log()).not.toContain(secret)
})

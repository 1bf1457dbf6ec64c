import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { channel, createWorld, onPostgres, program, type World } from '../tools/e2e/bot-world.ts'
import { onSmallDisk, smallDisk, whyNoDisk } from '../tools/small-disk.ts'

/** The real bot on a real disk that is full. */

const configuration = {
  doubtSeconds: 1,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

let world: World | undefined
afterEach(() => world?.close())

function run({ environment }: World, command: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, command], { env: environment }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), output: out + err }),
    )
  })
}

const logLine = z.object({ url: z.string() })

describe.skipIf(onPostgres || whyNoDisk !== undefined)(onSmallDisk('a full disk'), () => {
  it('makes /readyz and the doctor say so while the bot runs, and both are well again when there is room', async () => {
    const { folder, fill, makeRoom } = smallDisk()
    const started = await createWorld({ configuration, environment: { DATA_DIR: join(folder, 'data') } })
    world = started
    started.start()
    await started.until('the initial sync', () => started.watches())
    const line = started
      .output()
      .split('\n')
      .find((text) => text.includes('Overheard is running'))
    const { url } = logLine.parse(JSON.parse(line ?? '{}'))
    const isReady = async (status: number, metric: string) => {
      expect((await fetch(`${url}/readyz`)).status).toBe(status)
      expect(await (await fetch(`${url}/metrics`)).text()).toContain(metric)
    }
    const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 200_000, interval: 500 })
    await eventually(() => isReady(200, '\noverheard_ready 1\n'))
    const calm = await run(started, 'doctor')
    expect(calm.output).toMatch(/is in use: the bot is running .*\. \d+ kB are free on its disk\./)
    expect(calm.output).toMatch(/! Only \d+ kB are free on its disk\.\n +→ Make room/)
    fill()
    await eventually(() => isReady(503, '\noverheard_ready 0\n'))
    const full = await run(started, 'doctor')
    expect(full.output).toContain(
      `✗ The folder ${join(folder, 'data')} (DATA_DIR) cannot be written: the disk is full.\n    → Make room on its disk.`,
    )
    expect(full.code).toBe(1)
    makeRoom()
    await eventually(() => isReady(200, '\noverheard_ready 1\n'))
    expect(await started.end('SIGTERM')).toBe(0)
  })

  it('ends the start with a sentence that names the folder, and with a code after which systemd tries again', async () => {
    const { folder, fill } = smallDisk()
    fill()
    const started = await createWorld({ configuration, environment: { DATA_DIR: join(folder, 'data') } })
    world = started
    const { code, output } = await run(started, 'start')
    expect([code, output.split('\n').findLast((text) => text !== '')]).toEqual([
      1,
      `The folder ${join(folder, 'data')} (DATA_DIR) cannot be written: the disk is full.`,
    ])
  })
})

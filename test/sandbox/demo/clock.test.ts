import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { demoConfiguration, demoSubscriptions } from '../../../sandbox/demo/configuration.ts'
import { createDemoClock } from '../../../sandbox/demo/demo-clock.ts'
import { savedClockOffset } from '../../../sandbox/demo/saved-demo.ts'

const hour = 60 * 60_000

describe('the clock of the demo', () => {
  it('is ahead of the machine’s clock by the skipped time', () => {
    const clock = createDemoClock(() => 1000, 2 * hour)
    clock.advance(hour)
    expect(clock.now()).toBe(1000 + 3 * hour)
    expect(clock.offsetMs()).toBe(3 * hour)
  })

  it('continues with the offset that the demo’s folder stores, and with none if the offset is missing or damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'overheard-clock-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    expect(await savedClockOffset(folder)).toBe(0)
    await writeFile(join(folder, 'clock'), String(hour))
    expect(await savedClockOffset(folder)).toBe(hour)
    await writeFile(join(folder, 'clock'), 'damaged')
    expect(await savedClockOffset(folder)).toBe(0)
  })

  it('shifts the current time of a process that loads it, and does not change explicit dates', async () => {
    const script = `
      const date = new Date()
      console.log(JSON.stringify({
        now: Date.now(), date: date.getTime(), given: new Date(5).getTime(), utc: Date.UTC(2026, 0, 1),
        isDate: date instanceof Date, child: new (class extends Date {})().getTime(),
      }))`
    const preload = new URL('../../../sandbox/demo/shift-clock.js', import.meta.url).href
    const before = Date.now()
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', preload, '--eval', script], {
      env: { ...process.env, DEMO_CLOCK_OFFSET_MS: String(hour) },
    })
    const after = Date.now()
    const shown = JSON.parse(stdout)
    for (const time of [shown.now, shown.date, shown.child]) {
      expect(time).toBeGreaterThanOrEqual(before + hour)
      expect(time).toBeLessThanOrEqual(after + hour)
    }
    expect(shown).toMatchObject({ given: 5, utc: Date.UTC(2026, 0, 1), isDate: true })
  })
})

it('the demo’s configuration has the digest “weekly”, or a weekly digest at the time that a button of the demo sets', () => {
  const addresses = { page: 'http://127.0.0.1:4280', receiver: 'http://127.0.0.1:4281' }
  const slotAt = Date.UTC(2026, 10, 20, 14, 7)
  const digestOf = ({ digests: [digest] = [] }: ReturnType<typeof demoConfiguration>) => digest
  expect(digestOf(demoConfiguration(demoSubscriptions, addresses, slotAt))).toMatchObject({ name: 'weekly' })
  expect(
    digestOf(demoConfiguration(demoSubscriptions, addresses, slotAt, { name: 'weekly 2', slotAt })),
  ).toMatchObject({
    name: 'weekly 2',
    schedule: '7 14 * * 5',
  })
})

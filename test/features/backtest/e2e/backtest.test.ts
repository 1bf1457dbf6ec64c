import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { spikeCardRecordSchema } from '../../../../src/model/spike-card.ts'
import { openFolder } from '../../../../src/store/file/open-folder.ts'
import { alertId, createWorld, program, type World } from '../../../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const hour = 3_600_000

const acme = { name: 'acme', alert: 'Acme brand', channel: '#brand', except: { source: ['youtube'] } }

/** A service with 700 mentions of the last week: every tenth is from youtube, and one title contains a terminal escape sequence. */
async function aWeek(): Promise<World> {
  const started = await createWorld({
    configuration: { subscriptions: [acme, { ...acme, name: 'lost', alert: 'No such alert' }] },
  })
  world = started
  for (let id = 1; id <= 700; id++) {
    started.add(id, {
      date: Date.now() - (700.5 - id) * 0.2 * hour,
      source: id % 10 === 0 ? 'youtube' : 'web',
      reach: id,
      // The same address again, some pages later.
      url: `https://news.example/${id === 691 ? 5 : id}`,
      title: id === 699 ? 'Acme \u001b[2J wins' : `Acme in the news, ${id}`,
    })
  }
  started.add(701, { date: Date.now() - 40 * 24 * hour })
  return started
}

/** Runs the real command, without any Slack variable. */
async function backtest({ environment }: World, args: string[], more: Record<string, string> = {}) {
  const { MENTIONS_API_URL, MENTIONS_API_TOKEN, CONFIG_FILE, PATH } = environment
  const env = { MENTIONS_API_URL, MENTIONS_API_TOKEN, CONFIG_FILE, PATH, ...more }
  const running = spawn(process.execPath, [program, 'backtest', ...args], { env })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    running[stream].on('data', (chunk) => {
      printed[stream] += chunk
    })
  }
  await once(running, 'close')
  return { code: running.exitCode, ...printed }
}

it('npm run backtest reports what would have been posted, what each rule skips, and which alert is missing', async () => {
  const { code, stdout, stderr } = await backtest(await aWeek(), ['--days', '7'])
  expect(stdout).toContain('700 mentions: 630 posted in 630 messages')
  expect(stdout).toMatch(/70 {2}skipped by except\.source/)
  expect(stdout).toContain("! lost: no single alert 'No such alert'")
  expect(stdout).toMatch(/699 {2}Acme \[2J wins/)
  expect(stdout).not.toContain('\u001b')
  expect(stdout).toContain('Spikes in the last 30 days: 0 called by the rule (normal)')
  expect(stdout).toContain('is unknown. There is no folder')
  // The rule for spikes learns from the mentions of 60 days.
  expect(stderr).toContain('Acme brand: 701 of')
  expect(code).toBe(0)
})

it('npm run backtest calls the spikes of the past, and says how many were posted and led by somebody', async () => {
  const started = await createWorld({
    configuration: { subscriptions: [acme, { ...acme, name: 'off', spike: 'off' }] },
  })
  world = started
  const dates = Array.from({ length: 400 }, (_, index) => Date.now() - (400.5 - index) * 3 * hour)
  const spike = Array.from({ length: 60 }, (_, index) => Date.now() - 100 * hour + index * 10_000)
  for (const [index, date] of [...dates, ...spike].sort((a, b) => a - b).entries())
    started.add(index + 1, { date, source: 'web' })
  const place = { channel: 'C1', ts: `${Date.now() / 1000 - 100 * 3600}` }
  const lead = { user: 'U1', by: 'Ben', at: Date.now() }
  const shown = { kind: 'interrupted' as const, spike: { alertName: 'Acme brand', endedAt: Date.now() } }
  const DATA_DIR = join(started.folder, 'state')
  const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }
  const store = await openFolder(DATA_DIR, deps)
  await store.messages('spike-cards', spikeCardRecordSchema).add(place, {
    ...{
      ...place,
      subscription: 'acme',
      alert: alertId,
      mark: '',
      shown,
      note: { lead },
      at: Date.now(),
    },
  })
  await store.close()
  const { stdout } = await backtest(started, ['--json', '--days', '2'], { DATA_DIR })
  const { tallies } = JSON.parse(stdout)
  expect(tallies).toMatchObject([
    {
      name: 'acme',
      mentions: 15,
      spikes: { days: 30, learnedDays: 20, posted: { kind: 'known', spikes: 1, led: 1 } },
    },
    { name: 'off' },
  ])
  expect(tallies[0].spikes.called).toHaveLength(1)
  expect(tallies[1]).not.toHaveProperty('spikes')
  const { stdout: without, stderr } = await backtest(started, ['--no-spikes', '--days', '2'])
  expect(without).not.toContain('Spikes')
  expect(stderr).toContain('Acme brand: 15 of')
})

it('npm run backtest recognises a duplicate of a mention that it read some pages earlier', async () => {
  const started = await aWeek()
  writeFileSync(
    started.environment.CONFIG_FILE ?? '',
    stringify({ subscriptions: [{ ...acme, dedupe: 'story' }] }),
  )
  const { stdout } = await backtest(started, ['--days', '7'])
  expect(stdout).toContain('700 mentions: 629 posted')
  expect(stdout).toMatch(/1 {2}skipped by duplicate\.address/)
})

it('npm run backtest --compare shows the difference to another configuration, also as JSON', async () => {
  const started = await aWeek()
  const other = join(started.folder, 'other.yaml')
  const changed = { ...acme, schedule: '0 * * * *', burst: 3, except: { source: ['web'] } }
  writeFileSync(other, stringify({ subscriptions: [changed] }))
  const { stdout } = await backtest(started, ['--compare', other])
  expect(stdout).toContain('acme: 630 → 70 posted')
  expect(stdout).toContain('70 more, 630 fewer')
  const { stdout: json } = await backtest(started, ['--compare', other, '--json', '--days', '2'])
  expect(JSON.parse(json)).toMatchObject({
    days: 2,
    tallies: [{ name: 'acme', mentions: 240 }],
    differences: [{ name: 'acme', gained: { count: 24 }, lost: { count: 216 } }],
  })
})

it.skipIf(!existsSync('/dev/full'))(
  'npm run backtest exits with 1 and says why if its output cannot be written because the disk is full',
  async () => {
    const { environment } = await aWeek()
    const full = openSync('/dev/full', 'w')
    const running = spawn(process.execPath, [program, 'backtest', '--json'], {
      env: environment,
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    let said = ''
    running.stderr?.on('data', (chunk) => {
      said += chunk
    })
    await once(running, 'close')
    expect(said).toMatch(/The output could not be written: the disk is full\.\n$/)
    expect(running.exitCode).toBe(1)
  },
)

it('npm run backtest exits with 78 if the configuration file or the token is missing, and with 1 if the mention service refuses the token', async () => {
  const started = await aWeek()
  expect((await backtest(started, ['--config', 'nowhere.yaml'])).code).toBe(78)
  const withoutToken = { ...started, environment: { ...started.environment, MENTIONS_API_TOKEN: '' } }
  const missing = await backtest(withoutToken, [])
  expect(missing.stderr).toContain('MENTIONS_API_TOKEN: missing')
  expect(missing.code).toBe(78)
  const wrong = { ...started, environment: { ...started.environment, MENTIONS_API_TOKEN: 'wrong' } }
  expect((await backtest(wrong, [])).code).toBe(1)
})

import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { channel, createWorld, type World } from '../../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const logLine = z.object({ url: z.string() })

/** Starts the bot and waits until it has posted one mention; returns the base URL of its status pages. */
async function running(): Promise<{ world: World; url: string }> {
  const started = await createWorld({
    configuration: {
      polling: { requestsPerMinute: 90 },
      subscriptions: [
        {
          name: 'acme',
          alert: 'Acme brand',
          channel,
          schedule: '* * * * * *',
          except: { source: ['youtube'] },
        },
      ],
    },
  })
  world = started
  started.start()
  await started.until('the initial sync', () => started.watches())
  started.add(101)
  started.add(102, { source: 'youtube' })
  await started.until('a card', () => started.ids().includes('101'))
  return { world: started, url: logLine.parse(JSON.parse(lineOf(started))).url }
}

/** The log lines of a running bot. */
function lineOf(started: World): string {
  const lines = started.output().split('\n')
  return lines.find((text) => text.includes('Overheard is running')) ?? '{}'
}

/** The metrics when both posts are committed and their poll has ended. */
const finalOutcomes = [
  'outcome="posted",reason="passed"} 1',
  'outcome="skipped",reason="except"} 1',
  'ended="done"',
]

/** Reads the metrics until both posts are committed: a card is visible before that. */
function finalMetrics(url: string): Promise<{ type: string | null; text: string }> {
  const ask = async () => {
    const response = await fetch(`${url}/metrics`)
    const text = await response.text()
    for (const words of finalOutcomes) expect(text).toContain(words)
    return { type: response.headers.get('content-type'), text }
  }
  return vi.waitFor(ask, { timeout: 200_000 })
}

it('/metrics has the counts for Prometheus, without any token or text of a mention', async () => {
  const { world, url } = await running()
  const { type, text } = await finalMetrics(url)
  expect(type).toContain('text/plain')
  const count = (start: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(start))
        ?.split(' ')
        .at(-1),
    )
  expect(count('overheard_subscription_runs_total{ended="done"}')).toBeGreaterThan(0)
  expect(count('overheard_poll_duration_seconds_count')).toBeGreaterThan(0)
  expect(count('overheard_post_duration_seconds_count{carries="mentions",outcome="delivered"}')).toBe(2)
  expect(count('overheard_receipt_lookups_total{ended="seen"}')).toBeGreaterThan(0)
  expect(
    count('overheard_service_request_duration_seconds_count{priority="poll",outcome="answered"}'),
  ).toBeGreaterThan(0)
  expect(count('overheard_service_requests_left')).toBeLessThan(84)
  expect(
    count('overheard_store_write_duration_seconds_count{kind="checkpoint",ended="kept"}'),
  ).toBeGreaterThan(2)
  expect(count('overheard_problems')).toBe(0)
  expect(count('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  for (const secret of [world.environment.MENTIONS_API_TOKEN, 'xoxb-', 'xapp-', 'news.example', 'youtube'])
    expect(text).not.toContain(secret)
})

it('the status page and its JSON show that all is well, or what to do about a problem', async () => {
  const { world, url } = await running()
  const page = () => fetch(`${url}/status`, { headers: { accept: 'text/html,application/xhtml+xml' } })
  const calm = await page()
  expect(calm.status).toBe(200)
  expect(calm.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await calm.text()).toContain('All is well')

  world.slack.control.revokeToken('bot')
  world.add(103)
  await world.until('the problem in the log', () => world.output().includes('Slack refuses every message'))
  const machines = await fetch(`${url}/status`)
  expect(machines.status).toBe(200)
  expect(await machines.json()).toMatchObject({ ok: false, problems: [{ code: 'token_revoked' }] })
  const withProblem = await (await page()).text()
  expect(withProblem).toContain('What to do:')
  expect(withProblem).toContain('replace SLACK_BOT_TOKEN')
})

it('mentions that quiet hours hold are counted in /metrics and explained by /mentions status', async () => {
  const hour = (away: number) => `${new Date(Date.now() + away * 3_600_000).toISOString().slice(11, 13)}:00`
  const quiet = { from: hour(-1), to: hour(2), timezone: 'UTC' }
  const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *', quiet }
  const started = await createWorld({ configuration: { openFor: '14d', subscriptions: [subscription] } })
  world = started
  started.start()
  await started.until('the initial sync', () => started.watches())
  // A key by its former name is told in the log and on the status page.
  expect(started.output().split('is now called `staysOpen`')).toHaveLength(2)
  started.add(101)
  const url = logLine.parse(JSON.parse(lineOf(started))).url
  const waits = async () =>
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(
      'overheard_mentions_waited_total{reason="quiet"} 1',
    )
  await vi.waitFor(waits, { timeout: 200_000 })
  expect(await (await fetch(`${url}/status`)).json()).toMatchObject({
    warnings: [{ whatToDo: expect.stringContaining('`staysOpen`') }],
  })
  const answers = () => started.slack.state.ephemerals.map(({ message }) => message.text)
  await started.slack.people.runCommand({ user: 'U0000000ANA', channel, line: '/mentions why 101' })
  await started.until('an answer', () => answers().length > 0)
  expect(answers().at(-1)).toMatch(
    /^.*\nYour alert “Acme brand” matched .*\nWaiting since .*, because these are quiet hours until .*\.$/,
  )
})

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { startReceiver } from '../../sandbox/webhook-receiver.ts'
import { channel, createWorld, endOf, type World } from '../tools/e2e/bot-world.ts'
import { freePort } from '../tools/free-port.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

/** A real Prometheus asks a real bot, with the rules and the dashboard of deploy/. All tests share one bot, and each problem is ended. */

const rulesFile = 'deploy/prometheus/overheard.rules.yml'
const rulesSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const rules = rulesSchema.parse(parse(readFileSync(rulesFile, 'utf8'))).groups.flatMap((group) => group.rules)
const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})
const { panels } = dashboardSchema.parse(JSON.parse(readFileSync('deploy/grafana/overheard.json', 'utf8')))

const scrapeSchema = z.object({
  scrape_configs: z.array(z.object({ authorization: z.object({ credentials_file: z.string() }) })),
})

const statusToken = 'a-long-status-token'
const webhookSecret = `whsec_${Buffer.alloc(24).toString('base64')}`

const hasPrometheus = ['prometheus', 'promtool'].every(
  (program) => spawnSync(program, ['--version']).status === 0,
)

/** Passes connections on to a PostgreSQL. While `setAway(true)` holds, it breaks every connection. */
async function startRelay(database: string) {
  const { hostname, port } = new URL(database)
  const sockets = new Set<Socket>()
  let isAway = false
  const relay = createServer((socket) => {
    if (isAway) return void socket.destroy()
    const further = connect(Number(port), hostname)
    for (const one of [socket, further]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.once('close', () => {
        for (const each of [socket, further]) sockets.delete(each.destroy())
      })
    }
    socket.pipe(further).pipe(socket)
  })
  const ownPort = await freePort()
  relay.listen(ownPort, '127.0.0.1')
  await once(relay, 'listening')
  return {
    url: Object.assign(new URL(database), { port: String(ownPort) }).href,
    setAway(away: boolean) {
      isAway = away
      if (away) for (const socket of sockets) socket.destroy()
    },
    close: () => relay.close(),
  }
}

describe.skipIf(!hasPrometheus)('a Prometheus (of the package prometheus) that asks a running bot', () => {
  let postgres: PostgresServer
  let database: Awaited<ReturnType<typeof startRelay>>
  let world: World
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let prometheus: ChildProcess
  let url: string
  let port: number

  beforeAll(async () => {
    receiver = await startReceiver({ secret: webhookSecret })
    port = await freePort()
    postgres = await startPostgres()
    database = await startRelay(await postgres.database())
    const environment = {
      PORT: String(port),
      STATUS_TOKEN: statusToken,
      WEBHOOK_SECRET: webhookSecret,
      DATABASE_URL: database.url,
    }
    world = await createWorld({
      environment,
      configuration: {
        plan: { monthlyMentions: 1000 },
        webhooks: [{ url: receiver.url, secretEnv: 'WEBHOOK_SECRET', allowPrivate: true }],
        subscriptions: [
          {
            ...{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' },
            except: { source: ['youtube'] },
          },
        ],
      },
    })
    world.start()
    const at = `127.0.0.1:${await freePort()}`
    url = `http://${at}`
    // All alerts fire at once, and rates need a few seconds only.
    const hasty = readFileSync(rulesFile, 'utf8').replace(/for: \d+m/g, 'for: 0s')
    writeFileSync(join(world.folder, 'rules.yml'), hasty)
    const [example] = scrapeSchema.parse(
      parse(readFileSync('deploy/prometheus/prometheus.yml', 'utf8')),
    ).scrape_configs
    const authorization = example?.authorization
    writeFileSync(join(world.folder, authorization?.credentials_file ?? ''), statusToken)
    const scrape = {
      job_name: 'overheard',
      authorization,
      static_configs: [{ targets: [`127.0.0.1:${port}`] }],
    }
    const configuration = {
      global: { scrape_interval: '500ms', scrape_timeout: '500ms', evaluation_interval: '500ms' },
      rule_files: ['rules.yml'],
      scrape_configs: [scrape],
    }
    writeFileSync(join(world.folder, 'prometheus.yml'), JSON.stringify(configuration))
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(world.folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(world.folder, 'tsdb')}`,
        `--web.listen-address=${at}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    )
    await world.until('the initial sync', () => world.watches())
  })
  afterAll(async () => {
    await endOf(prometheus, 'SIGKILL')
    await world.close()
    await receiver.close()
    database.close()
    await postgres.stop()
  })

  /** Adds a mention and waits until it is posted. */
  async function bring(id: number): Promise<void> {
    world.add(id, { date: Date.now() - 60_000 })
    await world.until(`mention ${id}`, () => world.ids().includes(String(id)))
  }

  async function ask(path: string): Promise<unknown> {
    const answer = await fetch(`${url}/api/v1/${path}`).catch(() => undefined)
    return answer?.json()
  }

  const resultSchema = z.object({
    data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
  })
  /** True if an expression is correct and has a value that is a number. */
  async function hasData(expr: string): Promise<boolean> {
    const answer = resultSchema.safeParse(await ask(`query?query=${encodeURIComponent(expr)}`))
    return answer.data?.data.result.some(({ value }) => value[1] !== 'NaN') ?? false
  }

  const alertsSchema = z.object({
    data: z.object({
      alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })),
    }),
  })
  /** The names of the alerts that fire. */
  async function firing(): Promise<string[]> {
    const answer = alertsSchema.safeParse(await ask('alerts'))
    return (answer.data?.data.alerts ?? []).map(({ labels }) => labels.alertname ?? '').toSorted()
  }

  it('fires an alert for an archived channel, a used-up plan and a webhook whose receiver fails', async () => {
    await expect.poll(() => hasData('overheard_ready == 1')).toBe(true)
    await expect.poll(firing).toEqual([])
    receiver.answerWith((response) => void response.writeHead(500).end())
    world.mentionStore.setLimit({ reached: true, renewsAt: Date.now() + 86_400_000 })
    world.add(102, { source: 'youtube' })
    // The bot measures no delay of a mention if the poll before failed, and a rate needs values before and after an increase.
    let id = 103
    await expect
      .poll(async () => {
        await bring(id++)
        return hasData('rate(overheard_mention_delay_seconds_count{where="ours"}[10m]) > 0')
      })
      .toBe(true)
    await world.slack.people.changeChannel({ do: 'archive', channel })
    world.add(1000)
    await expect
      .poll(firing)
      .toEqual(['OverheardPlanRunsOut', 'OverheardSubscriptionStopped', 'OverheardWebhookStuck'])
  })

  it('gets data for every expression of the dashboard, and for the delays and lags that alerts compare', async () => {
    const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const compared = rules.filter(({ expr }) => expr.endsWith(' > 300'))
    expect(compared).toHaveLength(2)
    const expressions = [...shown, ...compared.map(({ expr }) => expr.replace(/ > 300$/, ' >= 0'))]
    await expect
      .poll(async () => {
        const answers = await Promise.all(
          expressions.map(async (expr) => ({
            expr,
            hasData: await hasData(expr.replace(/\$__rate_interval|30m/, '10m')),
          })),
        )
        return answers.filter((answer) => !answer.hasData)
      })
      .toEqual([])
  })

  it('finds no fault in the page of metrics, by promtool check metrics', async () => {
    const headers = { authorization: `Bearer ${statusToken}` }
    const input = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input,
      encoding: 'utf8',
    })
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('fires no alert after the channel, the plan and the receiver were repaired', async () => {
    receiver.answerWith(undefined)
    world.mentionStore.setLimit({ reached: false })
    await world.slack.people.changeChannel({ do: 'unarchive', channel })
    await expect.poll(firing).toEqual([])
    await world.until('mention 1000', () => world.ids().includes('1000'))
  })

  it('fires an alert while the database is away, and none when it is back', async () => {
    database.setAway(true)
    await expect.poll(firing).toContain('OverheardNotReady')
    await expect.poll(() => hasData('overheard_open_problems{kind="database"}')).toBe(true)
    database.setAway(false)
    await expect.poll(firing).toEqual([])
    await bring(1001)
  })

  it('fires an alert for a revoked token of Slack, a stopped bot, and a wrong token of the mention service, until both tokens are right', async () => {
    world.slack.control.revokeToken('bot')
    world.add(1002)
    await expect.poll(firing).toEqual(['OverheardSlackRefuses'])
    await world.end('SIGTERM')
    await expect.poll(firing).toContain('OverheardDown')
    world.slack.control.replaceToken('bot', 'xoxb-new')
    const { MENTIONS_API_TOKEN: right } = world.environment
    Object.assign(world.environment, { SLACK_BOT_TOKEN: 'xoxb-new', MENTIONS_API_TOKEN: 'wrong' })
    world.start()
    await expect.poll(firing).toEqual(['OverheardMentionServiceFails'])
    await world.end('SIGTERM')
    Object.assign(world.environment, { MENTIONS_API_TOKEN: right })
    world.start()
    await expect.poll(firing).toEqual([])
    await world.until('mention 1002', () => world.ids().includes('1002'))
  })
})

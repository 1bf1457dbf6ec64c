import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import {
  channel,
  createWorld,
  onPostgres,
  program,
  type World,
  type WorldOptions,
} from '../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const subscription = { name: 'acme', alert: 'Acme brand', channel: '#brand-watch' }

async function newWorld(options: Partial<WorldOptions> = {}): Promise<World> {
  world = await createWorld({ configuration: { subscriptions: [subscription] }, ...options })
  return world
}

/** Runs the real command; returns its output and its exit code. */
async function doctor({ environment }: World, args: string[] = []) {
  const running = spawn(process.execPath, [program, 'doctor', ...args], { env: environment })
  let output = ''
  running.stdout.on('data', (chunk) => {
    output += chunk
  })
  running.stderr.on('data', (chunk) => {
    output += chunk
  })
  await once(running, 'close')
  return { code: running.exitCode, output }
}

it('npm run doctor finds no problem if everything works, and lists what it checked', async () => {
  const { code, output } = await doctor(await newWorld())
  expect(output).toContain('It answers, accepts the token and has one alert.')
  expect(output).toContain('Found 1 of the 1 that are named.')
  expect(output).toContain('@overheard in the workspace Overheard demo')
  expect(output).toContain('It has every permission.')
  expect(output).toContain('Socket Mode: Slack opens a connection')
  expect(output).toContain('#brand-watch: the bot is in it and can read its receipts.')
  expect(output).toContain('Slack does not limit this app: about fifty history calls a minute.')
  expect(output).toContain('Our clock agrees with that of the mention service.')
  expect(output).toContain('Our clock agrees with that of Slack.')
  expect(output).toContain(onPostgres ? 'The database answers.' : 'does not exist yet. The bot makes it')
  expect(output).toContain('No problems found.')
  expect(code).toBe(0)
})

it('npm run doctor reports several faults in one run', async () => {
  const started = await newWorld({
    configuration: {
      openFor: '14d',
      subscriptions: [
        { ...subscription, alert: 'No such alert' },
        { ...subscription, name: 'lost', channel: '#nowhere' },
      ],
      digests: [{ name: 'weekly', alerts: ['Acme brand'], channel: '#general' }],
    },
  })
  started.slack.control.revokeToken('app')
  const { code, output } = await doctor(started)
  expect(output).toMatch(/acme \(line \d+\): There is no alert 'No such alert'\./)
  expect(output).toContain("There are: 'Acme brand'.")
  expect(output).toContain('#nowhere: Slack shows the bot no such channel.')
  expect(output).toContain('Replace SLACK_APP_TOKEN')
  expect(output).toContain('#general: the bot is in it')
  expect(output).toContain('which is now called `staysOpen`')
  expect(output).toContain('3 faults')
  expect(code).toBe(1)
})

const requiredScopes = [
  ...['channels:history', 'channels:read', 'chat:write', 'commands', 'groups:history', 'groups:read'],
  'users:read',
]

it('npm run doctor says which consequences a missing Slack permission has', async () => {
  const started = await newWorld()
  started.slack.control.setScopes('bot', ['chat:write', 'channels:read', 'groups:read', 'commands'])
  const { code, output } = await doctor(started)
  expect(output).toContain(
    'It lacks the permission channels:history: receipts in public channels cannot be read',
  )
  expect(output).toContain('its history cannot be read (missing_scope): an unconfirmed post is repeated')
  expect(output).toContain('Reinstall to Workspace')
  expect(code).toBe(0)
})

it('npm run doctor says what does not work without the optional permissions, and finds nothing wrong in that', async () => {
  const started = await newWorld()
  started.slack.control.setScopes('bot', requiredScopes)
  const { code, output } = await doctor(started)
  expect(output).toContain('The optional permission channels:join is not granted: the bot must be invited')
  expect(output).toContain(
    'The optional permission files:write is not granted: tables cannot be sent as files',
  )
  expect(output).not.toContain('It lacks the permission')
  expect(code).toBe(0)
})

it('npm run doctor says that Slack limits the history calls of a commercially distributed app', async () => {
  const quiet = await newWorld({ slack: { distributed: true } })
  const first = await doctor(quiet)
  expect(first.output).toContain('one history call a minute, 15 messages a page')
  expect(first.code).toBe(0)
  await quiet.close()
  const busy = await newWorld({ slack: { distributed: true } })
  for (let count = 0; count < 16; count++) busy.slack.people.post('ana', { channel, text: 'chat' })
  const second = await doctor(busy)
  expect(second.output).toContain('#brand-watch: the bot is in it and can read its receipts.')
  expect(second.output).toContain('one history call a minute, 15 messages a page')
})

it('npm run doctor distinguishes a refused token of the mention service from a service that does not answer', async () => {
  const refused = await newWorld({ environment: { MENTIONS_API_TOKEN: 'another-token' } })
  const first = await doctor(refused)
  expect(first.output).toContain('Replace MENTIONS_API_TOKEN.')
  expect(first.output).not.toContain('another-token')
  expect(first.code).toBe(1)
  await refused.service.close()
  const second = await doctor(refused)
  expect(second.output).toContain('takes no connections')
  expect(second.output).toContain('#brand-watch: the bot is in it')
  expect(second.code).toBe(1)
})

it('npm run doctor exits with 78 if a setting is wrong, and still checks everything else', async () => {
  const started = await newWorld({ environment: { SLACK_BOT_TOKEN: 'xoxp-wrong', PORT: 'eighty' } })
  writeFileSync(join(started.folder, 'overheard.yaml'), 'subscriptions:\n  - name: acme\n')
  const { code, output } = await doctor(started)
  expect(output).toContain('SLACK_BOT_TOKEN: expected a bot token (xoxb-…).')
  expect(output).toContain('PORT: expected a port number.')
  expect(output).toContain('line 2: subscriptions[0].alert: missing: expected text.')
  expect(output).toContain('It answers, accepts the token and has one alert.')
  expect(output).toContain('Socket Mode: Slack opens a connection')
  expect(output).not.toContain('xoxp-wrong')
  expect(code).toBe(78)
})

it('npm run doctor says that the bot is not in the channel, and prints its report as JSON on request', async () => {
  const started = await newWorld({
    configuration: { subscriptions: [{ ...subscription, channel }] },
    slack: { channels: [{ id: channel, name: 'brand-watch', botIsMember: false, isPrivate: false }] },
  })
  const first = await doctor(started)
  expect(first.output).toContain(`${channel} (#brand-watch): the bot is not in it.`)
  started.start()
  await started.until('the initial sync', () => started.watches())
  const { code, output } = await doctor(started, ['--json'])
  const report = z
    .object({ ok: z.boolean(), exitCode: z.number(), sections: z.array(z.looseObject({ area: z.string() })) })
    .parse(JSON.parse(output))
  expect(report).toMatchObject({ ok: true, exitCode: 0 })
  const state = onPostgres ? 'Its tables are up to date.' : 'is in use: the bot is running'
  expect(JSON.stringify(report)).toContain(state)
  expect(code).toBe(0)
})

it('npm run doctor finds a channel under its new name after a rename, as the running bot does', async () => {
  const started = await newWorld()
  started.start()
  await started.until('the initial sync', () => started.watches())
  await started.slack.people.changeChannel({ do: 'rename', channel, name: 'brand-news' })
  const { code, output } = await doctor(started)
  expect(output).toContain('#brand-watch: it is now called #brand-news. The bot continues there')
  expect(output).toContain(`Write '#brand-news' or ${channel} in the configuration.`)
  expect(output).toContain('#brand-watch: the bot is in it and can read its receipts.')
  expect(code).toBe(0)
})

it('npm run doctor warns that /status and /metrics are off with MCP and without STATUS_TOKEN', async () => {
  const { code, output } = await doctor(
    await newWorld({ environment: { MCP_TOKEN: 'a-token-for-assistants' } }),
  )
  expect(output).toContain('! /status and /metrics are switched off, because STATUS_TOKEN is not set.')
  expect(output).toContain('everybody who reads these pages must send it, on this machine, too.')
  expect(code).toBe(0)
})

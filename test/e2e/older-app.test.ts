import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import shipped from '../../config/slack-manifest.json' with { type: 'json' }
import { alertId, channel, createWorld, program, type World } from '../tools/e2e/bot-world.ts'

/** An older version required each of its permissions, and had no event of the home tab. */
const { bot_optional: _later, ...required } = shipped.oauth_config.scopes
const older = {
  ...shipped,
  oauth_config: { scopes: required },
  settings: {
    ...shipped.settings,
    event_subscriptions: { ...shipped.settings.event_subscriptions, bot_events: ['message_metadata_posted'] },
  },
}

async function update({ environment, slack }: World): Promise<string> {
  const setup = spawn(process.execPath, [program, 'setup', '--update'], { env: environment })
  let said = ''
  for (const stream of [setup.stdout, setup.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  setup.stdin.end(`${slack.seed.token.config}\n`)
  const [code] = await once(setup, 'exit')
  expect(code, said).toBe(0)
  return said
}

/** Installs the app as a person who leaves each box as it is. */
async function install({ slack }: World, id: string): Promise<void> {
  const page = `${slack.url}/apps/${id}/install-on-team`
  const shown = await (await fetch(page)).text()
  const boxes = [...shown.matchAll(/name="optional" value="([^"]+)" checked/g)].map(
    ([, scope]) => scope ?? '',
  )
  const body = new URLSearchParams(boxes.map((scope): [string, string] => ['optional', scope]))
  expect((await fetch(page, { method: 'POST', body })).status).toBe(200)
}

it('an app of an older version, which required 19 permissions, keeps all of them after setup --update, and the bot goes on', async () => {
  const world = await createWorld({
    configuration: { subscriptions: [{ name: 'brand', alert: alertId, channel, schedule: 'auto' }] },
  })
  onTestFinished(world.close)
  const { slack, until } = world
  const { appId } = slack.seed.bot
  slack.state.manifests.set(appId, older)
  await install(world, appId)
  expect(slack.state.scopes.bot).toHaveLength(19)
  world.start()
  await until('the initial sync', () => world.watches())
  world.add(101)
  await until('a mention', () => world.ids().length > 0)

  expect(await update(world)).toContain('bot_events lacks app_home_opened')
  await install(world, appId)
  expect(slack.state.scopes.bot.toSorted()).toEqual(required.bot.toSorted())
  world.add(102)
  await until('a mention after the update', () => world.ids().length > 1)
  await slack.people.openHome('U0000000ANA')
  await until('the home tab', () => slack.state.homes.has('U0000000ANA'))
  expect(await update(world)).toContain('has everything that this version needs')
  expect(world.ids()).toEqual(['101', '102'])
})

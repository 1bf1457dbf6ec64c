import { expect, it } from 'vitest'
import { askAboutApp } from '../../../src/cli/doctor/app-check.ts'
import { manifestFor } from '../../../src/cli/slack-app.ts'
import { answering, type Typed } from '../setup/conversation.ts'

const manifest = manifestFor({})
const token = 'xoxe.xoxp-token-of-a-person'

async function asked(answers: Typed[], theirs: unknown, botToken: string | undefined = 'xoxb-1') {
  const { input, output, said } = answering(answers)
  const used: string[] = []
  const findings = await askAboutApp({
    input,
    output,
    slack: {
      appOf: async () => ({ kind: 'found', id: 'A1' }),
      async exportApp(given) {
        used.push(given)
        return given === token
          ? { kind: 'exported', manifest: theirs }
          : { kind: 'refused', sentence: 'Slack does not know this token.', tokenIsWrong: true }
      },
    },
    botToken: botToken === '' ? undefined : botToken,
    ours: manifest,
  })
  return { findings, said: said(), used }
}

it('doctor --app compares the app with what this version needs, and nothing shows the token', async () => {
  const older = { ...manifest, settings: {} }
  const { findings, said, used } = await asked(['xoxe.xoxp-expired', token], older)
  expect(used).toEqual(['xoxe.xoxp-expired', token])
  expect(findings[0]).toMatchObject({
    level: 'warning',
    what: expect.stringContaining('settings.event_subscriptions.bot_events lacks app_home_opened'),
    whatToDo: expect.stringContaining('--update'),
  })
  expect(`${said}${JSON.stringify(findings)}`).not.toMatch(/xoxe\.xoxp-\w/)
})

it('doctor --app says of an app that has everything what does not work without each permission that can be refused', async () => {
  const { findings } = await asked([token], manifest)
  expect(findings.map(({ level }) => level)).toEqual(findings.map(() => 'fine'))
  const [first, ...costs] = findings.map(({ what }) => what)
  expect(first).toBe('The app A1 has everything that this version needs.')
  const { bot_optional: optional } = manifest.oauth_config.scopes
  expect(costs).toHaveLength(optional.length)
  for (const [at, scope] of optional.entries())
    expect(costs[at]).toMatch(new RegExp(`^Without the optional permission ${scope}: (?!nothing changes)`))
})

it('doctor --app asks for nothing without a bot token', async () => {
  const { findings, said } = await asked([], manifest, '')
  expect(findings).toEqual([{ level: 'unknown', what: 'Not compared: SLACK_BOT_TOKEN is missing.' }])
  expect(said).toBe('')
})

import { expect, it } from 'vitest'
import { settingsChecks } from '../../../src/cli/doctor/local-checks.ts'
import { placeholderVariables, readPartialSettings } from '../../../src/config/settings.ts'

it.each([
  [{}, undefined],
  [{ MCP_TOKEN: 'a-token-for-assistants' }, 'AI assistants can ask /mcp on port 3000.'],
  [
    { MCP_PRIVATE_TOKEN: 'a-token-for-assistants', HOST: '0.0.0.0', PORT: '80' },
    'AI assistants can ask /mcp on port 80. Other machines may reach it: put a proxy with TLS in front, because the token is sent with each question.',
  ],
])(
  'the doctor says if AI assistants can ask, and asks for TLS if other machines can: with %j',
  async (variables, said) => {
    const file = () => Buffer.from('subscriptions: []')
    const settings = readPartialSettings({ ...placeholderVariables, ...variables }, 'overheard.yaml', file)
    const [environment] = settingsChecks(settings, [])
    const findings = (await environment?.run()) ?? []
    expect(findings.map(({ what }) => what).find((what) => what.includes('/mcp'))).toBe(said)
  },
)

it.each(['SLACK_BOT_TOKEN', 'MENTIONS_API_TOKEN', 'STATUS_TOKEN'] as const)(
  'the doctor names the file of %s if it cannot be read, and goes on without the secret',
  async (name) => {
    const { [name]: _, ...others }: Record<string, string | undefined> = placeholderVariables
    const variables = { ...others, [`${name}_FILE`]: '/nonexistent/secret' }
    const settings = readPartialSettings(variables, 'overheard.yaml', () => Buffer.from('subscriptions: []'))
    expect(settings.usable(name)).toBe(false)
    const [environment] = settingsChecks(settings, [])
    const findings = (await environment?.run()) ?? []
    expect(findings.map(({ what }) => what)).toContain(`${name}_FILE: there is no such file or folder.`)
  },
)

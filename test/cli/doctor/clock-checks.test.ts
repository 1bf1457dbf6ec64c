import { expect, it } from 'vitest'
import { clockChecks } from '../../../src/cli/doctor/clock-checks.ts'
import { runChecks } from '../../../src/cli/doctor/findings.ts'
import { readPartialSettings } from '../../../src/config/settings.ts'

const settings = readPartialSettings(
  {
    MENTIONS_API_URL: 'https://mentions.example',
    MENTIONS_API_TOKEN: 'token',
    SLACK_BOT_TOKEN: 'xoxb-token',
    SLACK_APP_TOKEN: 'xapp-token',
  },
  'overheard.yaml',
  () => Buffer.from('subscriptions: []'),
)

const now = Date.UTC(2026, 10, 20)

it.each([
  [0, 'fine', 'agrees'],
  [29_000, 'fine', 'agrees'],
  [-90_000, 'warning', '90 s behind'],
  [400_000, 'fault', '400 s ahead of'],
])(
  'for a clock that is %d ms ahead (negative: behind), the doctor’s finding has the level "%s" and says "%s"',
  async (ahead, level, words) => {
    const [section] = await runChecks(
      clockChecks(
        settings,
        async () => now - ahead,
        () => now,
      ),
    )
    expect(section?.findings).toHaveLength(2)
    for (const finding of section?.findings ?? []) {
      expect(finding.level).toBe(level)
      expect(finding.what).toContain(words)
    }
  },
)

it('the doctor reports the clock of a server as unknown if the server does not answer', async () => {
  const silent = async () => {
    throw new Error('no answer')
  }
  const [section] = await runChecks(clockChecks(settings, silent, () => now))
  expect(section?.findings.map(({ level }) => level)).toEqual(['unknown', 'unknown'])
})

it('if one of the doctor’s checks throws an error, the doctor reports a fault', async () => {
  const [section] = await runChecks([{ area: 'Moon', run: () => Promise.reject(new Error('no moon')) }])
  expect(section).toMatchObject({ area: 'Moon', findings: [{ level: 'fault' }] })
})

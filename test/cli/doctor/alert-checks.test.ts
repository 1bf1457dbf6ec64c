import type { Alert } from '@overheard/mention-client/alert'
import { describe, expect, it } from 'vitest'
import { runChecks } from '../../../src/cli/doctor/findings.ts'
import { mentionServiceChecks } from '../../../src/cli/doctor/mention-service-checks.ts'
import { readPartialSettings } from '../../../src/config/settings.ts'

const alertOf = (id: string, name: string): Alert => ({ id, name, type: 'mentions', projectName: 'Acme' })
const alerts = [alertOf('1001', 'Acme brand'), alertOf('1002', 'Project Falcon')]

async function findingsOf(configuration: object) {
  const settings = readPartialSettings(
    { MENTIONS_API_URL: 'https://mentions.example', MENTIONS_API_TOKEN: 'token' },
    'overheard.yaml',
    () => Buffer.from(JSON.stringify(configuration)),
  )
  const checks = mentionServiceChecks(
    settings,
    async () => ({ kind: 'listed', alerts }),
    () => [4],
  )
  const sections = await runChecks(checks.filter(({ area }) => area === 'Alerts'))
  return sections.flatMap(({ findings }) => findings)
}

const subscription = (name: string, alert: string, channel: string) => ({
  ...{ name, alert, channel, schedule: '* * * * *' },
})

describe('the doctor’s check of the alerts', () => {
  it('lists the alerts if the configuration names one that does not exist, with its line and the name that may be meant', async () => {
    const findings = await findingsOf({ subscriptions: [subscription('acme', 'Acne', 'C0123456789')] })
    expect(findings).toEqual([
      {
        level: 'fault',
        what: "acme (line 4): There is no alert 'Acne'. Did you mean 'Acme brand'?",
        whatToDo: "Correct the configuration. There are: 'Acme brand', 'Project Falcon'.",
      },
    ])
  })

  it('warns about each channel of a private alert that is written by its name, however the alert is written', async () => {
    const findings = await findingsOf({
      private: ['1002'],
      subscriptions: [
        subscription('acme', 'Acme brand', '#brand'),
        subscription('falcon', 'project falcon', '#crisis'),
        subscription('falcon-too', '1002', 'C0123456789'),
      ],
      digests: [{ name: 'hush', alerts: ['Project Falcon'], channel: '#war-room', schedule: '0 9 * * 1' }],
    })
    const warnings = findings.filter(({ level }) => level === 'warning')
    expect(warnings.map(({ what }) => what)).toEqual([
      expect.stringContaining("falcon: #crisis is written by its name, and 'project falcon' is private"),
      expect.stringContaining("hush: #war-room is written by its name, and 'Project Falcon' is private"),
    ])
    expect(warnings[0]?.whatToDo).toContain('Write the id of the channel')
  })
})

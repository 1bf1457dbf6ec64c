import { expect, it } from 'vitest'
import type { ListAlertsResult } from '../../../src/cli/credential-checks.ts'
import { repeatedAlertChecks } from '../../../src/cli/doctor/repeated-alert-check.ts'
import { readPartialSettings } from '../../../src/config/settings.ts'
import { runChecks } from '../../../src/model/finding.ts'
import type { Channels } from '../../../src/slack/channels.ts'

const text = `subscriptions:
  - {name: first, alert: Acme brand, channel: '#brand'}
  - {name: second, alert: '1001', channel: '#brand'}
  - {name: third, alert: Acme brand, channel: C1}
  - {name: fourth, alert: acme brand, channel: '#Brand'}
`
const listed: ListAlertsResult = {
  kind: 'listed',
  alerts: [{ id: '1001', type: 'mentions', name: 'Acme brand', projectName: 'Acme' }],
}

async function findings(find: Channels['find'] | undefined, answer: ListAlertsResult | undefined) {
  const settings = readPartialSettings({}, 'overheard.yaml', () => Buffer.from(text))
  const channels = find && { find }
  const lines = () => [2, 3, 4, 5]
  const [section] = await runChecks(
    repeatedAlertChecks(settings, { askAlerts: async () => answer, channels, lines }),
  )
  return section?.findings.map(({ level, what }) => `${level}: ${what.split(' posts ')[0]}`)
}

it('the doctor finds a repeated alert by the ids that names mean, at Slack and at the mention service', async () => {
  expect(await findings(async () => ({ kind: 'found', id: 'C1' }), listed)).toEqual([
    'warning: overheard.yaml: second (line 3)',
    'warning: overheard.yaml: third (line 4)',
    'warning: overheard.yaml: fourth (line 5)',
  ])
})

it('the doctor compares what is written if neither Slack nor the mention service can be asked', async () => {
  expect(await findings(undefined, undefined)).toEqual(['warning: overheard.yaml: fourth (line 5)'])
})

it('the doctor asks Slack for no further channel after one question without an answer', async () => {
  const asked: string[] = []
  const silent: Channels['find'] = async (written) => {
    asked.push(written)
    return { kind: 'unreachable', reason: 'timeout', afterMs: 1 }
  }
  expect(await findings(silent, listed)).toEqual([
    'warning: overheard.yaml: second (line 3)',
    'warning: overheard.yaml: fourth (line 5)',
  ])
  expect(asked).toEqual(['#brand'])
})

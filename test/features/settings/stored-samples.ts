import type { SettingsChange } from '../../../src/features/settings/settings.ts'

const noon = Date.UTC(2026, 10, 20, 12)

const change: SettingsChange = {
  kind: 'settings',
  before: { owner: null, quiet: null },
  after: { owner: 'U1', quiet: { from: '22:00', to: '07:00' } },
}

export const records = {
  'announced-changes': {
    settings: { at: noon, channel: 'C1', what: 'Ana Lima changed the settings', change },
  },
}

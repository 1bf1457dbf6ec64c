import { settingsModal } from '../../../src/features/settings/form.ts'
import { siteModal } from '../../../src/features/settings/site-form.ts'
import type { MessageKind, Names, ViewKind } from '../../tools/message-kinds.ts'

/** What a site suggests whose name is this. */
const suggestionOf = (name: string) => ({
  ...{ host: 'tideline.example', name, description: 'The issue tracker for calm teams' },
  alerts: [
    {
      ...{ name, query: 'Tideline OR tidelinehq' },
      found: {
        found: 12,
        bySource: {},
        examples: [
          { source: 'hacker-news', title: `Show HN: ${name}`, url: '', date: 1, author: '', snippet: '' },
        ],
      },
    },
    { name: 'Pulse', query: 'pulse', found: { found: 0, bySource: {}, examples: [] } },
  ],
  feeds: ['https://tideline.example/feed.xml'],
  sources: ['hacker-news', 'news'],
})
const service = { present: { sources: { news: true } }, simple: ['news', 'hacker-news', 'lobsters'] }

export const messageKinds = (): MessageKind[] => []

export function viewKinds({ alert }: Names): ViewKind[] {
  const inFile = new Set(['owner', 'quiet', 'digests', 'listen'])
  const listen = {
    feeds: ['https://blog.example/feed.xml'],
    sources: { news: true },
    simple: ['news', 'lobsters'],
  }
  return [
    {
      by: 'settingsModal',
      kind: 'settings',
      view: settingsModal({
        present: {
          inFile: new Set(),
          owner: 'U1',
          quiet: { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' },
          digest: { channel: 'C1', alerts: [alert], schedule: '5 5 * * 5' },
          listen,
        },
        offered: [alert, 'Rivals'],
        timezone: 'UTC',
      }),
    },
    {
      by: 'settingsModal',
      kind: 'settings, nothing set',
      view: settingsModal({ present: { inFile: new Set() }, offered: [], timezone: 'UTC' }),
    },
    {
      by: 'settingsModal',
      kind: 'settings, all in the file',
      view: settingsModal({ present: { inFile, listen }, offered: [], timezone: 'UTC' }),
    },
    {
      by: 'siteModal',
      kind: 'own site',
      view: siteModal('tideline.example', { kind: 'read', suggestion: suggestionOf(alert) }, service),
    },
    {
      by: 'siteModal',
      kind: 'own site, not reached',
      view: siteModal('tideline.example', { kind: 'no-page' }, service),
    },
  ]
}

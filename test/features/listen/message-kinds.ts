import {
  editAlertModal,
  type ListedAlert,
  listeningAlerts,
  listenPreview,
  removeAlertModal,
} from '../../../src/features/listen/messages.ts'
import { at, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'

export function messageKinds(names: Names): MessageKind[] {
  const { typed, mention, several, person } = names
  const query = typed('"acme app" OR acmehq')
  const inWords = typed('Mentions that contain “acme app” or “acmehq”.')
  const found = {
    inWords,
    warnings: [
      { what: typed('No post can have lang:nb.'), whatToDo: 'Write it as posts have it, or take it out.' },
    ],
    parts: [
      { part: typed('"acme app"'), found: 12 },
      { part: typed('jobs'), found: 1310 },
    ],
    dropped: [
      {
        by: typed('-jobs'),
        found: 7,
        examples: several.slice(0, 2).map(({ title, url }) => ({ title, url })),
      },
    ],
    looked: 4210,
    found: 12,
    bySource: { feeds: 9, 'hacker-news': 3 },
    names: { feeds: 'Feeds', 'hacker-news': 'Hacker News' },
    examples: [mention, ...several.slice(0, 2)].map(({ title, url, snippet }) => ({
      ...{ source: 'feeds', title, url, date: at, author: person, snippet },
    })),
  }
  const none = { bySource: {}, names: {}, examples: [], warnings: [], parts: [], dropped: [] }
  const nothing = { looked: 1, found: 0, ...none }
  return [
    {
      by: 'listenPreview',
      kind: 'what a query would have found lately',
      content: listenPreview(query, found),
      subject: '12 mentions lately for',
    },
    {
      by: 'listenPreview',
      kind: 'a query that would have found nothing',
      content: listenPreview(query, nothing),
      subject: 'Nothing lately for',
    },
    {
      by: 'listeningAlerts',
      kind: 'the alerts that the mention service listens for',
      content: listeningAlerts(alertsOf(names), 'Overheard no longer listens for rivals.'),
      subject: 'Overheard no longer listens for rivals.',
    },
    {
      by: 'listeningAlerts',
      kind: 'no alerts that the mention service listens for',
      content: listeningAlerts([]),
      subject: 'Overheard listens for nothing yet.',
    },
  ]
}

export const viewKinds = (names: Names): ViewKind[] => [
  { by: 'editAlertModal', kind: 'dialog to edit an alert', view: editAlertModal(alertsOf(names)[0]) },
  {
    by: 'removeAlertModal',
    kind: 'dialog to remove an alert',
    view: removeAlertModal(alertsOf(names)[0], 2),
  },
]

function alertsOf({ alert, typed }: Names): [ListedAlert, ...ListedAlert[]] {
  const listed = { id: '1002', name: alert, query: typed('"acme app" OR acmehq -jobs'), mentions: 1243 }
  const inWords = typed('Mentions that contain “acme app”.')
  const problem = typed('Operators have capitals. (at character 6; write acme OR app)')
  const warnings = [
    { what: typed('-app removes everything that “acme app” finds.'), whatToDo: 'Take it out.' },
  ]
  const notes = [`GitHub cannot search for ${typed('C++')}: asked for ${typed('acme')}.`]
  return [
    { ...listed, languages: ['en', 'de'], isFixed: false, isHere: true, inWords, problem, warnings, notes },
    { ...listed, id: '1001', query: typed(alert), name: alert, languages: [], isFixed: true, isHere: false },
  ]
}

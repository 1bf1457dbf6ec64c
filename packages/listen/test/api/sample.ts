import type { MentionInput } from '../../../../sandbox/mention-service/records.ts'
import { createMentionStore } from '../../../../sandbox/mention-service/store.ts'
import { mention, noon } from './start-service.ts'

const hour = 60 * 60 * 1000

/** Beyond 2^53, where a number would be rounded to …992. */
export const hugeId = '9007199254740993'

/** Every field of interface 2.3 to 2.6. */
const complete: MentionInput = {
  id: 10,
  date: noon - 5 * hour,
  reach: 700,
  language: 'en',
  url: 'https://www.youtube.com/watch?v=10',
  snippet: '…the Acme app…',
  title: 'Acme, reviewed',
  done: true,
  starred: true,
  tags: ['vip', 'press'],
  author: {
    name: 'Desk Diaries',
    avatar: 'https://pictures.example.com/a.png',
    audience: 5000,
    url: 'youtube.com/@desk',
    description: 'Calm videos…',
    written_by: 'Kim Lee',
  },
  sentiment: 'positive',
  source: 'youtube',
  location: { latitude: 53.5, longitude: 10, country: 'DE' },
  entities: { snippet: { highlighted_text: [{ text: 'Acme', start_index: 5, end_index: 9 }] } },
}

/**
 * The mentions of the conformance tests. Dates fall while ids rise, except for the last, so that no two sort orders
 * agree.
 */
export function sampleArchive() {
  const mentionStore = createMentionStore({ now: () => noon })
  mentionStore.addAlert({ alert_id: 1, alert_name: 'Acme brand', project_id: 7, project_name: 'Acme' })
  mentionStore.addAlert({
    alert_id: 2,
    alert_name: 'Buyers',
    alert_type: 'leads',
    project_id: 7,
    project_name: 'Acme',
  })
  mentionStore.addAlert({ alert_id: 3, alert_name: 'Nothing yet' })
  const us = { country: 'US' }
  const mentions = [
    complete,
    mention(11, {
      date: noon - 6 * hour,
      reach: 50,
      language: 'de',
      source: 'reddit',
      location: us,
      tags: ['vip'],
    }),
    mention(12, { date: noon - 7 * hour, reach: 900, language: '', source: 'web', location: us }),
    mention(13, { date: noon - 8 * hour, reach: 50, language: 'fr', source: 'instagram', location: us }),
    mention(14, { date: noon - 9 * hour, reach: 0, language: 'de', source: 'news-blogs', tags: ['press'] }),
    mention(hugeId, {
      date: noon - hour,
      reach: 300,
      language: 'en',
      source: 'web',
      location: { country: 'gb' },
    }),
  ]
  for (const one of mentions) mentionStore.add('1', one)
  mentionStore.add('2', mention(20))
  return { mentionStore, complete }
}

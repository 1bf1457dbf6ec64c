import { quietAlert } from '../mention-service/generator/alerts.ts'
import { idAt } from '../mention-service/generator/history.ts'
import type { MentionStore } from '../mention-service/store.ts'

const dayMs = 24 * 60 * 60 * 1000
const goods = ['espresso machine', 'garden hose', 'desk lamp', 'running shoes', 'suitcase', 'toaster']
const mentionsOfDeals = 28

/** The author of mentions that have only the name in common with the alert. */
export const dealsAuthor = 'Daily Deals'

/** Adds mentions of another Acme from 29 to 16 days before `now` (UTC ms), so that a mute of their author is worth a proposal. */
export function addDeals(mentionStore: MentionStore, now: number): void {
  for (let index = 0; index < mentionsOfDeals; index++) {
    const at = Math.floor(now - 29 * dayMs + index * (dayMs / 2.2))
    const what = goods[index % goods.length]
    const snippet = `Today only: the Acme ${what} for ${19 + index} euros, while stocks last.`
    const start = snippet.indexOf('Acme')
    mentionStore.add(quietAlert.alert.alert_id, {
      id: (idAt(at) + 45_000n + BigInt(index)).toString(),
      date: at,
      reach: 900 + index * 37,
      language: 'en',
      url: `https://dailydeals.example/acme-${index + 1}`,
      title: `Acme ${what}, ${20 + index}% off`,
      snippet,
      done: false,
      starred: false,
      tags: [],
      author: { name: dealsAuthor, avatar: '', audience: 1400, url: 'https://dailydeals.example' },
      source: 'web',
      entities: {
        snippet: { highlighted_text: [{ text: 'Acme', start_index: start, end_index: start + 4 }] },
      },
    })
  }
}

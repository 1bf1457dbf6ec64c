import type { MentionRow } from '../../src/store/mentions.ts'
import type { Store } from '../../src/store/store.ts'

export function addAlert({ alerts }: Store, alert_id: string) {
  const names = { alert_name: 'Acme', project_id: '1', project_name: 'Acme' }
  const alert = alerts.add({ alert_id, alert_type: 'mentions', ...names })
  if (alert === undefined) throw new Error(`there is an alert ${alert_id}`)
  return alert
}

/** What the store keeps of a mention with this title. */
export function mentionRow(
  id: number,
  { title = '', ...rest }: Partial<MentionRow> & { title?: string } = {},
): MentionRow {
  const body = JSON.stringify({ id, title, snippet: '' })
  return {
    date: 0,
    reach: 0,
    source: 'web',
    language: 'en',
    country: 'unknown',
    tags: [],
    ...rest,
    id: String(id),
    body,
  }
}

/** Responses as the service's documentation shows them, for tests to change. */

export const wireAlert = {
  alert_id: 7,
  alert_type: 'mentions',
  alert_name: 'Acme brand',
  project_id: 3,
  project_name: 'Acme',
}

export const limits = [{ limit_name: 'monthly_mentions', limit_reached: false }]

export function wireMention(id: unknown, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    date: 1_760_000_000_000,
    reach: 1200,
    language: 'en',
    url: `https://example.com/posts/${id}`,
    snippet: '...all about Acme and größer things, 東京 too...',
    title: `About Acme ${id}`,
    done: false,
    starred: true,
    tags: [],
    author: { name: 'Ann', avatar: 'https://example.com/a.png', audience: 50, url: 'example.com/ann' },
    source: 'web',
    entities: { snippet: { highlighted_text: [{ text: 'Acme', start_index: 13, end_index: 17 }] } },
    ...fields,
  }
}

export function wirePage(mentions: unknown[], fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { limits, alert_data: { ...wireAlert, mentions_count: mentions.length, mentions, ...fields } }
}
